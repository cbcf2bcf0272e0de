// Changes one part of a JSON text and leaves every other character as it was. Each function takes nodes read from the
// text and returns the new text.

import { type ArrayNode, type JsonNode, type Member, type ObjectNode, rawOf } from "./node";
import { endOfString } from "./string";

type Child = JsonNode | Member;

function replaceRange(source: string, start: number, end: number, replacement: string): string {
  return source.slice(0, start) + replacement + source.slice(end);
}

export function replaceValue(node: JsonNode, raw: string): string {
  return replaceRange(node.source, node.start, node.end, indentedLike(node, raw));
}

/** Adds a member after those that precede it in `order`, or at the end if it has no place there. */
export function addMember(object: ObjectNode, key: string, raw: string, order: readonly string[] = []): string {
  const label = `${JSON.stringify(key)}: `;
  const position = order.indexOf(key);
  if (position < 0) return addChild(object, object.members, label, raw);
  const earlier = new Set(order.slice(0, position));
  const before = object.members.findLastIndex((member) => earlier.has(member.key)) + 1;
  const next = object.members[before];
  if (before > 0 || !next) return addChild(object, object.members.slice(0, before), label, raw);
  const gap = spaceBefore(object.source, next.start);
  const written = label + raw.replaceAll("\n", lineBreakIn(gap));
  return replaceRange(object.source, next.start, next.start, `${written},${gap || " "}`);
}

export function addItem(array: ArrayNode, raw: string): string {
  return addChild(array, array.items, "", raw);
}

function addChild(parent: JsonNode, children: readonly Child[], label: string, raw: string): string {
  const { source } = parent;
  const child = children.at(-1);
  if (!child) {
    const outer = indentAt(source, parent.start);
    const inner = `${outer}  `;
    const body = `\n${inner}${label}${raw.replaceAll("\n", `\n${inner}`)}\n${outer}`;
    return replaceRange(source, parent.start + 1, parent.end - 1, body);
  }
  const last = spanOf(child);
  const gap = spaceBefore(source, last.start);
  return replaceRange(source, last.end, last.end, `,${gap || " "}${label}${raw.replaceAll("\n", lineBreakIn(gap))}`);
}

function lineBreakIn(gap: string): string {
  return gap.includes("\n") ? gap.slice(gap.lastIndexOf("\n")) : "\n";
}

/** Removes the child together with one of the adjacent commas. */
export function removeChild(parent: ArrayNode | ObjectNode, index: number): string {
  const { source } = parent;
  const spans = (parent.type === "object" ? parent.members : parent.items).map(spanOf);
  const [before, removed, after] = [spans[index - 1], spans[index], spans[index + 1]];
  if (!removed) return source;
  const start = before ? before.end : parent.start + 1;
  if (after) {
    const keepFrom = before ? removed.end : after.start - spaceBefore(source, after.start).length;
    return replaceRange(source, start, keepFrom, "");
  }
  return replaceRange(source, start, before ? removed.end : parent.end - 1, "");
}

export function swapItems(array: ArrayNode, first: number, second: number): string {
  const [a, b] = [array.items[Math.min(first, second)], array.items[Math.max(first, second)]];
  const { source } = array;
  if (!a || !b) return source;
  return source.slice(0, a.start) + rawOf(b) + source.slice(a.end, b.start) + rawOf(a) + source.slice(b.end);
}

export function renameMember(object: ObjectNode, index: number, key: string): string {
  const member = object.members[index];
  if (!member) return object.source;
  const { start, value } = member;
  return replaceRange(value.source, start, endOfString(value.source, start), JSON.stringify(key));
}

function spanOf(child: Child): { start: number; end: number } {
  return "value" in child ? { start: child.start, end: child.value.end } : child;
}

function spaceBefore(source: string, offset: number): string {
  let start = offset;
  while (start > 0 && /\s/.test(source.charAt(start - 1))) start -= 1;
  return source.slice(start, offset);
}

function indentAt(source: string, offset: number): string {
  const line = source.slice(source.lastIndexOf("\n", offset - 1) + 1, offset);
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}

function indentedLike(node: JsonNode, raw: string): string {
  return raw.replaceAll("\n", `\n${indentAt(node.source, node.start)}`);
}
