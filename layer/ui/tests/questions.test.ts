// The parts of question cards that need no browser: schemas, checks of answers, addresses, results, saved answers.
import assert from "node:assert/strict";
import { test } from "node:test";
import { nodeOf, readJson, tryReadJson } from "../src/json/read";
import { accepted } from "../src/questions/answers";
import { constraintsOf, problemsIn } from "../src/questions/check-answer";
import { initialAnswer } from "../src/questions/initial-answer";
import { offeredTools } from "../src/questions/offered-tools";
import { flatFields } from "../src/questions/flat-schema";
import { parsedRoots, rootProblem, rootsResult } from "../src/questions/root-list";
import { samplingResult, textOfResult } from "../src/questions/sampling-result";
import { parsedAnswers, withAnswer, withoutSecrets } from "../src/questions/saved";
import { checkUrl } from "../src/questions/url-check";

const object = (properties: Record<string, unknown>, required: string[] = []) => ({
  type: "object",
  properties,
  required,
});
const fieldsOf = (properties: Record<string, unknown>, required?: string[]) =>
  flatFields(nodeOf(object(properties, required)));

function problems(schema: unknown, value: unknown, isRequired = false): string[] {
  const fields = fieldsOf({ a: schema }, isRequired ? ["a"] : []);
  return problemsIn(fields, nodeOf(value === undefined ? {} : { a: value })).map(({ message }) => message);
}

test("a flat schema becomes fields in its order", () => {
  const fields = fieldsOf(
    {
      z: { type: "string", title: "Zed" },
      1: { type: "integer" },
      on: { type: "boolean" },
      one: { type: "string", enum: ["a", "b"], enumNames: ["Anna"] },
      titled: { type: "string", oneOf: [{ const: "x", title: "Ex" }] },
      many: { type: "array", items: { type: "string", enum: ["p"] } },
      several: { type: "array", items: { anyOf: [{ const: "q", title: "Queue" }] } },
    },
    ["z"],
  );
  const kinds = Object.fromEntries(
    fields.map(({ key, kind, choices }) => [key, [kind, ...choices.map(({ title }) => title)]]),
  );
  assert.deepEqual(kinds, {
    1: ["number"],
    z: ["text"],
    on: ["choice", "Yes", "No"],
    one: ["choice", "Anna", "b"],
    titled: ["choice", "Ex"],
    many: ["choices", "p"],
    several: ["choices", "Queue"],
  });
  assert.equal(fields.find(({ key }) => key === "z")?.label, "Zed");
  assert.deepEqual(
    fields.filter(({ isRequired }) => isRequired).map(({ key }) => key),
    ["z"],
  );
});

test("a schema that forms may not have is refused, with the reason", () => {
  const refusal = (schema: unknown, reason: RegExp) => assert.throws(() => flatFields(nodeOf(schema)), reason);
  assert.throws(() => flatFields(undefined), /no schema/);
  refusal(true, /no schema/);
  refusal({ type: "string" }, /type “object”/);
  refusal({ ...object({}), allOf: [] }, /“allOf”/);
  refusal(object({ a: { type: "object", properties: {} } }), /“a” is an object, but forms may not be nested/);
  refusal(object({ a: { $ref: "#" } }), /“a” uses “\$ref”/);
  refusal(object({ a: { type: "string", anyOf: [{ const: 1 }] } }), /“anyOf”/);
  refusal(object({ a: { type: "string", oneOf: [{ type: "string" }] } }), /“oneOf”/);
  refusal(object({ a: { type: "array", items: { type: "string" } } }), /list without options/);
  refusal(object({ a: { type: ["string", "null"] } }), /no type/);
  refusal(object({ a: { type: "\u202ex" } }), /unknown type “‹U\+202E›x”/);
  refusal(object({ a: false }), /no schema that is an object/);
  refusal(object({}, ["gone"]), /requires the field “gone”/);
  refusal(object({ a: { type: "string", enum: Array.from({ length: 1001 }, String) } }), /more than 1000 options/);
  refusal(object({ a: { type: "string", description: "x".repeat(200000) } }), /too large/);
  const many = Object.fromEntries(Array.from({ length: 10000 }, (_, index) => [`k${index}`, true]));
  refusal(object(many), /too large|10000 fields/);
  refusal(
    object(
      Object.fromEntries(
        Object.keys(many)
          .slice(0, 101)
          .map((key) => [key, {}]),
      ),
    ),
    /at most 100/,
  );
});

