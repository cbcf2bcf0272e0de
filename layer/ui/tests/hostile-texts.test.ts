import assert from "node:assert/strict";
import { test } from "node:test";
import { parseMarkdown } from "../src/markdown/parse";
import { isEmbeddedImage } from "../src/text/address";
import { matchesPattern } from "../src/text/pattern";

test("drawings that repeat their parts are no images", () => {
  const svg = (body: string) => `<svg xmlns="http://www.w3.org/2000/svg">${body}</svg>`;
  const encodings = [
    (text: string) => `data:image/svg+xml,${encodeURIComponent(text)}`,
    (text: string) => `data:image/svg+xml;base64,${btoa(text)}`,
  ];
  for (const encode of encodings) {
    assert.ok(isEmbeddedImage(encode(svg('<path d="M0 0"/>'))));
    for (const body of ['<use href="#a"/>', "<s:use/>", "<USE/>", "<pattern/>", "<filter/>", "<foreignObject/>"]) {
      assert.ok(!isEmbeddedImage(encode(svg(body))), body);
    }
    assert.ok(!isEmbeddedImage(encode(`<!DOCTYPE svg [<!ENTITY a "b">]>${svg("&a;")}`)));
    assert.ok(!isEmbeddedImage(encode(svg("a".repeat(60_000)))));
  }
  assert.ok(!isEmbeddedImage("data:image/svg+xml,%"));
  assert.ok(isEmbeddedImage("data:image/png;base64,AAAA") && !isEmbeddedImage("https://example.com/a.png"));
});

test("a pattern is tried only if it ends soon", () => {
  assert.equal(matchesPattern("^[a-z]+$", "abc"), true);
  assert.equal(matchesPattern("^[a-z]+$", "1"), false);
  for (const [pattern, text] of [
    ["\\p{L}?".repeat(4000) + "x", "1"],
    ["(a+)+", "aaa"],
    ["a*".repeat(5), "a".repeat(50)],
  ] as const) {
    assert.equal(matchesPattern(pattern, text), undefined, pattern.slice(0, 20));
  }
});

test("many links beside emphasis are shown as plain text", () => {
  assert.equal(parseMarkdown("**www. ".repeat(1000)), undefined);
  assert.ok(parseMarkdown("**www.example.com** and *https://example.com*"));
});
