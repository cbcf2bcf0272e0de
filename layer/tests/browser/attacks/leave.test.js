// An app that navigates to another document of the explorer's origin, to which the policy of apps does not apply.
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { calls } from "../fixtures/apps/make.js";
import { startFront } from "../fixtures/front.js";
import { shared, startExplorer, startWithSettings } from "../support.js";
import { inEachBrowser } from "./browsers.js";
import { awaitState, openAppFrame, openPage } from "./support.js";

// The requests of the page itself and of the browser.
const OWN = ["GET /favicon.ico", "GET /authorization"];

// Starts the explorer on an origin that also has other documents, optionally with a separate origin for apps that has them too.
async function start(isApart) {
  let explorer;
  const [front, apps] = await Promise.all([0, 1].map(() => startFront(() => explorer.url)));
  explorer = await (isApart ? startWithSettings("attack-apps", { MCP_UI_SANDBOX_ORIGIN: apps.origin }) : startExplorer("attack-apps"));
  return {
    url: front.url,
    seen: () => [...front.seen, ...apps.seen].filter((request) => !OWN.includes(request)),
    forget: () => [front, apps].forEach(({ seen }) => (seen.length = 0)),
    stop: () => Promise.all([explorer, front, apps].map(({ stop }) => stop())),
  };
}

const WAYS = { alone: ["self"], apart: ["self", "parent"] };
const DOCUMENTS = ["/evil.html", "/slow.html"];
const CASES = Object.entries(WAYS).flatMap(([setup, ways]) => ways.flatMap((way) => DOCUMENTS.map((path) => [setup, way, path])));

const [alone, apart] = await shared(start(false), start(true));
const servers = { alone, apart };

inEachBrowser({}, (current) => {
  afterEach(() => {
    calls.length = 0;
    Object.values(servers).forEach(({ forget }) => forget());
  });

  for (const [setup, way, path] of CASES) {
    test(`another document of the origin is not requested: ${setup}, ${way}, ${path}`, async () => {
      const page = await openPage(current.browser, servers[setup].url);
      const frame = await openAppFrame(page, "leave");
      await depart(frame, way, path);
      await pause(1000);
      assert.deepEqual(servers[setup].seen(), []);
      await assertNothingGained(page);
    });

    test(`a document that replaces the app gets nothing: ${setup}, ${way}, ${path}`, async (context) => {
      const page = await openPage(current.browser, servers[setup].url, { prepare: dropPolicies });
      const frame = await openAppFrame(page, "leave");
      await depart(frame, way, path);
      await pause(1000);
      context.diagnostic(`requested: ${servers[setup].seen().join(", ") || "nothing"}`);
      if (servers[setup].seen().length > 0) await awaitState(page, "failed");
      await assertNothingGained(page);
    });
  }
});

// The frame may be removed before the evaluation returns.
function depart(frame, way, path) {
  return frame.evaluate((way, path) => void setTimeout(() => window.attack[way](path), 0), way, path).catch(() => {});
}

async function assertNothingGained(page) {
  assert.deepEqual(calls, [], "a tool was called");
  const stolen = await page.evaluate(() => window.heard.filter((message) => message?.stolen).map(({ stolen }) => stolen));
  assert.deepEqual(stolen, [], "a response was sent");
}

// Prevents the page from adding a policy to that of its header, to test the other protections.
function dropPolicies() {
  const isPolicy = (node) => node instanceof HTMLMetaElement && node.httpEquiv !== "";
  const ofElements = ["append", "prepend", "before", "after", "replaceWith", "replaceChildren"];
  for (const [type, names] of [[Element, ofElements], [Node, ["appendChild", "insertBefore"]]]) {
    for (const name of names) {
      const insert = type.prototype[name];
      type.prototype[name] = function (...nodes) {
        return nodes.some(isPolicy) ? nodes[0] : insert.apply(this, nodes);
      };
    }
  }
}
