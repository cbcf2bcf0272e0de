// The answers to questions, as JSON texts.

import type { Answer } from "./question";

export const DECLINED: Answer = { result: '{"action":"decline"}' };
export const CANCELLED: Answer = { result: '{"action":"cancel"}' };
export const OPENED: Answer = { result: '{"action":"accept"}' };

// `content` is a JSON object, kept as written.
export function accepted(content: string): Answer {
  return { result: `{"action":"accept","content":${content}}` };
}

export function refused(code: number, message: string): Answer {
  return { error: JSON.stringify({ code, message }) };
}
