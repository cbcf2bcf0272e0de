// The calls of a tool that this browser keeps, as they are drawn: few, small, and without the token.
import { openTool, resultOf, run, textIn } from "./call-support";
import { openTab, result } from "./explorer";
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { all, type } from "./dom";
import { setCredentials } from "../src/access/credentials";
import { keepResult, lastResult } from "../src/history/last-results";
import { clearHistory, rememberCall, shownHistory } from "../src/history/store";
import type { Outcome } from "../src/protocol/outcome";

const TOKEN = "a-secret-token";
const text = (value: string) => ({ content: [{ type: "text", text: value }] });

beforeEach(clearHistory);
afterEach(() => setCredentials({ token: "", headers: [] }));

test("the history stays small and free of tokens", async () => {
  setCredentials({ token: TOKEN, headers: [] });
  const view = await openTool("echo", ({ params }) => result(text(JSON.stringify(params?.["arguments"]))));
  const runWith = async (message: string) => {
    await type(view.querySelector<HTMLTextAreaElement>(".json-text")!, JSON.stringify({ message }));
    await run(view);
    await resultOf(view, message);
  };
  for (let index = 0; index < 23; index += 1) await runWith(`call ${index}`);
  await runWith(TOKEN);
  const large = await openTool("large", () => result(text(`Large ${"x".repeat(1_000_000)}`)));
  await run(large);
  await resultOf(large, "Large");
  await openTab(large, "History");
  await textIn(large, ".calls", "Response not kept");
  const kept = JSON.stringify(Object.entries(localStorage));
  assert.ok(kept.length > 1000 && kept.length < 200_000, `${kept.length} characters`);
  assert.ok(kept.includes("call 22") && !kept.includes(TOKEN));
  const again = await openTool("echo", () => result({}));
  await openTab(again, "History");
  assert.equal(all(again, ".calls li").length, 20);
});

const outcome = (text: string): Outcome => {
  const facts = { kind: "success", headline: "Success", duration: 1, size: text.length } as const;
  return { ...facts, started: Date.now(), text };
};

test("a call whose arguments are too long is not kept", () => {
  rememberCall("long", JSON.stringify("x".repeat(250_000)), outcome(""));
  rememberCall("short", JSON.stringify("x".repeat(150_000)), outcome(""));
  assert.deepEqual(
    shownHistory.value.map(({ tool }) => tool),
    ["short"],
  );
});

test("the last results of many tools are kept up to a size together, the oldest of them not", () => {
  const names = ["a", "b", "c", "d", "e", "f"];
  for (const name of names) assert.equal(keepResult(name, "{}", outcome("x".repeat(400_000))), undefined);
  const kept = names.filter((name) => lastResult(name));
  assert.deepEqual(kept, ["c", "d", "e", "f"]);
});
