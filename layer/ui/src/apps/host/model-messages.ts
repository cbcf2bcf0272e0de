// Messages of an app to a model. This page has no model, so they are only shown.

import { type PlainObject, isObject, memberAt } from "../../json/plain";
import { BAD_PARAMETERS, RpcError } from "../messages/rpc-error";
import type { HostedApp } from "../model/hosted-app";

// The messages of an app to the model that are kept. The oldest leave.
const MAX_MESSAGES = 100;

export function showMessage(app: HostedApp, { role, content }: PlainObject): PlainObject {
  if (role !== "user") throw new RpcError(BAD_PARAMETERS, "The role of a message must be “user”.");
  addMessage(app, role, blocksOf(content));
  return {};
}

export function addMessage(app: HostedApp, role: string, content: readonly PlainObject[]): void {
  const messages = [...app.model.messages, { at: Date.now(), role, content }].slice(-MAX_MESSAGES);
  app.model = { ...app.model, messages };
  app.announce("change");
}

export function updateModelContext(app: HostedApp, { content, structuredContent }: PlainObject): PlainObject {
  if (structuredContent !== undefined && !isObject(structuredContent)) {
    throw new RpcError(BAD_PARAMETERS, "“structuredContent” is not an object.");
  }
  const blocks = content === undefined ? [] : blocksOf(content);
  const isEmpty = blocks.length === 0 && !structuredContent;
  app.model = { ...app.model, context: isEmpty ? undefined : { content: blocks, structuredContent } };
  app.announce("change");
  return {};
}

// Accepts one block or a list of blocks.
function blocksOf(content: unknown): PlainObject[] {
  const blocks: unknown[] = Array.isArray(content) ? content : [content];
  if (!blocks.every(isBlock)) throw new RpcError(BAD_PARAMETERS, "“content” is not a list of content blocks.");
  return blocks;
}

function isBlock(value: unknown): value is PlainObject {
  return typeof memberAt(value, "type") === "string";
}
