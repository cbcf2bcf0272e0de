// The UIs of a server: what is read of them, what a story is fed with, and the verdict on it.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { AppPolicy } from "../src/apps/model/policy";
import { readUiLink, uiLink } from "../src/protocol/links";
import { type Story, outcomeText, readCatalog } from "../src/apps/added/catalog";
import { HOSTS, feedOf } from "../src/ui-catalog/hosts";
import { type ObservedApp, verdictOf } from "../src/ui-catalog/verdict";

const story: Story = { name: "Two", data: { n: 2 }, arguments: { a: 1, b: 2, c: 3 }, problems: [] };
const policy: AppPolicy = { text: "", approved: {}, rejected: [], declared: undefined, violations: [] };
const [ui] = readCatalog({
  uis: [{ name: "count", uri: "ui://count/1", tools: ["count", 7], bytes: 1500, schema: {} }],
});

test("links name a UI and a story", () => {
  assert.equal(uiLink("list-databases", "50 % / two"), "#/uis/list-databases/50%20%25%20%2F%20two");
  assert.deepEqual(readUiLink("#/uis/list-databases/50%20%25%20%2F%20two"), {
    ui: "list-databases",
    story: "50 % / two",
  });
  assert.deepEqual(readUiLink("#/uis"), { ui: undefined, story: undefined });
  for (const hash of ["#/uisx", "#/uis/a/b/c", "#/uis/%", "#/tools/uis"])
    assert.equal(readUiLink(hash), undefined, hash);
});

test("what is malformed in a catalog is left out", () => {
  assert.deepEqual(ui?.tools, ["count"]);
  assert.deepEqual([ui.title, ui.hasSchema, ui.stories], ["count", true, []]);
  for (const value of [null, {}, { uis: {} }, { uis: [null, { name: 7 }, { name: "a" }] }])
    assert.deepEqual(readCatalog(value), []);
  const stories = [{ name: "A", data: 1, valid: false }, null, { name: "B", data: 2, valid: true, arguments: [] }];
  const [read] = readCatalog({ uis: [{ name: "a", uri: "ui://a/1", stories }] });
  assert.deepEqual(
    read?.stories.map(({ problems }) => problems.length),
    [1, 0],
  );
});

test("outcomes are told with the last reason", () => {
  assert.equal(outcomeText({}), "no results yet");
  assert.equal(outcomeText({ linked: 2, embedded: 1, skipped: 0 }), "3 results");
  const last = { reason: "failed", path: "", message: "the data cannot be derived: no rows" };
  assert.equal(outcomeText({ skipped: 1, last }), "0 results, 1 without this UI (the data cannot be derived: no rows)");
});

test("each host feeds a story in its way", () => {
  const methods = HOSTS.map(([host]) => feedOf(host, story).inputs.map(({ method }) => method.split("/").pop()));
  assert.deepEqual(methods, [
    ["tool-input", "tool-result"],
    [],
    ["tool-input", "tool-result"],
    ["tool-input", "tool-result"],
    ["tool-input"],
    ["tool-input", "tool-cancelled"],
    ["tool-input-partial"],
  ]);
  assert.deepEqual(feedOf("older", story).renderData, { n: 2 });
  assert.deepEqual(feedOf("late", story).late?.params, { content: [], structuredContent: { n: 2 } });
  assert.deepEqual(feedOf("partial", story).inputs[0]?.params, { arguments: { a: 1, b: 2 } });
});

test("the verdict has the schema, the handshake, errors and violations", () => {
  assert.ok(ui);
  const ready: ObservedApp = { phase: "ready", appInfo: { name: "a" }, failure: "", notes: [], policy };
  const judged = (app: ObservedApp, of = story) => verdictOf(ui, of, "apps", app).map(({ isGood }) => isGood);
  assert.deepEqual(judged(ready), [true, true, true, true, undefined]);
  assert.deepEqual(judged({ ...ready, phase: "waiting", appInfo: undefined }), [
    true,
    undefined,
    true,
    true,
    undefined,
  ]);
  const violation = { directive: "connect-src", blocked: "https://example.com", sample: "", line: 1 };
  const failed: ObservedApp = {
    ...ready,
    phase: "failed",
    failure: "Gone",
    notes: [
      { kind: "error", text: "Gone" },
      { kind: "error", text: "It broke" },
    ],
    policy: { ...policy, violations: [violation] },
  };
  const problems = [
    { path: "/n", message: "Must be a string" },
    { path: "/m", message: "Is missing" },
  ];
  assert.deepEqual(judged(failed, { ...story, problems }), [false, false, false, false, undefined]);
  const [data, handshake, errors] = verdictOf(ui, { ...story, problems }, "apps", failed);
  assert.deepEqual(
    [data?.text, handshake?.text, errors?.text],
    ["/n: Must be a string, and 1 other problem", "Gone", "1"],
  );
});
