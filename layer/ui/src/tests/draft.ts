// A call as a test of `mcp-ui test`: its request, and what may be expected of its result.

import { type JsonNode, type MaybeNode, itemsOf, membersOf, stringOf, textAt, valueOf } from "../json/node";
import { readJson } from "../json/read";
import { compactJson } from "../json/write";
import type { Outcome } from "../protocol/outcome";

/** What is requested, as the members of a test are called. */
export interface Requested {
  readonly verb: "call" | "read" | "prompt";
  /** The name of the tool or prompt, or the URI of the resource. */
  readonly name: string;
  readonly argumentsText: string;
  readonly kind: Outcome["kind"];
  /** The code of a JSON-RPC error. */
  readonly code: number | undefined;
  /** The result. */
  readonly root: MaybeNode;
}

/** An expectation that a person may choose. */
export interface Expectation {
  readonly label: string;
  /** The member of `expect` as YAML. */
  readonly line: string;
  readonly isChosen: boolean;
}

// Maximum number of characters in a line that a test expects. The rest of the line is left out.
const LONGEST_PART = 80;
// Maximum number of characters in structured content that a test can expect. Longer content is not offered.
const LONGEST_STRUCTURED = 4000;

// The names and values of members that differ from call to call.
const VOLATILE_NAME =
  /(?:^|[_-])(?:id|uuid|at|time|timestamp|date|token|etag|cursor|nonce|duration|ms)$|(?:Id|At|Time|Date)$/;
const VOLATILE_TEXT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d|^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

export function expectationsOf({ verb, kind, code, root }: Requested): readonly Expectation[] {
  if (kind === "tool-error") return errorOf("ok: false");
  if (kind !== "success") return code === undefined ? [] : errorOf(`error: {code: ${code}}`);
  const found: Expectation[] = [];
  const structured = verb === "call" ? stable(valueOf(root, "structuredContent")) : undefined;
  if (structured !== undefined && structured.length <= LONGEST_STRUCTURED)
    found.push({ label: "Structured content", line: `structured: ${escaped(structured)}`, isChosen: true });
  const part = firstText(root);
  if (part !== undefined)
    found.push({ label: "Text", line: `text: {contains: ${quoted(part)}}`, isChosen: structured === undefined });
  found.push({ label: "The whole result, as a snapshot", line: "snapshot: true", isChosen: false });
  return found;
}

// A test that expects no error fails until the error is mended.
function errorOf(line: string): readonly Expectation[] {
  return [{ label: "This error (otherwise the test fails until it is mended)", line, isChosen: false }];
}

/** The test as an item of a list in YAML. */
export function testText(
  name: string,
  { verb, name: subject, argumentsText }: Requested,
  lines: readonly string[],
): string {
  const args = verb === "read" ? undefined : argumentsLine(argumentsText.trim() || "{}");
  const expect = lines.length > 0 ? ["expect:", ...lines.map((line) => `  ${line}`)] : [];
  const members = [`name: ${quoted(name)}`, `${verb}: ${quoted(subject)}`, ...(args ? [args] : []), ...expect];
  return members.map((line, index) => `${index === 0 ? "-" : " "} ${line}\n`).join("");
}

// JSON is YAML, unless numbers or escapes would be read in another way.
function argumentsLine(text: string): string | undefined {
  const compact = compactJson(readJson(text));
  if (compact === "{}") return undefined;
  const isPlain = !compact.includes("\\u") && JSON.stringify(JSON.parse(compact)) === compact;
  return isPlain ? `args: ${escaped(compact)}` : `args_json: '${escaped(compact).replaceAll("'", "''")}'`;
}

function quoted(text: string): string {
  return escaped(/^[A-Za-z][\w ./-]*\w$/.test(text) && !RESERVED.test(text) ? text : JSON.stringify(text));
}

const RESERVED = /^(?:true|false|null|yes|no|on|off|y|n)$/i;

// `${NAME}` is a variable.
function escaped(text: string): string {
  return text.replaceAll("${", () => "$${");
}

// The JSON of an object without the members that differ from call to call; of another value, all of it.
function stable(node: MaybeNode): string | undefined {
  if (!node) return undefined;
  const text = withoutVolatile(node);
  return text === "{}" || text.includes("\\u") ? undefined : text;
}

function withoutVolatile(node: JsonNode): string {
  if (node.type === "array") return `[${itemsOf(node).map(withoutVolatile).join(",")}]`;
  if (node.type !== "object") return compactJson(node);
  const kept = membersOf(node).filter(
    ({ key, value }) => !VOLATILE_NAME.test(key) && !VOLATILE_TEXT.test(stringOf(value) ?? ""),
  );
  return `{${kept.map(({ key, value }) => `${JSON.stringify(key)}:${withoutVolatile(value)}`).join(",")}}`;
}

// A part of the first text of a result that fits a line.
function firstText(root: MaybeNode): string | undefined {
  const lists = [valueOf(root, "content"), valueOf(root, "contents")];
  const texts = lists.flatMap((list) => itemsOf(list)).map((item) => textAt(item, "text"));
  const line = texts
    .find((text) => text?.trim())
    ?.split("\n")
    .find((part) => part.trim());
  return line === undefined ? undefined : Array.from(line.trim()).slice(0, LONGEST_PART).join("");
}
