// Requests of an app to this page, beyond their limits.
import "./dom";
import assert from "node:assert/strict";
import { test } from "node:test";
import { callToolForApp } from "../src/apps/host/server";
import type { HostedApp } from "../src/apps/model/hosted-app";
import { AppBridge } from "../src/apps/run/bridge";
import { settings } from "../src/settings";

const quiet = { uri: "ui://a", life: new AbortController(), recordMessage: () => undefined, note: () => undefined };

test("requests of an app beyond the limit get an error", async () => {
  Object.assign(settings.apps, { queuedMessages: 2 });
  const app = { ...quiet } as unknown as HostedApp;
  const sent: unknown[] = [];
  const bridge = new AppBridge(app, (message) => sent.push(message) > 0);
  app.bridge = bridge;
  // With an id that is in use, they would count as one.
  for (const id of [1, 1, 2, 3]) bridge.receive("request", { id, method: "ping" });
  const error = { code: -32000, message: "Too many requests, or a used id." };
  const refused = [1, 3].map((id) => ({ jsonrpc: "2.0", id, error }));
  assert.deepEqual(sent.splice(0), refused);
  await new Promise(setImmediate);
  bridge.receive("request", { id: 4, method: "ping" });
  await new Promise(setImmediate);
  const answered = [1, 2, 4].map((id) => ({ jsonrpc: "2.0", id, result: {} }));
  assert.deepEqual(sent, answered);
});

test("a call of an app that takes too long gets an error", async () => {
  Object.assign(settings, { mayExecute: false });
  Object.assign(settings.apps, { callSeconds: 0.01 });
  const silent: typeof fetch = (_url, options) =>
    new Promise((_resolve, reject) => {
      options?.signal?.addEventListener("abort", () => reject(new Error("aborted")));
    });
  Object.assign(globalThis, { fetch: silent });
  const call = callToolForApp(quiet as unknown as HostedApp, { name: "t" }, new AbortController().signal);
  await assert.rejects(call, /The tool did not respond within/);
});
