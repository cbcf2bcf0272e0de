// Writes nodes as JSON text, changing nothing but the white space.

import { type Steps, finish } from "../scheduling/slices";
import { type ArrayNode, type JsonNode, type ObjectNode, rawOf } from "./node";
import { endOfString } from "./string";

// The levels that are indented. Deeper lines are not indented further, because the text would grow with the square of its depth.
const DEEPEST_INDENT = 40;

interface OpenLevel {
  readonly node: ArrayNode | ObjectNode;
  next: number;
}

export function* writingJson(root: JsonNode, indent: string): Steps<string> {
  let out: string[] = [];
  const written: string[] = [];
  const open: OpenLevel[] = [];
  let node = root;
  let count = 0;
  const newLine = () => indent && out.push("\n", indent.repeat(Math.min(open.length, DEEPEST_INDENT)));
  for (;;) {
    count += 1;
    if (count % 512 === 0) {
      written.push(out.join(""));
      out = [];
      yield;
    }
    if (node.type !== "object" && node.type !== "array") out.push(rawOf(node));
    else if (sizeOf(node) === 0) out.push(node.type === "object" ? "{}" : "[]");
    else {
      out.push(node.type === "object" ? "{" : "[");
      open.push({ node, next: 0 });
    }
    let top = open.at(-1);
    while (top && isComplete(top)) {
      open.pop();
      newLine();
      out.push(top.node.type === "object" ? "}" : "]");
      top = open.at(-1);
    }
    if (!top) break;
    if (top.next > 0) out.push(",");
    newLine();
    if (top.node.type === "object") {
      const { start, value } = top.node.members[top.next]!;
      out.push(value.source.slice(start, endOfString(value.source, start)), indent ? ": " : ":");
      node = value;
    } else {
      node = top.node.items[top.next]!;
    }
    top.next += 1;
  }
  yield;
  return written.join("") + out.join("");
}

function isComplete({ node, next }: OpenLevel): boolean {
  return next === sizeOf(node);
}

function sizeOf(node: ArrayNode | ObjectNode): number {
  return node.type === "object" ? node.members.length : node.items.length;
}

export function prettyJson(node: JsonNode): string {
  return finish(writingJson(node, "  "));
}

export function compactJson(node: JsonNode): string {
  return finish(writingJson(node, ""));
}

/** Writes an object from its keys and the JSON texts of their values. Members without a value are left out. */
export function compactObject(members: Iterable<readonly [key: string, raw: string | undefined]>): string {
  const written = [...members].filter(([, raw]) => raw !== undefined);
  return `{${written.map(([key, raw]) => `${JSON.stringify(key)}:${raw}`).join(",")}}`;
}

/** An approximation of JSON Schema equality, good enough to choose an entry of an enumeration. */
export function sameJson(a: JsonNode, b: JsonNode): boolean {
  return a.type === b.type && compactOnce(a) === compactOnce(b);
}

// Values are compared with many others.
const compacted = new WeakMap<JsonNode, string>();

function compactOnce(node: JsonNode): string {
  const known = compacted.get(node) ?? compactJson(node);
  compacted.set(node, known);
  return known;
}
