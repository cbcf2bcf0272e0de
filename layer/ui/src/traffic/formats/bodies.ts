// Bodies of HTTP with JSON-RPC messages: JSON, a batch, or server-sent events.

import { createParser } from "eventsource-parser";
import type { JsonNode } from "../../json/node";
import { readJson, readingJson } from "../../json/read";
import { compactJson } from "../../json/write";
import type { Steps } from "../../scheduling/slices";
import { DEEPEST_RECORD } from "../record";

// The characters of an event stream that are parsed in one step.
const PARSED_AT_ONCE = 10_000;

export interface Body {
  readonly mimeType: string;
  readonly text: string;
}

/** Writes one message as it is, several requests as a batch, and several messages of a server as events. */
export function bodyOf(messages: readonly string[], isStream: boolean): Body {
  if (isStream) return { mimeType: "text/event-stream", text: messages.map(eventOf).join("") };
  const text = messages.length === 1 ? messages[0]! : `[${messages.join(",")}]`;
  return { mimeType: "application/json", text: messages.length === 0 ? "" : text };
}

function eventOf(message: string): string {
  const text = message.includes("\r") ? compactJson(readJson(message)) : message;
  return `data: ${text.replaceAll("\n", "\ndata: ")}\n\n`;
}

/** Returns the messages in a body. Text that is no JSON has none. */
export function* messagesIn({ mimeType, text }: Body): Steps<JsonNode[]> {
  if (!mimeType.startsWith("text/event-stream")) return yield* messagesOfJson(text);
  const events: string[] = [];
  const parser = createParser({ onEvent: ({ data }) => events.push(data) });
  // The parser searches the whole rest of a text at each lone "\r".
  const lines = `${text.replaceAll(/\r\n?/g, "\n")}\n\n`;
  for (let at = 0; at < lines.length; at += PARSED_AT_ONCE) {
    parser.feed(lines.slice(at, at + PARSED_AT_ONCE));
    yield;
  }
  const found: JsonNode[] = [];
  for (const event of events) for (const message of yield* messagesOfJson(event)) found.push(message);
  return found;
}

function* messagesOfJson(text: string): Steps<JsonNode[]> {
  try {
    const root = yield* readingJson(text, DEEPEST_RECORD + 1);
    return (root.type === "array" ? root.items : [root]).filter(({ type }) => type === "object");
  } catch {
    return [];
  }
}