test("names of built-in members are ordinary fields", () => {
  const schema = readJson(
    '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"string","format":"toString"}}}',
  );
  const fields = flatFields(schema);
  assert.deepEqual(
    fields.map(({ key }) => key),
    ["__proto__", "constructor"],
  );
  assert.deepEqual(problemsIn(fields, readJson('{"__proto__":"x"}')), []);
});

test("an answer is checked in words for people", () => {
  assert.deepEqual(problems({ type: "string" }, undefined, true), ["Required"]);
  assert.deepEqual(problems({ type: "string" }, undefined), []);
  assert.deepEqual(problems({ type: "string", minLength: 4 }, "abc"), ["At least 4 characters"]);
  assert.deepEqual(problems({ type: "string", minLength: 2 }, "😀"), ["At least 2 characters"]);
  assert.deepEqual(problems({ type: "string", maxLength: 1 }, "😀"), []);
  assert.deepEqual(problems({ type: "string", maxLength: 1 }, "ab"), ["At most 1 character"]);
  assert.deepEqual(problems({ type: "string", pattern: "^[A-Z]{2}$" }, "ab"), ["Must match the pattern ^[A-Z]{2}$"]);
  assert.deepEqual(problems({ type: "string", pattern: "^(a+)+$" }, "a".repeat(50) + "b"), []);
  assert.deepEqual(problems({ type: "string", pattern: "[" }, "a"), []);
  assert.deepEqual(problems({ type: "string" }, 1), ["Must be a string"]);
  assert.deepEqual(problems({ type: "integer" }, 1.5), ["Must be a whole number"]);
  assert.deepEqual(problems({ type: "integer" }, 1), []);
  assert.deepEqual(problems({ type: "number", minimum: -1, maximum: 0 }, 1), ["At most 0"]);
  assert.deepEqual(problems({ type: "number", minimum: 0 }, -1), ["At least 0"]);
  assert.deepEqual(problems({ type: "boolean" }, "yes"), ["Not one of the options"]);
  assert.deepEqual(problems({ type: "string", enum: ["a"] }, "b"), ["Not one of the options"]);
  const list = { type: "array", items: { enum: ["a", "b"] }, minItems: 1, maxItems: 1 };
  assert.deepEqual(problems(list, []), ["At least 1"]);
  assert.deepEqual(problems(list, ["a", "b"]), ["At most 1"]);
  assert.deepEqual(problems(list, "a"), ["Not one of the options"]);
  assert.deepEqual(problems(list, ["c"]), ["Not one of the options"]);
});

test("formats are checked", () => {
  const isValid = (format: string, text: string) => problems({ type: "string", format }, text).length === 0;
  const valid: [format: string, text: string][] = [
    ["email", "a@localhost"],
    ["uri", "urn:isbn:1"],
    ["date", "2024-02-29"],
    ["date-time", "2026-01-31T09:30:00.5+01:00"],
    ["anything", "x"],
  ];
  const invalid: [format: string, text: string][] = [
    ["email", "a b@c"],
    ["uri", "example.com"],
    ["date", "2026-02-31"],
    ["date", "31.1.2026"],
    ["date-time", "2026-01-31"],
    ["date-time", "2026-02-31T09:30:00Z"],
    ["date-time", "2026-01-31T25:30:00Z"],
  ];
  for (const [format, text] of valid) assert.ok(isValid(format, text), `${format} ${text}`);
  for (const [format, text] of invalid) assert.ok(!isValid(format, text), `${format} ${text}`);
});

