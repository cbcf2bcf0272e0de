// Properties of texts that are copied out of the page, as command lines and tables, or printed in it.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { pastedArguments } from "../src/form/pasted";
import { csvOf, withoutFormula } from "../src/text/csv";
import { printable, printableText } from "../src/text/printable";
import { curlPost, shellQuoted, shellWords } from "../src/text/shell";
import { utf8Length } from "../src/text/utf8";
import { names, objectTexts, runs } from "./property-support";

const SPECIAL = [
  ..."'_\"_\\_$_`_!_*_?_;_&_|_<_>_(_)_#_~_ _\t_\n_\r_,_=_+_-_@_\\\n_\u202e_\ud800_=1+1_-1.5e3".split("_"),
  "$'a\\n'",
];
const texts = fc
  .array(fc.oneof(fc.constantFrom(...SPECIAL), names, fc.string({ unit: "binary", maxLength: 3 })), { maxLength: 6 })
  .map((parts) => parts.join(""));

test("a quoted text is one word of a command line", () => {
  const quoted = fc.property(fc.array(texts), (words) => {
    assert.deepEqual(shellWords(words.map(shellQuoted).join(" ")), words);
  });
  fc.assert(quoted, runs(200));
});

test("the arguments in a command that was copied are found when it is pasted", () => {
  const pasted = fc.property(objectTexts, texts, texts, (args, tool, header) => {
    const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":${JSON.stringify(tool)},"arguments":${args}}}`;
    const line = curlPost("https://a.example/mcp", [["X-Note", header]], body);
    assert.deepEqual(pastedArguments(line), { json: args, tool });
    assert.deepEqual(pastedArguments(body), { json: args, tool });
  });
  fc.assert(pasted, runs(200));
});

// The cells of a table, by RFC 4180.
function cellsOf(table: string): string[][] {
  const rows: string[][] = [[]];
  let cell = "";
  let isQuoted = false;
  for (let at = 0; at < table.length; at += 1) {
    const character = table.charAt(at);
    if (character === '"' && isQuoted && table.charAt(at + 1) === '"') cell += table.charAt((at += 1));
    else if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted || !",\r\n".includes(character)) cell += character;
    else if (character !== "\r") {
      rows.at(-1)!.push(cell);
      cell = "";
      if (character === "\n") rows.push([]);
    }
  }
  return rows.slice(0, -1);
}

test("a table comes back from CSV, and no text in it begins a formula", () => {
  const same = fc.property(fc.array(fc.array(texts, { minLength: 1 }), { maxLength: 5 }), (rows) => {
    assert.deepEqual(cellsOf(csvOf(rows)), rows);
    for (const cell of rows.flat()) {
      const safe = withoutFormula(cell);
      assert.ok(
        /^-?\d/.test(safe) ? !Number.isNaN(Number(safe)) || !safe.startsWith("-") : !/^\s*[=+\-@]/.test(safe),
        cell,
      );
    }
  });
  fc.assert(same, runs(200));
});

test("a printed text hides nothing, and is the same when it is printed again", () => {
  const printed = fc.property(texts, fc.nat({ max: 20 }), (text, limit) => {
    const shown = printable(text);
    assert.ok(!/[\p{Cc}\p{Cs}\p{Bidi_Control}]/u.test(shown), shown);
    assert.equal(printable(shown, Infinity), shown);
    assert.ok(!/[^\P{Cc}\n\t]|[\p{Cs}\p{Bidi_Control}]/u.test(printableText(text)));
    assert.equal(printable(text, limit).includes("…") || text.length <= limit, true);
  });
  fc.assert(printed, runs(200));
});

test("the bytes of a text are counted in parts, whatever stands where it is divided", () => {
  const counted = fc.property(texts, fc.integer({ min: (1 << 16) - 12, max: 1 << 16 }), (text, length) => {
    const whole = `${"x".repeat(length)}😀${text}é✓`;
    assert.equal(utf8Length(whole), Buffer.byteLength(whole));
  });
  fc.assert(counted, runs(100));
});
