// Markdown of servers: what is taken for it, and the limits of its parser.
import assert from "node:assert/strict";
import { test } from "node:test";
import { withoutEntities } from "../src/markdown/entities";
import { looksLikeMarkdown, mayBeMarkdown } from "../src/markdown/looks-like";
import { parseMarkdown } from "../src/markdown/parse";

test("recognizes Markdown by a strong sign or by two weak ones", () => {
  for (const text of [
    "# Report\n\n- one\n- two\n",
    "See [the page](https://example.org/a) for more.",
    "| a | b |\n|---|---|\n| 1 | 2 |",
    "Run it:\n\n```sh\nls\n```\n",
    "Call `list_files` first, then `read_file`.",
    "Use `city` for the name.\n\n**Important**: it is required.",
  ]) {
    assert.ok(looksLikeMarkdown(text), text);
  }
});

test("plain text, code, logs and data stay plain", () => {
  for (const text of [
    "",
    "One line.\n\nAnother paragraph.",
    "- one\n- two\n",
    "Adds two numbers.\n\nArgs:\n    first: a number\n    second: 2 * 3 * 4, a**b",
    "#!/bin/sh\n# Comment\n\nls `pwd` **",
    "# a comment\nimport os\n# another\nprint(__name__)\n",
    '{"a": "# b", "c": "**d**"}',
    "<p>**bold** `code`</p>",
    "2026-01-02 10:00:00 INFO > started | ok\n2026-01-02 10:00:01 WARN | slow",
    "snake_case_names and __dunder__ ones",
  ]) {
    assert.ok(!looksLikeMarkdown(text), text);
  }
  assert.ok(mayBeMarkdown("- one\n- two\n") && !mayBeMarkdown("One line."));
});

test("the names of identifiers are no emphasis", () => {
  const [paragraph] = parseMarkdown("call my_long_name with a*b")!.tokens;
  assert.ok(paragraph?.type === "paragraph");
  assert.deepEqual(
    paragraph.tokens.map(({ type }) => type),
    ["text"],
  );
});

test("a text beyond the limits is cut, or not read at all", () => {
  const long = parseMarkdown("A paragraph of some length.\n\n".repeat(40000))!;
  assert.ok(long.left > 1000000 && long.tokens.length < 5000);
  for (const text of [
    ">".repeat(10000),
    "> ".repeat(10000),
    "1. ".repeat(9000),
    `${"|a".repeat(5000)}\n${"|-".repeat(5000)}\nx`,
    `${"| a ".repeat(300)}|\n${"| - ".repeat(300)}|\n${"| b |\n".repeat(200)}`,
  ]) {
    assert.equal(parseMarkdown(text), undefined);
  }
  for (const piece of [
    "[",
    "![",
    "[a](",
    "*a ",
    "_a __b ",
    "**a",
    "a**b_",
    "`a``",
    "<a ",
    "<!--",
    "~~a",
    "a\n-\n",
    "- a\n  ",
  ]) {
    parseMarkdown(piece.repeat(10000));
  }
});

test("Markdown is looked for at the beginning of a text", () => {
  const after = (count: number) => `${"word ".repeat(count)}\n\n# Report\n\n- one\n- two\n`;
  assert.ok(looksLikeMarkdown(after(1500)) && mayBeMarkdown(after(1500)));
  assert.ok(!looksLikeMarkdown(after(1700)) && !mayBeMarkdown(after(1700)));
});

test("character references become characters, and unknown ones stay", () => {
  assert.equal(
    withoutEntities("&lt;a&gt; &amp;lt; &#65;&#x42; &nosuch; &#0; &#xffffff;"),
    "<a> &lt; AB &nosuch; \ufffd \ufffd",
  );
});
