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
    if (size > MAX_BYTES) throw { tag: 'failed', val: `The response from the tools component exceeds the limit of ${MAX_BYTES} bytes.` };
    parts.push(Uint8Array.from(value));
  }
  return { tag: 'whole', val: Buffer.concat(parts).toString() };
}

export const { toolsProvider } = component;

/** Reads the messages of a tool up to its result. Progress and log lines are lost, since `handle` returns no stream. */
async function resultOf(messages) {
  for await (const message of messages) {
    if (message.tag === 'result') return { tag: 'whole', val: message.val };
  }
  throw { tag: 'failed', val: 'The tool ended without a result.' };
}

export const toolHandler = {
  callTool: async (call, context) => {
    const { tag, val } = await component.toolHandler.callTool(call, context);
    return { tag: 'result', val: await (tag === 'messages' ? resultOf(val) : whole(val)) };
  },
};

// A tools component need not have resources or prompts.
export const resources = {
  listResources: async (context) =>
    whole((await component.resources?.listResources(context)) ?? { tag: 'whole', val: '[]' }),
  readResource: async (uri, context) => whole(await component.resources?.readResource(uri, context)),
};

export const prompts = {
  listPrompts: async (context) =>
    whole((await component.prompts?.listPrompts(context)) ?? { tag: 'whole', val: '[]' }),
  getPrompt: async (name, args, context) => whole(await component.prompts?.getPrompt(name, args, context)),
  complete: async (completion, context) => (await component.prompts?.complete(completion, context)) ?? [],
};
