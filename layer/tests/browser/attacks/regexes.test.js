// Texts whose search by a backtracking expression would take the square of their length: the page stays at work.
import assert from "node:assert/strict";
import { test } from "node:test";
import { shared, startExplorer } from "../support.js";
import { inEachBrowser } from "./browsers.js";
import { awaitQuestion, awaitState, openApp, openPage, tellApp } from "./support.js";

const [explorer] = await shared(startExplorer("obedient-apps"));

inEachBrowser({}, (current) => {
  for (const [kind, name] of [
    ["dots", `x${".".repeat(900_000)}x`],
    ["slashes", `x${"/".repeat(900_000)}x`],
    ["spaces", `x${" ".repeat(900_000)}x`],
    ["brackets", `x${"(".repeat(900_000)}x`],
  ]) {
    test(`an app asks to save a file whose name has many ${kind}`, async () => {
      const page = await openPage(current.browser, explorer.url);
      await openApp(page, "break");
      await tellApp(page, "ask", "ui/download-file", { contents: [{ type: "resource", resource: { uri: `file:///${name}`, mimeType: "text/plain", text: "a" } }] });
      // Within the patience of the test, not after minutes.
      await awaitQuestion(page);
      await awaitState(page, "ready");
    });
  }
});
