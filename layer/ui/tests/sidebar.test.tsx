// The list of tools and other offers, from the answers of the server to what is on screen: groups, filter, kinds, notes.
import { answers, error, refused, result, showPage, until } from "./explorer";
import assert from "node:assert/strict";
import { test } from "node:test";
import { all, button, drawn, press, texts, type } from "./dom";
import { Sidebar } from "../src/shell/sidebar";
import { showSidebar } from "../src/shell/sidebar-view";
import { offerCatalog } from "../src/tools/offer-catalog";

const element = (id: string) => document.getElementById(id)!;
const filter = () => element("filter") as HTMLInputElement;
const count = () => element("count").textContent;
const note = () => element("list-note").textContent;
const kinds = () => texts(element("kinds"), "button").join(", ");
const groups = () => texts(document, ".group-row");
const names = () => texts(document, ".tool-row .tool-name");
const rowOf = (name: string) => all(document, ".tool-row")[names().indexOf(name)]!;

const tool = (name: string, description = "", rest: object = {}) => ({ name, description, ...rest });
const TOOLS = [
  tool("echo", "Gives back the arguments.", { title: "Echo", annotations: { readOnlyHint: true } }),
  tool("orders/create", "Takes an order."),
  tool("orders/delete", "Deletes an order for good.", { title: "Delete an order" }),
  tool("content.text", "A few paragraphs."),
  tool("content.json", "JSON inside a text."),
  tool("grüße/日本語"),
  tool("aws__s3__list"),
  tool("db:query"),
  tool("git_status"),
  tool("git_log"),
  tool("git_push"),
  tool("one_word"),
  tool("one_more"),
];

const OFFERS = {
  "resources/list": {
    resources: [
      { uri: "note:///hello", name: "hello.txt" },
      { uri: "note:///dot", name: "dot.png" },
    ],
  },
  "resources/templates/list": { resourceTemplates: [{ uriTemplate: "weather://{city}", name: "weather" }] },
  "prompts/list": {
    prompts: [{ name: "plan", title: "Plan a trip", description: "Plans **a trip**." }, { name: "plain" }],
  },
};

type Lists = Readonly<Record<string, object | (() => Response)>>;

// Shows the list of a server with these tools, and with these answers to the requests for what else it has.
async function open(tools: readonly object[], lists: Lists = {}, excludedTools: unknown = []): Promise<Sidebar> {
  showPage();
  const sidebar = new Sidebar({ selected: () => undefined, onReload: () => undefined });
  showSidebar(sidebar);
  answers.set("tools", () => Response.json(tools));
  const capabilities = Object.keys(lists).length > 0 ? { resources: {}, prompts: {} } : {};
  answers.set("server", () => Response.json({ capabilities, excludedTools }));
  for (const [method, list] of Object.entries(lists)) {
    answers.set(`rpc/${method}`, typeof list === "function" ? (list as () => Response) : () => result(list));
  }
  await load(sidebar);
  return sidebar;
}

// Loads the list, and all that is loaded after it.
async function load(sidebar: Sidebar): Promise<void> {
  const before = offerCatalog.peek();
  if (await sidebar.load("reload")) await until(() => offerCatalog.peek() !== before);
  await drawn();
}

test("tools are listed in groups, with their counts and badges", async () => {
  await open(TOOLS);
  assert.equal(count(), "13 tools");
  assert.match(rowOf("echo").textContent, /read-only/);
  const isOpen = () => button(document, "orders2").getAttribute("aria-expanded");
  assert.equal(isOpen(), "true");
  assert.ok(names().includes("orders/create"));
  await press(document, "orders2");
  assert.equal(isOpen(), "false");
  assert.ok(!names().includes("orders/create"));
});

test("tools are grouped by every kind of separator, and by a single one for three or more tools", async () => {
  await open(TOOLS);
  assert.deepEqual(groups(), ["orders2", "content2", "grüße1", "aws1", "db1", "git3"]);
});

test("the filter takes words in any order, and marks and counts the matches", async () => {
  await open(TOOLS);
  await type(filter(), "ORDER good");
  assert.deepEqual(names(), ["orders/delete"]);
  assert.equal(count(), "1 of 13 tools");
  assert.ok(texts(document, ".tool-row mark").includes("good"));
  await type(filter(), "no such thing");
  assert.match(note(), /^Nothing matches\./);
  await press(document, "Clear search");
  assert.equal(names().length, TOOLS.length);
  assert.equal(filter().value, "");
});

test("a filter lists the tools of collapsed groups too, and leaves the groups as they are", async () => {
  await open(TOOLS);
  await press(document, "orders2");
  await type(filter(), "orders");
  assert.match(count(), /^2 of /);
  assert.deepEqual([names(), groups()], [["orders/create", "orders/delete"], []]);
  await type(filter(), "");
  assert.equal(button(document, "orders2").getAttribute("aria-expanded"), "false");
});

