// The code in the address of a page, which is exchanged for tokens: what happens if the program does not answer.
import "./dom";
import "./page-globals";
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
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

// Takes the tokens until the page asks the other tabs.
async function asksOtherTabs(context: TestContext): Promise<{ taking: Promise<void>; asking: OtherTab }> {
  Object.assign(settings, { hostEndpoints: ["start"] });
  Object.assign(globalThis, { BroadcastChannel: OtherTab });
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const taking = takeStartTokens();
  await turns();
  return { taking, asking: OtherTab.all.at(-1)! };
}

function assertAsksForTwoSeconds(context: TestContext, asking: OtherTab): void {
  context.mock.timers.tick(1999);
  assert.ok(!asking.isClosed);
  context.mock.timers.tick(1);
  assert.ok(asking.isClosed);
}

test("a code is tried twice, and then the other tabs are asked for a while", async (context) => {
  let attempts = 0;
  context.mock.method(globalThis, "fetch", () => {
    attempts += 1;
    return Promise.reject(new TypeError("Failed to fetch"));
  });
  location.hash = `#code=${CODE}`;
  const { taking, asking } = await asksOtherTabs(context);
  assert.deepEqual([attempts, location.hash], [2, ""]);
  assertAsksForTwoSeconds(context, asking);
  await taking;
});

test("a page without a code waits for the other tabs as long, since they may be busy", async (context) => {
  const { taking, asking } = await asksOtherTabs(context);
  assertAsksForTwoSeconds(context, asking);
  await taking;
});

test("after the answer of one tab, others have a moment to answer", async (context) => {
  const { taking, asking } = await asksOtherTabs(context);
  asking.tell({ data: { page: "p", agents: "a", since: 1 } });
  context.mock.timers.tick(49);
  assert.ok(!asking.isClosed);
  context.mock.timers.tick(1);
  assert.ok(asking.isClosed);
  await taking;
});
