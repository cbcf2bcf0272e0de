// Bodies of HTTP with JSON-RPC messages: JSON, a batch, or server-sent events.

import { createParser } from "eventsource-parser";
import { rawOf } from "../../json/node";
import { readJson } from "../../json/read";
import { compactJson } from "../../json/write";
import { DEEPEST_RECORD } from "../record";

export interface Body {
  readonly mimeType: string;
  readonly text: string;
}

// Writes one message as it is, several requests as a batch, and several messages of a server as events.
export function bodyOf(messages: readonly string[], isStream: boolean): Body {
  if (isStream) return { mimeType: "text/event-stream", text: messages.map(eventOf).join("") };
  const text = messages.length === 1 ? messages[0]! : `[${messages.join(",")}]`;
  return { mimeType: "application/json", text: messages.length === 0 ? "" : text };
}

function eventOf(message: string): string {
  const text = message.includes("\r") ? compactJson(readJson(message)) : message;
  return `${text.replace(/^/gm, "data: ")}\n\n`;
}

// Returns the JSON texts of the messages in a body. Text that is no JSON has none.
export function messagesIn({ mimeType, text }: Body): string[] {
  if (!mimeType.startsWith("text/event-stream")) return messagesOfJson(text);
  const found: string[] = [];
  const parser = createParser({ onEvent: ({ data }) => found.push(...messagesOfJson(data)) });
  parser.feed(text);
  parser.feed("\n\n");
  return found;
}

function messagesOfJson(text: string): string[] {
  try {
    const root = readJson(text, DEEPEST_RECORD + 1);
    if (root.type === "array") return root.items.filter(({ type }) => type === "object").map(rawOf);
    return root.type === "object" ? [rawOf(root)] : [];
  } catch {
    return [];
  }
}
