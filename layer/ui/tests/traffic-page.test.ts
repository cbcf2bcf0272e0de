// The panel of the traffic in the whole page: its stream, the address, and calls that are run again.
import { all, press, texts, type } from "./dom";
import { add, asked, call, cut, refuse, restart } from "./traffic-stream-support";
import { choose, details, filter, isListed, openPanel, panel, rowOf, rows, state } from "./traffic-page-support";
import { element, follow, freshTool, isOpen, json, reload, shortcut } from "./page-support";
import { bodies, responders, textIn } from "./call-support";
import { answers, result, until } from "./explorer";
import assert from "node:assert/strict";
import { test } from "node:test";
import { input } from "./form-support";
import { setCredentials } from "../src/access/credentials";
import { liveTraffic } from "../src/traffic-feed/feed";

test("a stream that ends is opened again where it ended, and another process begins anew", async () => {
  await openPanel();
  add(...call("before"));
  await isListed("before");
  cut();
  await until(() => state().startsWith("Reconnecting"));
  add(...call("meanwhile"));
  await isListed("meanwhile");
  assert.deepEqual(asked.at(-1), { after: "2", epoch: "epoch-1", authorization: null });
  assert.equal(rows().filter(({ textContent }) => textContent.includes("before")).length, 1);
  restart();
  cut();
  add(...call("reborn"));
  await isListed("reborn");
  assert.equal(rows().length, 1);
  refuse(403, "Traffic is not for <b>you</b>.");
  cut();
  await until(() => state() === "Refused: Traffic is not for <b>you</b>.");
  const tries = asked.length;
  refuse();
  element("access-open").click();
  await type(element("token") as HTMLInputElement, "secret");
  element("access-apply").click();
  await until(() => state() === "Live");
  assert.equal(asked.length, tries + 1);
  assert.equal(asked.at(-1)!.authorization, "Bearer secret");
  setCredentials({ token: "", headers: [] });
});

test("the filter is in the address, and says what is wrong with it", async () => {
  const tool = freshTool();
  await follow(`#/tools/${tool}`);
  await openPanel();
  const error = { code: 1, message: "x" };
  add(...call("show_map"), ...call("echo", { client: "claude-code" }), ...call("fail", { error }));
  const inAddress = () => new URL(location.href).searchParams.get("traffic");
  await type(filter(), "tool:show_*");
  await until(() => rows().length === 1 && rowOf("show_map") !== undefined);
  await type(filter(), "-client:claude* status:error");
  await until(() => rows().length === 1 && rowOf("fail") !== undefined);
  await until(() => inAddress() === "-client:claude* status:error");
  assert.equal(location.hash, `#/tools/${tool}`);
  assert.notEqual(filter().getAttribute("aria-invalid"), "true");
  await type(filter(), "larger:many");
  await until(() => all(panel(), '[role="alert"]').length > 0);
  assert.equal(filter().getAttribute("aria-invalid"), "true");
  await type(filter(), '"no such text"');
  await until(() => texts(panel(), ".traffic-status").join().includes("0 of 3 rows"));
  await press(panel(), "Close");
  await until(() => location.search === "");
});

test("a call is opened in the form, and run again with the difference of the answers", async () => {
  const tool = freshTool();
  const text = (value: string) => ({ content: [{ type: "text", text: value }] });
  const params = { name: tool, arguments: { message: "again" }, _meta: { progressToken: 1 } };
  await openPanel();
  add(...call(tool, { params, result: text("old answer") }));
  await choose(tool);
  await press(details(), "Open in the form");
  await until(() => isOpen(tool));
  assert.deepEqual(JSON.parse(json().value), { message: "again" });
  assert.equal(input(element("tool").querySelector("article:not([hidden])")!, "message").value, "again");
  responders.set("rpc/tools/call", () => result(text("new answer")));
  const actions = details().querySelector<HTMLElement>(".traffic-actions")!;
  await press(actions, "Run again");
  await textIn(details(), ".traffic-verdict", "1 difference from the recorded answer.");
  assert.deepEqual(
    bodies("rpc/tools/call").map(({ params }) => params),
    [{ name: tool, arguments: { message: "again" } }],
  );
  await textIn(details(), ".differences", "old answer");
  assert.ok(texts(details(), "button").includes("Copy as JSON-RPC"));
});

test("operations that are selected together are run again if they only read", async () => {
  const annotations = { readOnlyHint: true };
  const inputSchema = { type: "object" };
  const tools = [{ name: "git_status", annotations }, { name: "git_log", annotations }, { name: "orders/create" }];
  answers.set("tools", () => Response.json(tools.map((tool) => ({ ...tool, inputSchema }))));
  await reload();
  await until(() => element("count").textContent === "3 tools");
  await openPanel();
  add(...call("git_status"), ...call("git_log"), ...call("orders/create"), ...call("", { method: "ping", params: {} }));
  responders.set("rpc/tools/call", () => result({ content: [] }));
  await choose("git_status");
  await until(() => rows().length === 4);
  panel().querySelector<HTMLElement>('[aria-label="Operations"]')!.focus();
  await shortcut({ key: "a", ctrlKey: true });
  const bulk = () => panel().querySelector<HTMLElement>('[aria-label="Selected operations"]')!;
  await textIn(bulk(), ".hint", "1 operation cannot be run again as recorded.");
  await press(bulk(), "Run 2 again");
  await textIn(bulk(), '[role="status"]', "2 of 2 done");
  assert.deepEqual(
    bodies("rpc/tools/call").map(({ params }) => params?.["name"]),
    ["git_status", "git_log"],
  );
  const consent = () => bulk().querySelector<HTMLInputElement>('input[type="checkbox"]')!;
  assert.equal(consent().closest("label")!.textContent, "Also run 1 call of tools that may change something");
  consent().click();
  await until(() => texts(bulk(), "button").includes("Run 3 again"));
  // The consent was for that call.
  add(...call("orders/delete"));
  await choose("orders/delete", { ctrlKey: true });
  await until(() => texts(bulk(), "button").includes("Run 2 again"));
  assert.equal(consent().closest("label")!.textContent, "Also run 2 calls of tools that may change something");
  assert.ok(!consent().checked);
});

test("of many operations that are selected together, the first are listed", async () => {
  await openPanel();
  add(...Array.from({ length: 250 }, () => call("git_status")).flat());
  await until(() => liveTraffic.operations.length === 250);
  await choose("git_status");
  panel().querySelector<HTMLElement>('[aria-label="Operations"]')!.focus();
  await shortcut({ key: "a", ctrlKey: true });
  await until(() => texts(panel(), "h3").includes("250 operations selected"));
  assert.equal(all(panel(), ".traffic-verdicts li").length, 200);
});
