// The home in the whole page: the server's identity, its capabilities, and how clients connect to it.
import { all, press, texts } from "./dom";
import "./page-title";
import { element, failing, hold, instead, reload } from "./page-support";
import { textIn } from "./call-support";
import { answers, until } from "./explorer";
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { server } from "../src/protocol/server";
import { hostileStrings } from "../../tests/browser/fixtures/hostile-strings.js";

const PIXEL =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const ENDPOINT = "http://127.0.0.1/mcp";
const described = {
  protocolVersion: "2026-07-28",
  supportedVersions: ["2025-11-25", "2026-07-28"],
  serverInfo: {
    name: "weather",
    title: "Weather of the world",
    version: "1.2.0",
    description: "Sun and rain.",
    websiteUrl: "https://weather.example/docs",
    icons: [{ src: "https://weather.example/icon.png" }, { src: PIXEL }],
  },
  capabilities: {
    tools: { listChanged: true },
    resources: { subscribe: true, listChanged: false },
    logging: {},
    "example.com/own": { depth: 2 },
    extensions: { "io.modelcontextprotocol/ui": {} },
  },
  instructions: "# Use\n\nAsk for a **city** first.",
  mcpEndpoint: "../mcp",
  excludedTools: [{ name: "broken", index: 2, reason: "“inputSchema” is a number." }],
};

const INVISIBLE = ["\u200b", "\u202e", "\u2066", "\u0007"];

const home = () => element("tool").querySelector<HTMLElement>(".home")!;
const part = (title: string) =>
  all(home(), ".home-part").find((part) => part.querySelector("h3")!.textContent === title);
// Texts that stand in elements of their own, with a space between them.
function shown(view: ParentNode): string {
  const leaves = [...view.querySelectorAll("*")].flatMap(({ childNodes }) =>
    [...childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE),
  );
  return leaves
    .map(({ textContent }) => textContent)
    .join(" ")
    .replace(/\s+/g, " ")
    .trim();
}
const title = () => texts(home(), "h2").join();
const card = (client: string) =>
  all(home(), ".client").find((card) => card.querySelector("strong")!.textContent === client)!;

// Loads the page again with this description of the server.
async function openWith(answer: unknown, heading: string): Promise<void> {
  answers.set("server", () => (typeof answer === "string" ? new Response(answer) : Response.json(answer)));
  await reload();
  await until(() => title() === heading && home().getAttribute("aria-busy") === null);
}

// The text for a client, which is folded at first.
async function opened(client: string): Promise<string> {
  const region = () => card(client).querySelector<HTMLElement>(`[aria-label="Configuration for ${client}"]`);
  if (!region()) card(client).querySelector("summary")!.click();
  await until(() => region() !== null);
  return region()!.textContent;
}

test("identity, capabilities and what was left out are shown in words", async () => {
  await openWith(described, "Weather of the world");
  assert.match(
    shown(home().querySelector(".home-head")!),
    /weather Version 1.2.0 https:\/\/weather.example\/docs Sun and rain./,
  );
  const website = all(home(), "a").find(({ textContent }) => textContent === "https://weather.example/docs")!;
  assert.deepEqual(
    ["target", "rel"].map((name) => website.getAttribute(name)),
    ["_blank", "noopener noreferrer"],
  );
  assert.equal(home().querySelector(".home-icon")!.getAttribute("src"), PIXEL);
  assert.match(
    shown(part("About the server")!),
    /2026-07-28 Also: 2025-11-25 .*Tools \(list can change\) Resources \(subscriptions\) Logging Unknown: example.com\/own \{"depth":2\} Extension io.modelcontextprotocol\/ui$/,
  );
  assert.deepEqual(texts(part("Instructions")!, "strong"), ["city"]);
  assert.equal(shown(part("Left out of the list")!), "Left out of the list broken “inputSchema” is a number.");
  await textIn(home(), ".home-start", "Pick a tool to try it, or press / to search.");
});

test("each client gets a configuration that it can read", async () => {
  const own = "weather & co'; rm -rf";
  await openWith({ ...described, serverInfo: { name: own } }, own);
  const name = "weather-co-rm-rf";
  assert.equal(await opened("Claude Code"), `claude mcp add --transport http ${name} '${ENDPOINT}'`);
  assert.deepEqual(JSON.parse(await opened("Claude Desktop")), {
    mcpServers: { [name]: { command: "npx", args: ["-y", "mcp-remote", ENDPOINT] } },
  });
  assert.deepEqual(JSON.parse(await opened("Cursor")), { mcpServers: { [name]: { url: ENDPOINT } } });
  assert.deepEqual(JSON.parse(await opened("VS Code")), { servers: { [name]: { type: "http", url: ENDPOINT } } });
  assert.match(await opened("curl"), /^curl 'http:[^']*\/mcp' [^]*-H 'MCP-Protocol-Version: 2026-07-28'/);
});

