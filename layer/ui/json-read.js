// A lossless JSON reader: a node points into its source text, so that numbers keep their digits, strings their escapes, and
// objects the order and repetition of their keys. It does not recurse, so nesting depth is not limited.
//
//   node:   { type, source, start, end }, with `items` (array) or `members` (object)
//   member: { key, start, value }, where `start` is the offset of the key's opening quote

class JsonError extends Error {
  constructor(message, source, offset) {
    const before = source.slice(0, offset);
    const line = before.split("\n").length;
    super(`${message} at line ${line}, column ${offset - before.lastIndexOf("\n")}`);
    this.offset = offset;
  }
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORDS = new Map([["t", "true"], ["f", "false"], ["n", "null"]]);

function* readingJson(source) {
  const open = [];
  let at = 0;
  let expect = "value";
  let root;

  const fail = (message) => {
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
  const attach = (node) => {
    const parent = open[open.length - 1];
    if (!parent) root = node;
    else if (parent.type === "array") parent.items.push(node);
    else parent.members[parent.members.length - 1].value = node;
  };
  const close = () => {
    at += 1;
    open.pop().end = at;
    expect = "next";
  };

  for (let count = 1; ; count += 1) {
    if (count % 512 === 0) yield;
    skipSpace();
    const character = source[at];
    const parent = open[open.length - 1];
    if (expect === "next") {
      if (!parent) {
        if (at < source.length) fail("Expected nothing more");
        return root;
      }
      if (character === ",") {
        at += 1;
        expect = parent.type === "array" ? "value" : "key";
      } else if (character === (parent.type === "array" ? "]" : "}")) close();
      else fail(`Expected "," or "${parent.type === "array" ? "]" : "}"}"`);
    } else if (expect === "key" || expect === "first key") {
      if (character === "}" && expect === "first key") {
        close();
        continue;
      }
      if (character !== '"') fail("Expected a key in double quotes");
      const start = at;
      at = yield* endingString(source, at);
      const key = JSON.parse(source.slice(start, at));
      skipSpace();
      if (source[at] !== ":") fail('Expected ":"');
      at += 1;
      parent.members.push({ key, start, value: undefined });
      expect = "value";
    } else if (character === "]" && expect === "first value") {
      close();
    } else {
      const node = { type: "", source, start: at, end: at };
      attach(node);
      expect = "next";
      if (character === "{") {
        node.type = "object";
        node.members = [];
        open.push(node);
        at += 1;
        expect = "first key";
      } else if (character === "[") {
        node.type = "array";
        node.items = [];
        open.push(node);
        at += 1;
        expect = "first value";
      } else if (character === '"') {
        node.type = "string";
        at = yield* endingString(source, at);
      } else if (WORDS.has(character) && source.startsWith(WORDS.get(character), at)) {
        node.type = character === "n" ? "null" : "boolean";
        at += WORDS.get(character).length;
      } else {
        NUMBER.lastIndex = at;
        if (!NUMBER.test(source)) fail("Expected a value");
        node.type = "number";
        at = NUMBER.lastIndex;
      }
      node.end = at;
    }
  }
}

function endOfString(source, start) {
  return finish(endingString(source, start));
}

const NOT_PLAIN = /["\\\u0000-\u001f]/g;

// Finds the offset after the closing quote, given that of the opening one.
function* endingString(source, start) {
  NOT_PLAIN.lastIndex = start + 1;
  for (let count = 1; NOT_PLAIN.test(source); count += 1) {
    const at = NOT_PLAIN.lastIndex;
    const character = source[at - 1];
    if (character === '"') return at;
    if (character !== "\\") throw new JsonError("Control characters must be escaped in a string", source, at - 1);
    const escape = source[at] ?? "";
    const hexadecimal = escape === "u" && /^[0-9a-fA-F]{4}$/.test(source.slice(at + 1, at + 5));
    if (!hexadecimal && (escape === "" || !'"\\/bfnrt'.includes(escape))) throw new JsonError("Unknown escape in a string", source, at - 1);
    if (count % 2000 === 0) yield;
    NOT_PLAIN.lastIndex = at + (hexadecimal ? 5 : 1);
  }
  throw new JsonError("The string has no closing quote", source, start);
}

function readJson(source) {
  return finish(readingJson(source));
}

// Returns the node of a text, or undefined if the text is not JSON.
function tryReadJson(source) {
  try {
    return readJson(source);
  } catch {
    return undefined;
  }
}

function rawOf(node) {
  return node.source.slice(node.start, node.end);
}

// Returns the text of a string node; undefined for anything else, so that a wrong type is treated like an absent value.
function stringOf(node) {
  return node?.type === "string" ? JSON.parse(rawOf(node)) : undefined;
}

const DECODED_AT_ONCE = 500000;

// Like `stringOf` for a string of any length, decoded in pieces.
function* decodingString({ source, start, end }) {
  const pieces = [];
  for (let from = start + 1; from < end - 1; ) {
    const to = from + DECODED_AT_ONCE < end ? beforeEscape(source, from + DECODED_AT_ONCE) : end - 1;
    pieces.push(JSON.parse(`"${source.slice(from, to)}"`));
    from = to;
    yield;
  }
  return pieces.join("");
}

// Returns the offset, or the start of the escape that contains it. An escape starts at the last backslash of an odd-length run.
function beforeEscape(source, offset) {
  const near = source.slice(offset - 6, offset).lastIndexOf("\\");
  if (near < 0) return offset;
  const last = offset - 6 + near;
  let first = last;
  while (source[first - 1] === "\\") first -= 1;
  return (last - first) % 2 === 0 ? last : offset;
}

function isTrue(node) {
  return node?.type === "boolean" && rawOf(node) === "true";
}

// The last of repeated keys wins, as in other JSON readers.
function memberOf(node, key) {
  if (node?.type !== "object") return undefined;
  node.index ??= new Map(node.members.map((member) => [member.key, member]));
  return node.index.get(key);
}

function valueOf(node, key) {
  return memberOf(node, key)?.value;
}

function textAt(node, key) {
  return stringOf(valueOf(node, key));
}

function itemsOf(node) {
  return node?.type === "array" ? node.items : [];
}

function membersOf(node) {
  return node?.type === "object" ? node.members : [];
}

// An approximation of JSON Schema equality, good enough to choose an entry of an enumeration.
function sameJson(a, b) {
  return a.type === b.type && compactJson(a) === compactJson(b);
}
