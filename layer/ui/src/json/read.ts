// A lossless JSON reader. It does not recurse, so nesting depth is limited only where the caller wants it.

import { type Steps, finish } from "../scheduling/slices";
import type { ArrayNode, JsonNode, MaybeNode, ObjectNode, ScalarNode } from "./node";
import { JsonError, endingString } from "./string";

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORDS: ReadonlyMap<string | undefined, string> = new Map([
  ["t", "true"],
  ["f", "false"],
  ["n", "null"],
]);

// An array or object whose end has not been read yet. The member that is being read has no value yet.
type OpenNode = ArrayNode | (Omit<ObjectNode, "members"> & { readonly members: OpenMember[] });
interface OpenMember {
  readonly key: string;
  readonly start: number;
  value: MaybeNode;
}
type Expected = "value" | "first value" | "key" | "first key" | "next";

export function* readingJson(source: string, deepest = Infinity): Steps<JsonNode> {
  const open: OpenNode[] = [];
  let at = 0;
  let expect: Expected = "value";
  let root: MaybeNode;

  const fail = (message: string): never => {
    const found = at < source.length ? JSON.stringify(source[at]) : "the end";
    throw new JsonError(`${message}, found ${found}`, source, at);
  };
  const skipSpace = () => {
    for (;;) {
      const code = source.charCodeAt(at);
      if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return;
      at += 1;
    }
  };
  const attach = (node: JsonNode) => {
    const parent = open.at(-1);
    if (!parent) root = node;
    else if (parent.type === "array") parent.items.push(node);
    else parent.members.at(-1)!.value = node;
  };
  const close = () => {
    at += 1;
    open.pop()!.end = at;
    expect = "next";
  };

  for (let count = 1; ; count += 1) {
    if (count % 512 === 0) yield;
    skipSpace();
    const character = source[at];
    const parent = open.at(-1);
    if (expect === "next") {
      if (!parent) {
        if (at < source.length) fail("Expected the end of the JSON");
        return root!;
      }
      const closing = parent.type === "array" ? "]" : "}";
      if (character === ",") {
        at += 1;
        expect = parent.type === "array" ? "value" : "key";
      } else if (character === closing) close();
      else fail(`Expected "," or "${closing}"`);
    } else if (expect === "key" || expect === "first key") {
      if (character === "}" && expect === "first key") {
        close();
        continue;
      }
      if (character !== '"') fail("Expected a key in double quotes");
      const start = at;
      at = yield* endingString(source, at);
      const key = JSON.parse(source.slice(start, at)) as string;
      skipSpace();
      if (source[at] !== ":") fail('Expected ":"');
      at += 1;
      if (parent?.type === "object") parent.members.push({ key, start, value: undefined });
      expect = "value";
    } else if (character === "]" && expect === "first value") {
      close();
    } else if (character === "{" || character === "[") {
      if (open.length >= deepest) fail(`Nested deeper than ${deepest} levels`);
      const start = at;
      at += 1;
      const node: ArrayNode | ObjectNode =
        character === "{"
          ? { type: "object", source, start, end: at, members: [] }
          : { type: "array", source, start, end: at, items: [] };
      attach(node);
      open.push(node);
      expect = node.type === "object" ? "first key" : "first value";
    } else {
      const start = at;
      const word = WORDS.get(character);
      let type: ScalarNode["type"];
      if (character === '"') {
        type = "string";
        at = yield* endingString(source, at);
      } else if (word !== undefined && source.startsWith(word, at)) {
        type = character === "n" ? "null" : "boolean";
        at += word.length;
      } else {
        NUMBER.lastIndex = at;
        if (!NUMBER.test(source)) fail("Expected a value");
        type = "number";
        at = NUMBER.lastIndex;
      }
      attach({ type, source, start, end: at });
      expect = "next";
    }
  }
}

export function readJson(source: string, deepest?: number): JsonNode {
  return finish(readingJson(source, deepest));
}

/** Returns the node of a text, or undefined if the text is not JSON. */
export function tryReadJson(source: string): MaybeNode {
  try {
    return readJson(source);
  } catch {
    return undefined;
  }
}

/** Converts a plain value to a node. */
export function nodeOf(value: unknown): JsonNode {
  return readJson(JSON.stringify(value));
}
