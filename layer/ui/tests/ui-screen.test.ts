// The screen of the UIs that a server adds to tools, in the whole page: where it is, and what it says is missing.
import { element, follow, reload, shortcut } from "./page-support";
import { answers, until } from "./explorer";
import assert from "node:assert/strict";
import { test } from "node:test";
import { all, texts } from "./dom";
import { misfitOfResult } from "../src/apps/added/added";
import { nodeOf } from "../src/json/read";
import { settings } from "../src/settings";
import { startUiCatalog } from "../src/ui-catalog/start";

const STORY = { name: "Two", data: { number: 2 }, valid: true };
const COUNT = {
  name: "count",
  title: "Count",
  tools: ["count"],
  uri: "ui://fixture/count",
  bytes: 10,
  schema: {},
  stories: [STORY],
};

const isHome = () => all(element("tool"), "article.home").length > 0;
const screen = () => texts(element("tool"), "article.ui-catalog").join();

test("without UIs of the server, there is no such screen", async () => {
  await follow("#/tools/tool0");
  assert.ok(!isHome());
  await follow("#/uis");
  assert.ok(isHome());
  assert.equal(document.getElementById("uis-open"), null);
  await reload();
  assert.equal(screen(), "");
});

test("the screen says what is missing", async () => {
  Object.assign(settings, { hasUis: true });
  startUiCatalog();
  for (const [uis, link, text] of [
    [[], "#/uis", "There are no UIs."],
    [[{ ...COUNT, stories: [] }], "#/uis/count", "This UI has no stories."],
    [[COUNT], "#/uis/other", "There is no such UI."],
    [[COUNT], "#/uis/count/Gone", "There is no such story."],
  ] as const) {
    answers.set("uis", () => Response.json({ uis, writable: false }));
    await follow(link);
    await until(() => screen().includes(text));
  }
  assert.deepEqual(texts(element("tool"), "article.ui-catalog h2"), ["UIs"]);
  await shortcut({ key: "k", ctrlKey: true });
  await until(() => texts(document, '[role="option"]').some((option) => option.includes("UIs and their stories")));
});

test("of results that come at once, a number is compared with the schema of their UI", async (context) => {
  answers.set("uis", () => Response.json({ uis: [COUNT], writable: false }));
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const { fetch: known } = globalThis;
  let checks = 0;
  context.mock.method(globalThis, "fetch", async (path: string, init: RequestInit) => {
    if (!path.endsWith("/uis/count/check")) return known(path, init);
    checks += 1;
    await released;
    return Response.json({ valid: true });
  });
  const misfits = Array.from({ length: 50 }, () => misfitOfResult(COUNT.uri, nodeOf({ structuredContent: {} })));
  await until(() => checks > 0);
  assert.equal(checks, 32);
  release();
  const refused = (await Promise.all(misfits)).filter((reason) => reason === "too many results came at once");
  assert.equal(refused.length, 18);
});
