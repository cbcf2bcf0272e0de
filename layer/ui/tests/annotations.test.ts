import assert from "node:assert/strict";
import { test } from "node:test";
import { nodeOf, readJson } from "../src/json/read";
import { annotationWords } from "../src/results/annotations";

test("annotations are told in words, and what MCP does not define as JSON", () => {
  const given = '{"audience":["user","assistant"],"priority":0.70,"lastModified":"2025-01-12T15:00:58Z","own":{"a":1}}';
  assert.deepEqual(annotationWords(readJson(given)), [
    "for the user and the assistant",
    "priority 0.70",
    "modified 2025-01-12T15:00:58Z",
    'own: {"a":1}',
  ]);
});

test("annotations of other types than those of MCP are shown as they are", () => {
  const given = nodeOf({ audience: "user", priority: "high", lastModified: 3 });
  assert.deepEqual(annotationWords(given), ['audience: "user"', 'priority: "high"', "lastModified: 3"]);
  assert.deepEqual(annotationWords(nodeOf("none")), []);
  assert.deepEqual(annotationWords(undefined), []);
});