test("the best match is the first one, and Enter opens it; with a typo, similar tools are listed", async () => {
  await open([tool("orders/create", "Never deletes an order."), ...TOOLS]);
  await type(filter(), "delete");
  assert.deepEqual(names(), ["orders/delete", "orders/create"]);
  await type(filter(), "dleete");
  assert.match(note(), /^Nothing matches\. These are similar:/);
  assert.match(count(), /^0 of \d+ tools$/);
  assert.deepEqual(names(), ["orders/delete"]);
  const enter = (isComposing: boolean) =>
    filter().dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", isComposing, bubbles: true }));
  const { hash } = location;
  enter(true);
  assert.equal(location.hash, hash, "that of an input method");
  enter(false);
  assert.equal(location.hash, "#/tools/orders/delete");
  assert.equal(document.activeElement, element("tool"), "the next Tab leads into the tool");
});

test("all offers are in one list, which the filter searches", async () => {
  await open([tool("look")], OFFERS);
  assert.equal(kinds(), "1 tool, 2 resources, 1 template, 2 prompts");
  const all = ["Resources2", "Templates1", "Prompts2"];
  assert.deepEqual(groups(), all);
  await type(filter(), "trip");
  assert.equal(count(), "1 of 6");
  assert.deepEqual(texts(document, ".tool-row > .line"), ["plan", "Plan a tripPlans a trip."]);
  await type(filter(), "note:///dot");
  assert.deepEqual(names(), ["dot.png"]);
  assert.equal(rowOf("dot.png").getAttribute("href"), "#/resources/note%3A///dot");
  await type(filter(), "");
  await press(document, "Resources2");
  assert.deepEqual([groups(), names()], [all, ["look", "weather", "plan", "plain"]]);
  await type(filter(), "dot");
  assert.deepEqual(names(), ["dot.png"], "in a closed group, too");
});

test("the kinds of the list are switched off and on", async () => {
  await open([tool("look")], OFFERS);
  await press(document, "2 resources");
  assert.deepEqual(groups(), ["Templates1", "Prompts2"]);
  assert.equal(button(document, "2 resources").getAttribute("aria-pressed"), "false");
  await type(filter(), "note");
  assert.match(count(), / of 6$/);
  assert.deepEqual(names(), []);
  await type(filter(), "");
  for (const kind of ["1 tool", "1 template", "2 prompts"]) await press(document, kind);
  assert.equal(note(), "Everything is switched off.");
  await press(document, "2 resources");
  assert.deepEqual([groups(), note()], [["Resources2"], ""]);
});

test("a list that fails, repeats its pages or has another form leaves the others usable", async () => {
  let requests = 0;
  await open([tool("look")], {
    "resources/list": () => {
      requests += 1;
      const resources = [null, 1, { name: "without a URI" }, { uri: 5 }, { uri: "ok:///1", name: 7 }];
      return result({ resources, nextCursor: "again" });
    },
    "resources/templates/list": () => error(-32601, "Method not found"),
    "prompts/list": () => error(-32603, "the prompts are on strike"),
  });
  assert.equal(note(), "The prompts could not be listed: the prompts are on strike");
  assert.equal(kinds(), "1 tool, 1 resource");
  assert.deepEqual(names(), ["look", "ok:///1"]);
  assert.equal(rowOf("look").getAttribute("href"), "#/tools/look");
  assert.equal(requests, 2);
});

test("a server without tools shows what else it has", async () => {
  await open([], OFFERS);
  assert.match(kinds(), /^0 tools, 2 resources/);
  assert.equal(note(), "");
  await open([]);
  assert.equal(note(), "This server has no tools.");
});

const leftOut = () => element("left-out");
const BROKEN = { name: "broken", index: 0, reason: "Odd." };

test("the number of tools that were left out is correct for one, and nothing is shown for none", async () => {
  const sidebar = await open(TOOLS, {}, [BROKEN]);
  assert.deepEqual(texts(leftOut(), "summary"), ["1 tool was left out"]);
  const others: (() => Response)[] = [
    () => Response.json({ excludedTools: [] }),
    () => refused(404, '{"error":"Not found."}'),
    () => refused(500, "<p>trouble"),
    () => Response.json([]),
    () => Response.json({ excludedTools: "all" }),
  ];
  for (const answer of others) {
    answers.set("server", () => Response.json({ excludedTools: [BROKEN] }));
    await load(sidebar);
    assert.equal(all(leftOut(), "summary").length, 1);
    answers.set("server", answer);
    await load(sidebar);
    assert.equal(leftOut().innerHTML, "");
    assert.equal(names().length, TOOLS.length);
    assert.deepEqual(texts(document, '[role="alert"]').filter(Boolean), []);
  }
});

test("left-out tools are not mentioned if the tool list cannot be loaded", async () => {
  const sidebar = await open(TOOLS, {}, [BROKEN]);
  assert.equal(all(leftOut(), "summary").length, 1);
  answers.set("tools", () => refused(500, '{"error":"Away."}'));
  await load(sidebar);
  assert.match(note(), /^Away\./);
  assert.equal(leftOut().innerHTML, "");
});

test("thousands of tools that were left out are shown page by page", async () => {
  await open(
    TOOLS,
    {},
    Array.from({ length: 5000 }, (_, index) => ({ index, reason: "It has no name." })),
  );
  assert.equal(all(leftOut(), "li").length, 0, "none before somebody wants to see them");
  const details = leftOut().querySelector("details")!;
  details.open = true;
  details.dispatchEvent(new Event("toggle"));
  await drawn();
  assert.equal(all(leftOut(), "li").length, 100);
  await press(leftOut(), "Show more (4,900 left)");
  assert.equal(all(leftOut(), "li").length, 200);
});