test("the constraints are told beforehand", () => {
  const words = (schema: unknown) => constraintsOf(fieldsOf({ a: schema })[0]!);
  assert.equal(words({ type: "string", minLength: 4, maxLength: 20 }), "4 to 20 characters");
  assert.equal(words({ type: "integer", minimum: 0 }), "Whole number · At least 0");
  assert.equal(words({ type: "string", minLength: 0 }), "");
  assert.match(words({ type: "string", writeOnly: true }), /secrets/);
});

test("defaults are applied as written", () => {
  const schema = readJson(
    '{"type":"object","required":["list"],"properties":{"n":{"type":"number","default":1.50},"s":{"type":"string"},"list":{"type":"array","items":{"enum":["a"]}}}}',
  );
  assert.equal(initialAnswer(flatFields(schema)).replace(/\s+/g, ""), '{"n":1.50,"list":[]}');
  assert.deepEqual(accepted('{"n":1.50}'), { result: '{"action":"accept","content":{"n":1.50}}' });
});

function refusalOf(url: string | undefined): string {
  const checked = checkUrl(url);
  return typeof checked === "string" ? checked : "";
}

test("an address is opened over http and https only", () => {
  for (const url of [
    "javascript:alert(1)",
    "data:text/html,x",
    "file:///etc/passwd",
    "blob:https://a/b",
    "vscode://x",
    "//a",
    "",
    undefined,
  ]) {
    assert.match(refusalOf(url), /^Only addresses of http and https/, url);
  }
  assert.match(refusalOf(`https://a/${"x".repeat(2000)}`), /more than 2000 characters/);
});

test("what is suspicious about an address is told", () => {
  const warnings = (url: string) => {
    const checked = checkUrl(url);
    assert.ok(typeof checked !== "string");
    assert.equal(checked.parts.join(""), checked.url.href);
    assert.equal(checked.parts[1], checked.url.host);
    return checked.warnings.map((warning) => /imitate|user name|own network|not encrypted/.exec(warning)?.[0]).join();
  };
  assert.equal(warnings("https://example.com/a?b=c#d"), "");
  assert.equal(warnings("https://xn--pypal-4ve.com"), "imitate");
  assert.equal(warnings("https://p\u0430ypal.com/"), "imitate");
  assert.equal(warnings("https://example.com@evil.test/"), "user name");
  assert.equal(warnings("https://example.com:443%2F@evil.test:8443/@x"), "user name");
  assert.equal(warnings("https://evil.test\\@example.com/"), "");
  assert.equal(warnings("http://example.com/"), "not encrypted");
  assert.equal(warnings("http://127.0.0.1.evil.test/"), "not encrypted");
  for (const url of [
    "http://localhost:8080/",
    "http://localhost.:8080/",
    "http://a.localhost/",
    "http://127.8.9.1/",
    "http://0.0.0.0/",
    "http://0/",
    "http://[::1]/",
    "http://[::]/",
    "http://[::ffff:127.0.0.1]/",
    "http://2130706433/",
  ]) {
    const checked = checkUrl(url);
    assert.equal(warnings(url), "");
    assert.ok(typeof checked !== "string" && checked.note.includes("this computer"), url);
  }
  for (const host of [
    "169.254.169.254",
    "10.1.2.3",
    "172.16.0.1",
    "192.168.1.1",
    "100.64.0.1",
    "[fe80::1]",
    "[fd00::1]",
    "[::ffff:10.0.0.1]",
    "[64:ff9b::169.254.169.254]",
    "printer.local",
    "metadata.google.internal",
  ]) {
    assert.equal(warnings(`https://${host}/`), "own network", host);
  }
  for (const host of ["172.32.0.1", "192.169.1.1", "100.128.0.1", "[2001:db8::1]", "11.0.0.1", "localhost.example"]) {
    assert.equal(warnings(`https://${host}/`), "", host);
  }
});

