// Checks a message from an app: its size, and its kind.

import { type PlainObject, isObject } from "../../json/plain";
import { formatSize } from "../../text/units";

export interface Measured {
  readonly bytes: number;
  /** The reason why the message is refused. */
  readonly problem: string | undefined;
}

/** Estimates the length of the message as JSON. Stops at the limit, which also ends the walk through a cyclic value. */
export function measureMessage(message: unknown, limit: number): Measured {
  const pending = [message];
  let bytes = 0;
  while (pending.length > 0 && bytes <= limit) {
    const value = pending.pop();
    bytes += 4;
    if (typeof value === "string") bytes += value.length;
    else if (Array.isArray(value)) {
      bytes += value.length;
      if (bytes <= limit) for (const item of value as unknown[]) pending.push(item);
    } else if (isPlainObject(value)) {
      for (const key in value) {
        bytes += key.length + 4;
        if (bytes > limit) break;
        pending.push(value[key]);
      }
    } else if (typeof value === "object" ? value !== null : typeof value === "bigint") {
      return { bytes, problem: "The message contains a value that JSON cannot represent." };
    }
  }
  return { bytes, problem: bytes > limit ? `The message is larger than ${formatSize(limit)}.` : undefined };
}

function isPlainObject(value: unknown): value is PlainObject {
  return isObject(value) && Object.getPrototypeOf(value) === Object.prototype;
}

export type MessageKind = "request" | "notification" | "response";

export interface CheckedKind {
  readonly kind?: MessageKind;
  readonly problem?: string | undefined;
}

/** Returns the kind of a JSON-RPC message, or the problem that makes it invalid. */
export function kindOfMessage({ id, method, params, result, error }: PlainObject): CheckedKind {
  const isId = (typeof id === "number" && Number.isFinite(id)) || (typeof id === "string" && id.length <= 200);
  if (id !== undefined && !isId) return { problem: "The id is neither a number nor a string." };
  if (typeof method === "string") {
    const problem = params !== undefined && !isObject(params) ? "The parameters are not an object." : undefined;
    return { kind: id === undefined ? "notification" : "request", problem };
  }
  const isResponse = method === undefined && id !== undefined && (result !== undefined || error !== undefined);
  if (isResponse) return { kind: "response" };
  return { problem: "The message is neither a request, nor a notification, nor a response." };
}
