import "./dom";
import assert from "node:assert/strict";
import { test } from "node:test";
import { readJson } from "../src/json/read";
import { pictureLines, pictureText } from "../src/results/picture";
import { fileText } from "../src/results/share";

const outcome = (text: string) => ({
  kind: "success" as const,
  headline: "",
  duration: 1,
  size: text.length,
  started: 0,
  text,
  root: readJson(text),
});

test("the file of a result has the call, and keeps the digits of numbers", () => {
  const text = '{"content":[],"structuredContent":{"n":1.10}}';
  assert.equal(
    fileText("sum", '{"a":1.0}', outcome(text)),
    `{"tool":"sum","arguments":{"a":1.0},"at":"1970-01-01T00:00:00.000Z","response":${text}}`,
  );
  const { root: _root, ...failed } = outcome('{"content":[]}');
  const file = fileText("sum", "", { ...failed, text: "not JSON" });
  assert.deepEqual(JSON.parse(file), {
    tool: "sum",
    arguments: {},
    at: "1970-01-01T00:00:00.000Z",
    response: "not JSON",
  });
});

test("the image of a result shows its structured content, or its texts", () => {
  assert.equal(pictureText(outcome('{"content":[],"structuredContent":{"n":1}}')), '{\n  "n": 1\n}');
  const items = [{ type: "text", text: "one" }, { type: "image" }];
  assert.equal(pictureText(outcome(JSON.stringify({ content: items }))), "one\n[image]");
});

test("the lines of an image are printable, and few", () => {
  const lines = pictureLines(`${"x".repeat(300)}\n\u202eb\n${"line\n".repeat(1000)}`);
  assert.equal(lines.length, 60);
  assert.equal(lines.at(-1), "…");
  assert.ok(lines.every((line) => line.length <= 112 && !line.includes("\u202e")));
});

test("long structured content is not formatted for an image", () => {
  const shown = (length: number) =>
    pictureText(outcome(`{"content":[],"structuredContent":{"n":"${"x".repeat(length)}"}}`)).slice(0, 8);
  assert.deepEqual([shown(99_000), shown(101_000)], ['{\n  "n":', '{"n":"xx']);
});
