// Properties of texts in place of JSON, as people paste them.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type JsonNode, rawOf, stringOf } from "../src/json/node";
import { readJson } from "../src/json/read";
import { relaxedJson } from "../src/json/relaxed";
import { jsonTexts, objectTexts, runs } from "./property-support";

// Tokens of Python and JavaScript.
const LOOSE = [
  ..."{|}|[|]|(|)|,|:|'|\"|\\| |\n|#|.|+|-|/|*|;".split("|"),
  ..."True|None|undefined|nan|a-b|$x|é|'it\\'s'|\"\\x41\"|\\u{1F600}|\\U0001F600|// c\n|/* c */|1_000|0x1f|1.|b'x'".split(
    "|",
  ),
];

test("reading a loose text never fails, and what it returns is JSON", () => {
  const pieces = fc.oneof(fc.constantFrom(...LOOSE), jsonTexts, fc.string({ unit: "binary", maxLength: 4 }));
  const loose = fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
    const json = relaxedJson(parts.join(""));
    if (json !== undefined) JSON.parse(json);
  });
  fc.assert(loose, runs(500));
  fc.assert(
    fc.property(jsonTexts, (text) => assert.equal(relaxedJson(text), text)),
    runs(200),
  );
});

const ESCAPED_IN_PYTHON =
  /[\\'\n\r\t]|[^\x20-\u{10ffff}]|[\u007f-\u00a0\u2028\ud800-\udfff\u{e000}-\u{f8ff}\u{f0000}-\u{10ffff}]/gu;

// A string as Python prints it.
function pythonString(text: string): string {
  const escape = (character: string) => {
    const code = character.codePointAt(0)!;
    const digits = (length: number) => code.toString(16).padStart(length, "0");
    if ("\\'".includes(character)) return `\\${character}`;
    return code < 0x100 ? `\\x${digits(2)}` : code < 0x10000 ? `\\u${digits(4)}` : `\\U${digits(8)}`;
  };
  return `'${text.replace(ESCAPED_IN_PYTHON, escape)}'`;
}

function pythonText(node: JsonNode): string {
  if (node.type === "array") return `[${node.items.map(pythonText).join(", ")}]`;
  if (node.type === "object")
    return `{${node.members.map(({ key, value }) => `${pythonString(key)}: ${pythonText(value)}`).join(", ")}}`;
  if (node.type === "string") return pythonString(stringOf(node)!);
  return { true: "True", false: "False", null: "None" }[rawOf(node)] ?? rawOf(node);
}

test("a value as Python prints it is the value", () => {
  const printed = fc.property(objectTexts, (text) => {
    assert.deepEqual(JSON.parse(relaxedJson(pythonText(readJson(text))) ?? "0"), JSON.parse(text));
  });
  fc.assert(printed, runs(200));
});
