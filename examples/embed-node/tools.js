// The explorer's tools, from a component. They could be functions of this program as well.

import * as component from './tools/tools.js';

const MAX_BYTES = 16 << 20;
const PART_BYTES = 64 << 10;

/** Reads a document to its end, because a stream of one component cannot be passed to another. */
async function whole(document) {
  if (document?.tag !== 'parts') return document;
  const parts = [];
  let size = 0;
  for (;;) {
    const { value, done } = await document.val.read({ count: PART_BYTES });
    if (done) break;
    size += value.length;
    if (size > MAX_BYTES) throw { tag: 'failed', val: `The response of the tools component exceeds the limit of ${MAX_BYTES} bytes.` };
    parts.push(Uint8Array.from(value));
  }
  return { tag: 'whole', val: Buffer.concat(parts).toString() };
}

export const { toolsProvider } = component;

export const toolHandler = {
  callTool: async (call, context) => whole(await component.toolHandler.callTool(call, context)),
};

// A tools component need not have resources.
export const resources = {
  listResources: async (context) =>
    whole((await component.resources?.listResources(context)) ?? { tag: 'whole', val: '[]' }),
  readResource: async (uri, context) => whole(await component.resources?.readResource(uri, context)),
};
