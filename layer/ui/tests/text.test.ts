// Texts that are made safe to show, to save and to link.
import assert from "node:assert/strict";
import { test } from "node:test";
import { itemLink, readLink, toolLink, toolPath } from "../src/protocol/links";
import { safeFilename } from "../src/text/filename";
import { displayName, printable } from "../src/text/printable";
import { counted, formatDuration, formatSize } from "../src/text/units";
import { findingMatches } from "../src/viewer/matches";
import { endOfBlock } from "../src/viewer/blocks";
import { finish } from "../src/scheduling/slices";

test("shows what is invisible or reorders text as code points", () => {
  assert.equal(printable("a\u202eb\u200b"), "a‹U+202E›b‹U+200B›");
  assert.equal(printable("👩\u200d🚀"), "👩\u200d🚀");
  assert.equal(printable("x".repeat(300)).length, 201);
  assert.equal(displayName(" "), '" "');
});

test("a file name is ordinary and visible on every system", () => {
  assert.equal(safeFilename("../../.bashrc"), "_.._.bashrc");
  assert.equal(safeFilename("con.txt"), "_con.txt");
  assert.equal(safeFilename("..."), "download");
  const long = safeFilename(`${"a".repeat(300)}.json`);
  assert.ok(long.endsWith(".json") && long.length === 100);
  const extended = (length: number) => safeFilename(`${"a".repeat(200)}.${"b".repeat(length)}`);
  assert.ok(extended(19).endsWith(`a.${"b".repeat(19)}`));
  assert.equal(extended(20), "a".repeat(100));
});

test("a link leads back to the tool and its arguments", () => {
  for (const name of ["echo", "a/b", "a?b#c", "grüße", "", "100%"]) {
    const item = { kind: "tool", id: name };
    assert.deepEqual(readLink(toolLink(name, '{"a": "&="}')), { ...item, argumentsText: '{"a": "&="}' });
    assert.deepEqual(readLink(toolLink(name)), { ...item, argumentsText: undefined });
  }
  const resource = { kind: "resource", id: "file:///a%20b/c?d=e#f" } as const;
  assert.deepEqual(readLink(itemLink(resource)), { ...resource, argumentsText: undefined });
  const template = { kind: "template", id: "db://{table}{?where*}" } as const;
  assert.deepEqual(readLink(itemLink(template, "{}")), { ...template, argumentsText: "{}" });
  assert.equal(readLink("#/other"), undefined);
  assert.equal(readLink("#/tools/%E0%A4%A"), undefined);
  assert.deepEqual(readLink(toolLink("echo", "x".repeat(32001))), {
    kind: "tool",
    id: "echo",
    argumentsText: undefined,
  });
});

test("a path keeps slashes where they change nothing", () => {
  assert.equal(toolPath("/explorer", "a/b", "/call"), "/explorer/tools/a/b/call");
  assert.equal(toolPath("/explorer", "a/../b"), "/explorer/tools/a%2F..%2Fb");
  assert.equal(toolPath("", ""), "/tools//");
  assert.throws(() => toolPath("", ".."), /cannot address/);
});

test("numbers have units", () => {
  assert.deepEqual([counted(1, "tool"), counted(5000, "tool")], ["1 tool", "5,000 tools"]);
  assert.deepEqual([formatSize(1), formatSize(1500), formatSize(2.5e6)], ["1 byte", "1.5 kB", "2.5 MB"]);
  assert.deepEqual([formatDuration(12.3), formatDuration(1234)], ["12 ms", "1.23 s"]);
});

test("finds matches across the pieces of a search", () => {
  const text = `${"-".repeat(199998)}Needle${"-".repeat(300000)}needle`;
  assert.deepEqual(finish(findingMatches(text, "NEEDLE")), [199998, 500004]);
  assert.deepEqual(finish(findingMatches(text, "")), []);
  assert.equal(finish(findingMatches("a".repeat(20000), "a")).length, 10000);
});

test("blocks end after lines, or within a long line but never within a character", () => {
  const lines = "line\n".repeat(500);
  assert.deepEqual(endOfBlock(lines, 0), { end: 1000, lines: 200 });
  const line = `${"a".repeat(7999)}😀${"a".repeat(9000)}`;
  assert.equal(endOfBlock(line, 0).end, 8001);
});