test("a configuration is copied", async () => {
  await openWith(described, "Weather of the world");
  const copied: string[] = [];
  const writeText = (text: string) => Promise.resolve(void copied.push(text));
  const clipboard = mock.getter(navigator, "clipboard", () => ({ writeText }) as unknown as Clipboard);
  await press(card("Claude Desktop"), "Copy");
  await until(() => texts(card("Claude Desktop"), "button").includes("Copied"));
  clipboard.mock.restore();
  assert.equal(copied.length, 1);
  assert.deepEqual(Object.keys(JSON.parse(copied[0]!) as object), ["mcpServers"]);
});

test("clients that add the server themselves are a link away", async () => {
  await openWith(described, "Weather of the world");
  const href = (text: string) =>
    all(home(), "a")
      .find(({ textContent }) => textContent === text)!
      .getAttribute("href")!;
  const code = decodeURIComponent(href("Add to VS Code").replace("vscode:mcp/install?", ""));
  assert.equal((JSON.parse(code) as { url: string }).url, ENDPOINT);
  assert.match(href("Add to Cursor"), /^cursor:\/\/anysphere\.cursor-deeplink\/mcp\/install\?name=/);
});

test("where no client can reach the server, none is offered a configuration", async () => {
  await openWith(described, "Weather of the world");
  assert.ok(part("Connect a client"));
  const { mcpEndpoint: _, ...unreachable } = described;
  await openWith({ ...unreachable, serverInfo: { name: "fixture" } }, "fixture");
  assert.equal(part("Connect a client"), undefined);
  assert.equal(texts(home(), "button").includes("Connect a client"), false);
});

for (const answer of [
  { excludedTools: [] },
  {},
  [],
  "no JSON",
  { serverInfo: [], capabilities: "all", instructions: 7, excludedTools: "all", supportedVersions: {} },
  { serverInfo: { name: " ", icons: [null, { src: 7 }] }, capabilities: {} },
]) {
  test(`a server that says nothing still has a home: ${JSON.stringify(answer)}`, async () => {
    // Something else is shown before.
    await openWith(described, "Weather of the world");
    await openWith(answer, "MCP UI");
    await textIn(home(), ".home-start", "Pick a tool to try it");
    assert.match(shown(part("About the server")!), /Tools \d+/);
  });
}

test("without tools, there is nothing to pick", async () => {
  const { end } = instead("tools", () => Response.json([]));
  await reload();
  await until(() => texts(home(), ".home-start").join() === "There is no tool to try.");
  end();
  await reload();
});

test("while the server is asked, and when its tools cannot be listed, the home says so", async () => {
  server.value = undefined;
  const { release } = hold("server");
  await reload();
  await until(() => texts(home(), ".home-start").join() === "Asking the server about itself…");
  release();
  await textIn(home(), ".home-start", "Pick a tool to try it");
  const { end } = instead("tools", failing(500, "Away."));
  await reload();
  await textIn(home(), ".home-start", "Couldn’t load the tools.");
  assert.doesNotMatch(home().textContent, /Pick a tool/);
  end();
  await reload();
  await textIn(home(), ".home-start", "Pick a tool to try it");
});

test("hostile texts are only shown", { timeout: 60_000 }, async () => {
  for (const [index, text] of hostileStrings.entries()) {
    const icons = [{ src: text }, { src: "https://evil.invalid/i.png" }];
    const mark = `mark-${index}`;
    answers.set("server", () =>
      Response.json({
        protocolVersion: text,
        supportedVersions: [text],
        serverInfo: { name: text, title: text, version: text, description: text, websiteUrl: text, icons },
        capabilities: {
          tools: { listChanged: text, [text]: text },
          [text]: { [text]: text },
          [mark]: {},
          extensions: { [text]: text },
          experimental: { [text]: {} },
        },
        instructions: `${text}\n\n${text}`,
        mcpEndpoint: "../mcp",
        excludedTools: [{ name: text, index: 0, reason: text }],
      }),
    );
    await reload();
    await until(() => texts(home(), ".home-capabilities code").includes(mark));
    const strangers = all(element("tool"), "iframe, object, embed, link, style, script, form, video, svg, base, meta");
    assert.deepEqual(
      strangers.filter((node) => !node.closest(".client-head, .pulse")).map(({ outerHTML }) => outerHTML),
      [],
      text.slice(0, 80),
    );
    const links = (all(home(), "a") as HTMLAnchorElement[]).filter((link) => !link.closest(".client-head"));
    assert.deepEqual(
      links.map(({ href }) => href).filter((href) => !/^(https?|mailto):/.test(href)),
      [],
    );
    assert.ok(all(home(), "img").every((image) => image.getAttribute("src")!.startsWith("data:")));
    const said = home().textContent + document.title;
    assert.deepEqual(
      INVISIBLE.filter((character) => said.includes(character)),
      [],
    );
    assert.equal(Reflect.get(window, "hacked"), undefined);
    assert.equal(Reflect.get({}, "polluted"), undefined);
  }
});
