// The later part of the script in the whole page: the message in place of an item while the part cannot be loaded.
import { all, drawn, press, texts } from "./dom";
import "./page-globals";
import { responders } from "./call-support";
import { answers, refused, showPage, until } from "./explorer";
import assert from "node:assert/strict";
import { test } from "node:test";

const tool = { name: "echo", inputSchema: { type: "object", properties: {} } };
const pane = () => document.getElementById("tool")!;
const alert = () => texts(pane(), '[role="alert"]').join();
const unreachable = (): Response => {
  throw new TypeError("Failed to fetch");
};

test("a later part that fails is reported where an item opens, and loaded again", async () => {
  showPage();
  answers.set("server", () => Response.json({ capabilities: {}, excludedTools: [] }));
  answers.set("tools", () => Response.json([tool]));
  answers.set("tools/echo", () => Response.json(tool));
  const parts: Record<string, object> = {};
  Object.assign(window, { mcpUiParts: parts });
  let count = 0;
  const partIs = (answer: () => Response) =>
    responders.set("later.js", () => {
      count += 1;
      return answer();
    });
  partIs(() => refused(404, ""));
  await import("../src/shell/main");
  await until(() => all(document, ".tool-row").length === 1 && count === 1);
  location.hash = "#/tools/echo";
  await until(() => alert() !== "");
  assert.match(alert(), /^The server answered 404/);

  partIs(unreachable);
  await press(pane(), "Try again");
  await until(() => alert().startsWith("Can't reach 127"));

  partIs(() => new Response(""));
  await press(pane(), "Try again");
  await until(() => alert().includes("another version of this page now. Reload"));
  assert.deepEqual(Object.keys(parts), [], "nothing else runs");

  parts["./later.js"] = await import("../src/later/part");
  await press(pane(), "Try again");
  await until(() => texts(pane(), "h2").includes("echo"));
  await drawn();
  assert.equal(alert(), "");
  assert.ok(count >= 4, `${count} requests`);
});