test("a sampling result is a text, or a list with calls of tools", () => {
  const answer = { text: 'Hi "you"', model: "human", stopReason: "endTurn", calls: [] };
  const result = samplingResult(answer);
  assert.deepEqual(JSON.parse(result), {
    role: "assistant",
    content: { type: "text", text: 'Hi "you"' },
    model: "human",
    stopReason: "endTurn",
  });
  assert.equal(textOfResult(tryReadJson(result)), 'Hi "you"');
  const calling = samplingResult({
    ...answer,
    text: "",
    stopReason: "toolUse",
    calls: [{ id: "c1", name: "add", input: '{"n":1.0}' }],
  });
  assert.match(calling, /"content":\[\{"type":"tool_use","id":"c1","name":"add","input":\{"n":1\.0\}\}\],"model"/);
  assert.equal(textOfResult(tryReadJson(calling)), undefined);
  assert.equal(textOfResult(undefined), undefined);
});

test("roots are file URIs", () => {
  assert.equal(rootProblem("file:///home/me"), "");
  assert.equal(rootProblem("FILE:///C:/x"), "");
  for (const uri of ["", "/home", "https://a", "file:x", "javascript:1"]) assert.notEqual(rootProblem(uri), "", uri);
  const roots = [
    { uri: "file:///a", name: "A" },
    { uri: "file:///b", name: "" },
  ];
  assert.deepEqual(JSON.parse(rootsResult(roots)), { roots: [{ uri: "file:///a", name: "A" }, { uri: "file:///b" }] });
  assert.deepEqual(parsedRoots(rootsResult(roots)), roots);
  assert.deepEqual(parsedRoots("no JSON"), []);
  assert.deepEqual(parsedRoots('{"roots":[null]}'), [{ uri: "", name: "" }]);
});

test("saved answers are bounded, and replace each other", () => {
  assert.deepEqual(parsedAnswers("no JSON"), []);
  assert.deepEqual(parsedAnswers('[null, {"question": "a"}, {"question": "a", "answer": "b"}]'), [
    { question: "a", answer: "b" },
  ]);
  let saved = withAnswer([], "first", "1");
  for (let count = 0; count < 60; count += 1) saved = withAnswer(saved, `q${count}`, "x");
  assert.equal(saved.length, 50);
  assert.equal(saved[0]?.question, "q59");
  saved = withAnswer(saved, "q30", "new");
  assert.deepEqual(
    saved.filter(({ question }) => question === "q30"),
    [{ question: "q30", answer: "new" }],
  );
  assert.equal(withAnswer(saved, "q30", undefined).length, 49);
  assert.deepEqual(withAnswer(saved, "big", "x".repeat(70000)), saved);
  for (let count = 0; count < 20; count += 1) saved = withAnswer(saved, `long${count}`, "é".repeat(10000));
  assert.ok(new TextEncoder().encode(JSON.stringify(saved)).length <= 65536);
});

test("the values of secret fields are not kept", () => {
  const fields = fieldsOf({
    pin: { type: "string", format: "password" },
    key: { type: "string", writeOnly: true },
    name: { type: "string" },
  });
  assert.deepEqual(JSON.parse(withoutSecrets('{"pin":"1","name":"n","p\\u0069n":"2","key":"3"}', fields)), {
    name: "n",
  });
});

test("roots and offered tools are read up to a number", () => {
  const many = Array.from({ length: 1500 }, (_, index) => ({ uri: `file:///${index}`, name: `tool ${index}` }));
  assert.equal(parsedRoots(JSON.stringify({ roots: many })).at(-1)?.uri, "file:///99");
  const tools = offeredTools(nodeOf({ tools: many }));
  assert.deepEqual([tools.length, tools.at(-1)?.name], [1000, "tool 999"]);
});
