// Values at their places in the JSON, and the arguments in pasted texts.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Draft } from "../src/form/draft";
import { withKinds } from "../src/form/undecided";
import { pastedArguments } from "../src/form/pasted";
import { withValue } from "../src/form/with-value";
import { nodeOf } from "../src/json/read";
import { relaxedJson } from "../src/json/relaxed";
import { atMissingField } from "../src/protocol/missing-field";
import { shellWords } from "../src/text/shell";
import { withMissing } from "../src/tool/missing";

const NO_ORDER = () => [];

test("a value is written with the objects around it, and removed alone", () => {
  const draft = new Draft('{\n  "z": 1\n}');
  const written = withValue(draft, ["a", "b"], '"x"', (path) => (path.length === 0 ? ["a", "z"] : []));
  assert.equal(written, '{\n  "a": {\n    "b": "x"\n  },\n  "z": 1\n}');
  draft.set(written);
  assert.equal(withValue(draft, ["a", "b"], undefined, NO_ORDER), '{\n  "a": {},\n  "z": 1\n}');
  assert.equal(withValue(draft, ["a", "missing"], undefined, NO_ORDER), written);
  assert.equal(withValue(new Draft(""), ["__proto__"], "1", NO_ORDER), '{\n  "__proto__": 1\n}');
  assert.equal(withValue(new Draft('{"a": null}'), ["a", "b"], "1", NO_ORDER), '{"a": null}');
  const repeated = new Draft('{"a": 1, "b": 2.0, "\\u0061": 3}');
  assert.equal(withValue(repeated, ["a"], undefined, NO_ORDER), '{"b":2.0}');
});

test("reads literals of Python and JavaScript, and keeps the digits of numbers", () => {
  assert.equal(relaxedJson("{'a': 12345678901234567890, 'b': 1.0,}"), '{"a": 12345678901234567890, "b": 1.0}');
  assert.equal(
    relaxedJson('{a: True, "b": [None, undefined,], $c: "\\u00e9", }'),
    '{"a": true, "b": [null, null], "$c": "\\u00e9" }',
  );
  assert.equal(
    relaxedJson("{'it': 'it\\'s \"q\" \\x41\\n'}"),
    JSON.stringify({ it: 'it\'s "q" A\n' }).replace(":", ": "),
  );
  assert.equal(relaxedJson('// c\n{"url": "http://x/#y", /* c */ "n": 1} # c'), '\n{"url": "http://x/#y",  "n": 1} ');
  assert.equal(
    relaxedJson("['\\U0001f600', \"\\u{1F600}\", '\\U00110000']"),
    '["\u{1F600}", "\u{1F600}", "U00110000"]',
  );
  for (const text of ["{a b}", "hello", "{'a': }", "{'a", "{,}", '{"a": nope}'])
    assert.equal(relaxedJson(text), undefined, text);
  // Searched again from each quote or comment, they would take minutes.
  for (const text of ['{"a": "' + '\\"'.repeat(400_000), "[" + "/*".repeat(400_000)])
    assert.equal(relaxedJson(text), undefined);
});

test("a pasted text that is no JSON and too long is not read", () => {
  const text = (spaces: number) => `{a:${" ".repeat(spaces)}1}`;
  assert.equal(relaxedJson(text(900_000)), `{"a":${" ".repeat(900_000)}1}`);
  assert.equal(relaxedJson(text(1_100_000)), undefined);
});

test("finds the arguments in a call, unless the tool has such arguments itself", () => {
  const call = '{"name": "t", "arguments": {"a": 1.0}}';
  assert.equal(pastedArguments(call)?.json, '{"a": 1.0}');
  assert.equal(pastedArguments('{"name": "sum", "arguments": {}}')?.tool, "sum");
  assert.equal(pastedArguments('{"name": "sum"}')?.tool, undefined);
  assert.equal(pastedArguments(call, nodeOf({ properties: { arguments: {} } }))?.json, call);
  assert.equal(pastedArguments(`{"jsonrpc": "2.0", "method": "tools/call", "params": ${call}}`)?.json, '{"a": 1.0}');
  const other = '{"jsonrpc": "2.0", "method": "ping"}';
  assert.equal(pastedArguments(other)?.json, other);
  for (const text of ["[1]", "word", "curl https://example.com", "curl -d @file x"])
    assert.equal(pastedArguments(text)?.json, undefined, text);
});

test("finds the body of a curl command, however it is quoted", () => {
  const body = '{"a": "it\'s"}';
  for (const line of [
    `curl -s http://x -d '{"a": "it'\\''s"}'`,
    `$ curl http://x \\\n  --data-raw "{\\"a\\": \\"it's\\"}"`,
    `curl http://x --json $'{"a": "it\\'s"}'`,
    `curl --data='{"a": "it'"'"'s"}' http://x`,
  ]) {
    assert.equal(pastedArguments(line)?.json, body, line);
  }
  assert.deepEqual(shellWords('a \'b c\'d "e\\"f" \\ g'), ["a", "b cd", 'e"f', " g"]);
});

test("a missing property is a violation of its own field", () => {
  // The words of the server do not matter.
  const violation = { path: "/a", message: "Il manque quelque chose.", keyword: "required" };
  assert.deepEqual(atMissingField({ ...violation, missing: 'b/"c' }), {
    path: '/a/b~1"c',
    message: "Required",
    keyword: "required",
  });
  assert.deepEqual(atMissingField(violation), violation);
});

test("missing fields of the chosen branch replace those of a branch that is not shown", () => {
  const required = (path: string) => ({ path, message: "Required", keyword: "required" });
  const shown = (path: string) => path.startsWith("/target/id");
  const merged = withMissing([required("/target/name"), required("/other")], [required("/target/id")], shown);
  assert.deepEqual(merged, [required("/target/id"), required("/other")]);
  assert.deepEqual(withMissing([required("/target/id")], [required("/target/id")], shown), [required("/target/id")]);
});

test("a union whose value is of no kind has one violation, which names the kinds", () => {
  const violation = (path: string, keyword = "type") => ({ path, message: "m", keyword });
  const undecided = new Map([["/pay", ["card", "iban"]]]);
  const others = [violation("/payer"), violation("/total")];
  const choice = { path: "/pay", message: "Choose one of: card, iban", keyword: "anyOf" };
  assert.deepEqual(withKinds([others[0]!, violation("/pay/a"), violation("/pay"), others[1]!], undecided), [
    others[0],
    choice,
    others[1],
  ]);
  const named = [violation("/pay/kind", "enum"), ...others];
  assert.deepEqual(withKinds(named, undecided), named);
  assert.deepEqual(withKinds(others, undecided), others);
  const many = new Map([["", Array.from({ length: 12 }, (_, index) => `k${index}`)]]);
  assert.match(withKinds([violation("/a")], many)[0]!.message, /^Choose one of: k0, .*, k9 and 2 more$/);
});
