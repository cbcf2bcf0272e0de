import type { PlainObject } from "../../json/plain";

/** Adds what a server may leave out of a result, although not every app expects that. */
export function completeResult(received: PlainObject): PlainObject {
  return { isError: false, ...received, content: received["content"] ?? [] };
}
