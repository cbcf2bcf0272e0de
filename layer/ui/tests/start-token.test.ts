// The code in the address of a page, which is exchanged for tokens: what happens if the program does not answer.
import "./dom";
import "./page-globals";
import assert from "node:assert/strict";
import { test } from "node:test";
import { takeStartTokens } from "../src/access/start-token";
import { settings } from "../src/settings";

const CODE = "0123456789abcdef".repeat(2);
const turns = async () => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

// Another tab, which answers by hand.
class OtherTab {
  static readonly all: OtherTab[] = [];
  isClosed = false;
  tell: (message: { readonly data: unknown }) => void = () => undefined;

  constructor() {
    OtherTab.all.push(this);
  }

  addEventListener(_name: string, listener: OtherTab["tell"]): void {
    this.tell = listener;
  }

  postMessage(): void {
    // Nobody answers by itself.
  }

  close(): void {
    this.isClosed = true;
  }
}

test("a code is tried twice, and then the other tabs are asked for a while", async (context) => {
  Object.assign(settings, { hostEndpoints: ["start"] });
  Object.assign(globalThis, { BroadcastChannel: OtherTab });
  let attempts = 0;
  context.mock.method(globalThis, "fetch", () => {
    attempts += 1;
    return Promise.reject(new TypeError("Failed to fetch"));
  });
  context.mock.timers.enable({ apis: ["setTimeout"] });
  location.hash = `#code=${CODE}`;
  const taking = takeStartTokens();
  await turns();
  assert.deepEqual([attempts, location.hash], [2, ""]);
  const asking = OtherTab.all.at(-1)!;
  context.mock.timers.tick(1999);
  assert.ok(!asking.isClosed);
  context.mock.timers.tick(1);
  assert.ok(asking.isClosed);
  await taking;
});

test("a page without a code waits for the other tabs as long, since they may be busy", async (context) => {
  Object.assign(settings, { hostEndpoints: ["start"] });
  Object.assign(globalThis, { BroadcastChannel: OtherTab });
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const taking = takeStartTokens();
  await turns();
  const asking = OtherTab.all.at(-1)!;
  context.mock.timers.tick(1999);
  assert.ok(!asking.isClosed);
  context.mock.timers.tick(1);
  assert.ok(asking.isClosed);
  await taking;
});

test("after the answer of one tab, others have a moment to answer", async (context) => {
  Object.assign(settings, { hostEndpoints: ["start"] });
  Object.assign(globalThis, { BroadcastChannel: OtherTab });
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const taking = takeStartTokens();
  await turns();
  const asking = OtherTab.all.at(-1)!;
  asking.tell({ data: { page: "p", agents: "a", since: 1 } });
  context.mock.timers.tick(49);
  assert.ok(!asking.isClosed);
  context.mock.timers.tick(1);
  assert.ok(asking.isClosed);
  await taking;
});
