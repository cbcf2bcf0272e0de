// Changes of the tools in the whole page: reported by the server, or found when its list is loaded again.
import { announced, element, follow, isOpen, openTool, reload, seconds } from "./page-support";
import { bodies, requests, textIn } from "./call-support";
import { openStreams, queries, serveResources, tell } from "./reports-support";
import { answers, result, until } from "./explorer";
import assert from "node:assert/strict";
import { test } from "node:test";
import { all, drawn } from "./dom";
import { markAsSeen } from "../src/changes/model";
import { feedState } from "../src/protocol/report-feed";
import { hostileStrings } from "../../tests/browser/fixtures/hostile-strings.js";

const object = (properties: object, required: readonly string[] = []) => ({ type: "object", properties, required });
const plain = (name: string) => ({ name, inputSchema: object({}) });
const city = { city: { type: "string" }, days: { type: "integer" } };
const FORECAST = { name: "forecast", description: "The weather.", inputSchema: object(city) };
const STRICTER = { ...FORECAST, description: "Another text.", inputSchema: object(city, ["city"]) };
const BEFORE = [FORECAST, plain("old"), plain("same")];
const AFTER = [STRICTER, plain("same"), plain("new")];
const REPORTS = { tools: { listChanged: true }, resources: { listChanged: true } };
const HAS_OTHER_TOOLS = "The server has other tools now.";

interface Tool {
  readonly name: string;
}

const bar = () => element("list-changed");
const lists = () => bodies("rpc/tools/list").length;
const shown = () => element("tool").querySelector("article:not([hidden])")!;
const changesOfShown = () => shown().querySelector<HTMLElement>(".tool-changes:not([hidden])");

function setTools(tools: readonly Tool[]): void {
  // The explorer's list has no schemas.
  answers.set("tools", () => Response.json(tools.map((tool) => ({ ...tool, inputSchema: undefined }))));
  answers.set("rpc/tools/list", () => result({ tools }));
  for (const tool of tools) answers.set(`tools/${tool.name}`, () => Response.json(tool));
}

// Loads these tools of a server that reports changes, or not, and counts them as seen.
async function open(tools: readonly Tool[], options: { readonly capabilities?: object; readonly hasStream?: boolean }) {
  // A check that the test before has caused may still be due.
  await seconds(3);
  setTools(tools);
  const protocolVersion = options.hasStream === false ? "2025-11-25" : "2026-07-28";
  await serveResources({ resources: {}, protocolVersion, capabilities: REPORTS, ...options });
  await until(() => announced() === "Reloaded" && element("count").textContent === `${tools.length} tools`);
  markAsSeen();
  await drawn();
}

async function reloadWith(tools: readonly Tool[]): Promise<void> {
  setTools(tools);
  element("announcer").textContent = "";
  await reload();
  await until(() => announced() === "Reloaded" && element("count").textContent === `${tools.length} tools`);
}

async function setVisibility(state: string): Promise<void> {
  Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
  await drawn();
}

test("a flood of reports costs few requests, and a false one says nothing", async () => {
  await open(BEFORE, {});
  await until(() => openStreams() === 1 && lists() > 0);
  const before = lists();
  for (let second = 0; second < 3; second += 1) {
    for (let time = 0; time < 1000; time += 1) tell("notifications/tools/list_changed", {});
    await seconds(1);
  }
  await openTool("same");
  assert.ok(lists() > before && lists() <= before + 4, `${lists() - before} lists`);
  assert.ok(bar().hidden);
  for (let time = 0; time < 1000; time += 1) tell("notifications/resources/list_changed", {});
  await textIn(bar(), "span", "The server has other resources now.");
  assert.ok(!bar().hidden);
});

test("an older server's list is compared when the person comes back", async () => {
  await open(BEFORE, { hasStream: false });
  await until(() => feedState.value.kind === "failed" && lists() > 0);
  setTools(AFTER);
  await setVisibility("hidden");
  await setVisibility("visible");
  await until(() => !bar().hidden);
  assert.match(bar().textContent, new RegExp(`^${HAS_OTHER_TOOLS}`));
  assert.equal(openStreams(), 0);
});

test("a server that reports no changes gets no further request", async () => {
  await open(BEFORE, { capabilities: { tools: {} } });
  await follow("#/tools/same");
  await until(() => isOpen("same"));
  await seconds(3);
  assert.deepEqual(queries, []);
  assert.deepEqual(
    requests.map(({ path }) => path),
    ["tools", "server", "tools/same", "findings"],
    "for the list, the home, and the tool that was opened",
  );
  await reloadWith([FORECAST, plain("old"), { name: "same", inputSchema: object({ city: {} }, ["city"]) }]);
  await textIn(shown(), ".difference", "Required property added");
});

test("hostile texts in changes are only shown", { timeout: 60_000 }, async () => {
  const versions = ["a", "b", "c"].map((mark) =>
    hostileStrings.map((string, index) => {
      const text = mark === "b" ? `text ${index}` : string + mark;
      const inputSchema = object({ [text]: { description: text, enum: [text, mark] } });
      return { name: `t${index}`, description: text, title: mark === "b" ? text : string, inputSchema };
    }),
  );
  const [first = [], harmless = [], second = []] = versions;
  await open(first, {});
  const tagsOf = (view: ParentNode) => all(view, "*").map(({ tagName }) => tagName);
  // The elements that the changes have after another visit, on the home and with the tools.
  const showAll = async (tools: readonly Tool[], opened = tools) => {
    await follow("#/server");
    await reloadWith(tools);
    await until(() => all(element("tool"), ".home-changes li").length > 0);
    const tags = new Set(tagsOf(element("tool").querySelector(".home-changed")!));
    for (const { name } of opened) {
      await follow(`#/tools/${name}`);
      await until(() => shown().querySelectorAll(".call").length > 0 && changesOfShown() !== null);
      changesOfShown()!.querySelector("details")!.open = true;
      await until(() => all(changesOfShown()!, ".difference").length > 1);
      tagsOf(changesOfShown()!).forEach((tag) => tags.add(tag));
    }
    return tags;
  };
  const known = await showAll(harmless, harmless.slice(0, 3));
  const found = await showAll(second);
  assert.deepEqual(
    [...found].filter((tag) => !known.has(tag)),
    [],
  );
  assert.equal(Reflect.get(window, "hacked"), undefined);
});
