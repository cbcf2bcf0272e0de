// The settings of what the page offers as a client, in the whole page, and what is sent.
import { element, freshTool, openTool } from "./page-support";
import { bodies, eventsOf, responders, resultOf, run } from "./call-support";
import { answers, result, until } from "./explorer";
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { all, drawn, press } from "./dom";
import { client, parsedClient } from "../src/protocol/client";

const initial = client.value;
afterEach(() => {
  for (const dialog of all(document, "dialog[open]") as HTMLDialogElement[]) dialog.close();
  client.value = initial;
});

const pane = () => element("tool").querySelector<HTMLElement>("article.tool:not([hidden])")!;

// Opens the dialog of the settings.
async function openSettings(): Promise<HTMLElement> {
  await press(pane(), "Client settings");
  await until(() => all(document, "dialog[open] .client-settings").length === 1);
  return all(document, "dialog[open]")[0]!;
}

// The checkbox or the radio with a name.
function choice(dialog: HTMLElement, name: string): HTMLInputElement {
  const label = all(dialog, "label.check").find(({ textContent }) => textContent.trim().startsWith(`${name} `))!;
  return label.querySelector("input")!;
}

async function choose(dialog: HTMLElement, name: string): Promise<void> {
  choice(dialog, name).click();
  await drawn();
}

const stored = () => parsedClient(localStorage.getItem("mcp-explorer client")).allowed;

test("a capability that is switched off can be allowed from the error", async () => {
  const form = '{"elicitation":{"form":{}}';
  const requiredCapabilities = { elicitation: { form: {} } };
  responders.set("rpc/tools/call", (body) => {
    const { capabilities } = body as { capabilities: object };
    const text = JSON.stringify(capabilities);
    if (text.startsWith(form)) return result({ content: [{ type: "text", text: `Allowed: ${text}` }] });
    const error = { code: -32021, message: "No forms.", data: { requiredCapabilities } };
    return eventsOf(["error", { jsonrpc: "2.0", id: 1, error }]);
  });
  await openTool(freshTool());
  const dialog = await openSettings();
  for (const name of ["elicitation by form", "elicitation by URL", "roots", "sampling", "tasks"])
    await choose(dialog, name);
  await press(dialog, "Close");
  assert.deepEqual(stored(), []);
  await run(pane());
  await resultOf(pane(), "JSON-RPC error -32021");
  await press(pane(), "Allow elicitation by form and run again");
  await resultOf(pane(), `Allowed: ${form}`);
  assert.deepEqual(stored(), ["elicitation.form"]);
  const again = await openSettings();
  assert.equal(choice(again, "elicitation by form").checked, true);
  assert.equal(choice(again, "roots").checked, false);
});

test("what the client offers is sent as it is chosen", async () => {
  answers.set("rpc/tools/call", () => result({ content: [] }));
  const tool = freshTool();
  answers.set(`tools/${tool}`, () => Response.json({ name: tool, inputSchema: { type: "object" } }));
  await openTool(tool);
  const sent = async () => {
    const { length } = bodies("rpc/tools/call");
    await run(pane());
    await until(() => all(pane(), ".result").length > 0 && bodies("rpc/tools/call").length > length);
    return JSON.stringify(bodies("rpc/tools/call").at(-1));
  };
  const tasks =
    '"tasks":{"list":{},"cancel":{},"requests":{"elicitation":{"create":{}},"sampling":{"createMessage":{}}}},"extensions":{"io.modelcontextprotocol/tasks":{}}';
  const whole = `"capabilities":{"elicitation":{"form":{},"url":{}},"sampling":{},"roots":{},${tasks}}}`;
  assert.equal(await sent(), `{"params":{"name":"${tool}","arguments":{}},${whole}`);
  const dialog = await openSettings();
  await choose(dialog, "sampling with tools");
  await choose(dialog, "older");
  await press(dialog, "Close");
  assert.match(await sent(), /"sampling":\{"tools":\{\}\},"roots":\{\},"tasks":[^]*\},"revision":"older"\}$/);
});
