// The tools that the explorer shows: a component's. Functions of this program would do as well, in the same form.

import * as component from './tools/tools.js';

const MOST_BYTES = 16 << 20;
const PART_BYTES = 64 << 10;

/** A document in one piece: one component's stream means nothing to another. */
async function whole(document) {
  if (document?.tag !== 'parts') return document;
  const parts = [];
  let size = 0;
  for (;;) {
    const { value, done } = await document.val.read({ count: PART_BYTES });
    if (done) break;
    size += value.length;
    if (size > MOST_BYTES) throw { tag: 'failed', val: `It is more than ${MOST_BYTES} bytes.` };
    parts.push(Uint8Array.from(value));
  }
  return { tag: 'whole', val: Buffer.concat(parts).toString() };
}

export const { toolsProvider } = component;

export const toolHandler = {
  callTool: async (call, context) => whole(await component.toolHandler.callTool(call, context)),
};

// Tools may be without.
export const resources = {
  listResources: async (context) =>
    whole((await component.resources?.listResources(context)) ?? { tag: 'whole', val: '[]' }),
  readResource: async (uri, context) => whole(await component.resources?.readResource(uri, context)),
};
