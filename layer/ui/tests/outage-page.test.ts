// Outages in the whole page: the reason is announced once, and the page recovers by itself.
import {
  announced,
  element,
  failing,
  freshTool,
  instead,
  json,
  openTool,
  reload,
  seconds,
  unreachable,
} from "./page-support";
import { bodies, responders, resultOf, textIn } from "./call-support";
import { until } from "./explorer";
import assert from "node:assert/strict";
import { test } from "node:test";
import { button, drawn, press, texts, type } from "./dom";

const bar = () => element("outage");
const outage = () => until(() => !bar().hidden);
const connected = () => until(() => announced() === "Connected again");
const listFailure = () => texts(element("list-note"), ".failure").join();

async function setVisibility(state: string): Promise<void> {
  Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
  await drawn();
}

test("a failed list does not ask to pick a tool", async () => {
  const { end } = instead("tools", failing(500, "Broken."));
  await reload();
  await until(() => listFailure() === "Broken.");
  assert.match(element("tool").textContent, /Couldn’t load the tools/);
  assert.doesNotMatch(element("tool").textContent, /Pick a tool/);
  end();
  await reload();
  await until(() => element("tool").textContent.includes("Pick a tool"));
});

test("what is typed during an outage is kept, even where it is not JSON yet", async () => {
  const tool = freshTool();
  await openTool(tool);
  const { end } = instead(`tools/${tool}`, unreachable);
  await reload();
  await outage();
  json().focus();
  await type(json(), '{"message": ');
  end();
  await connected();
  assert.equal(json().value, '{"message": ');
  assert.ok(document.activeElement === json());
});

test("a call is not repeated, and a run during an outage waits for the description", async () => {
  const tool = freshTool();
  await openTool(tool);
  await type(json(), '{"message": "once"}');
  const calls = () => bodies("rpc/tools/call").length;
  responders.set("rpc/tools/call", unreachable);
  const list = instead("tools", unreachable);
  await press(element("tool"), "Run");
  await resultOf(element("tool"), "Can't reach");
  await outage();
  responders.delete("rpc/tools/call");
  list.end();
  await connected();
  assert.equal(calls(), 1);

  const definition = instead(`tools/${tool}`, unreachable);
  await reload();
  await outage();
  await press(element("tool"), "Run");
  await textIn(bar(), ".countdown", "Trying again in");
  assert.equal(calls(), 1);
  assert.ok(definition.end() >= 2, "the description was requested before the run");
  await connected();
});

test("a hidden page does not try, and one that is shown tries at once", async () => {
  const failed = instead("tools", unreachable);
  await reload();
  await outage();
  await setVisibility("hidden");
  await seconds(1.5);
  assert.equal(failed.end(), 1, "only what was asked for");
  let count = 0;
  responders.set("tools", () => {
    count += 1;
    responders.delete("tools");
    return Response.json([{ name: "echo", inputSchema: {} }]);
  });
  await seconds(2.5);
  assert.equal(count, 0);
  assert.ok(!bar().hidden);
  await setVisibility("visible");
  await connected();
  assert.equal(count, 1);
  await reload();
});

test("Try now leads out of an outage, and the focus is not lost", async () => {
  const { end } = instead("tools", failing(503, "No memory.", { "retry-after": "600" }));
  await reload();
  await until(() => /Trying again in (600|599) s/.test(bar().textContent));
  end();
  button(bar(), "Try now").focus();
  await press(bar(), "Try now");
  await connected();
  assert.ok(document.activeElement === element("tool"));
});

for (const [status, expected] of [
  [401, "Sign-in needed"],
  [403, "Not you."],
  [429, "Not you."],
] as const) {
  test(`a refusal with ${status} is not repeated`, async () => {
    const { end } = instead("tools", failing(status, "Not you."));
    await reload();
    await until(() => listFailure() === expected);
    assert.ok(bar().hidden);
    await seconds(1.5);
    assert.equal(end(), 1);
    await reload();
  });
}

test("a limit is obeyed once", async () => {
  const { end } = instead("tools", failing(429, "Slow down.", { "retry-after": "2" }));
  await reload();
  await until(() => bar().textContent.includes("Slow down."));
  await until(() => listFailure() === "Slow down.");
  assert.ok(bar().hidden);
  await seconds(3);
  assert.equal(end(), 2);
  await reload();
});
