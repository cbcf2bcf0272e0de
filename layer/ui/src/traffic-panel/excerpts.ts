// The request and the answer of an operation, each in one short line.

import { type MaybeNode, isTrue, itemsOf, membersOf, rawOf, textAt, valueOf } from "../json/node";
import { printable } from "../text/printable";
import { counted } from "../text/units";
import { errorOf, paramsOf, resultOf } from "../traffic/message";
import type { Operation } from "../traffic/operation";
import type { TrafficRecord } from "../traffic/record";

// Maximum number of characters in an excerpt: a row has no room for more. A longer one is cut.
const LONGEST = 160;
// Maximum number of characters in an argument in an excerpt. A longer one is cut.
const LONGEST_VALUE = 60;
// Maximum number of characters in a message that is read for the sake of a row. The row of a longer one has no excerpt.
const LONGEST_MESSAGE = 100_000;

const LISTS = { tools: "tool", resources: "resource", resourceTemplates: "template", prompts: "prompt" };

// Rows are drawn again and again while they are scrolled.
const known = new WeakMap<TrafficRecord, string>();

/** The arguments of a request: `city: "Zürich", days: 3`. */
export function argumentsExcerpt(request: TrafficRecord): string {
  return excerptOf(request, () => {
    const given = membersOf(valueOf(paramsOf(request), "arguments")).slice(0, 8);
    return given.map(({ key, value }) => `${key}: ${rawExcerpt(value)}`).join(", ");
  });
}

// The state has the code, which SDKs put before the message, too.
const CODE = /^MCP error -?\d+: /;

/** The result of an operation, or the message of its error: `{"celsius":21}`, `19 tools`. */
export function answerExcerpt({ response }: Operation): string {
  if (!response) return "";
  return excerptOf(response, () => {
    const error = errorOf(response);
    const words = error ? textAt(error, "message") : resultWords(resultOf(response));
    return words?.replace(CODE, "");
  });
}

// Reads a record once, unless it is too long for that.
function excerptOf(record: TrafficRecord, read: () => string | undefined): string {
  const isTooLong = (record.raw?.length ?? 0) > LONGEST_MESSAGE;
  const excerpt = known.get(record) ?? lineOf(isTooLong ? "" : read());
  known.set(record, excerpt);
  return excerpt;
}

function resultWords(result: MaybeNode): string | undefined {
  for (const [list, one] of Object.entries(LISTS)) {
    const found = valueOf(result, list);
    if (found) return counted(itemsOf(found).length, one);
  }
  const structured = valueOf(result, "structuredContent");
  if (structured && !isTrue(valueOf(result, "isError"))) return rawExcerpt(structured, LONGEST);
  const [item] = itemsOf(valueOf(result, "content") ?? valueOf(result, "contents"));
  if (item) return textAt(item, "text") ?? textAt(item, "uri") ?? textAt(item, "mimeType") ?? textAt(item, "type");
  const server = valueOf(result, "serverInfo");
  if (server) return [textAt(server, "name"), textAt(server, "version")].filter(Boolean).join(" ");
  const messages = valueOf(result, "messages");
  if (messages) return counted(itemsOf(messages).length, "message");
  return membersOf(result).length > 0 ? rawExcerpt(result, LONGEST) : "";
}

function lineOf(text = ""): string {
  return printable(text.slice(0, 4 * LONGEST).replace(/\s+/g, " "), LONGEST);
}

function rawExcerpt(node: MaybeNode, longest = LONGEST_VALUE): string {
  const raw = node ? rawOf(node) : "";
  return raw.length > longest ? `${raw.slice(0, longest)}…` : raw;
}
