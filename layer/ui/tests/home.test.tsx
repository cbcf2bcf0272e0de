// The home: the words for a server's capabilities, the configuration of other clients, tools to try, agents, the report card.
import { all, draw, texts } from "./dom";
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import type { Severity } from "../src/clients/findings";
import { reportMarkdown, verdictOf } from "../src/clients/report";
import { capabilityList } from "../src/home/capabilities";
import { CLIENTS, clientName } from "../src/home/clients";
import { FactList } from "../src/home/facts";
import { HomeHead } from "../src/home/head";
import { LastCalls } from "../src/home/last-calls";
import { pulseOf } from "../src/home/pulse";
import { suggestedTools } from "../src/home/suggestions";
import type { HistoryEntry } from "../src/history/entries";
import { readServer, server } from "../src/protocol/server";
import { setTools } from "../src/tools/catalog";
import type { Operation } from "../src/traffic/operation";

const words = (capabilities: Record<string, unknown>): string[] =>
  capabilityList(capabilities).map(({ words, name, rest }) => [words, name, rest].filter(Boolean).join(" "));

test("capabilities of MCP are said in words", () => {
  assert.deepEqual(words({ tools: { listChanged: true }, logging: {}, completions: {}, prompts: {} }), [
    "Tools (list can change)",
    "Logging",
    "Completion of arguments",
    "Prompts",
  ]);
  assert.deepEqual(words({ resources: { listChanged: true, subscribe: true } }), [
    "Resources (subscriptions, list can change)",
  ]);
  assert.deepEqual(words({ resources: { listChanged: false, subscribe: false } }), ["Resources"]);
  const tasks = { list: {}, cancel: {}, requests: { tools: { call: {} } } };
  assert.deepEqual(words({ tasks }), ["Tasks (list, cancel, tools/call)"]);
  assert.deepEqual(words({ tasks: { requests: { tools: { call: { own: 1 } } } } }), [
    'Tasks {"requests":{"tools":{"call":{"own":1}}}}',
  ]);
});

test("what MCP does not define is shown raw", () => {
  assert.deepEqual(
    words({
      tools: { listChanged: "yes", own: 1 },
      logging: null,
      "example.com/own": { depth: 2 },
      extensions: { "io.modelcontextprotocol/ui": {}, "example.com/x": [1] },
      experimental: 7,
      constructor: {},
    }),
    [
      'Tools {"listChanged":"yes","own":1}',
      "Logging null",
      'Unknown: example.com/own {"depth":2}',
      "Extension io.modelcontextprotocol/ui",
      "Extension example.com/x [1]",
      "Unknown: experimental 7",
      "Unknown: constructor",
    ],
  );
});

test("deep and long capabilities are cut", () => {
  const deep: unknown = JSON.parse(`${'{"a":['.repeat(5000)}1${"]}".repeat(5000)}`);
  const [first] = capabilityList({ deep, long: "x".repeat(1e6) });
  assert.ok(first?.rest && first.rest.length <= 1001);
});

test("a client gets a name that it accepts", () => {
  for (const [name, expected] of [
    ["mcp-servers/everything", "mcp-servers-everything"],
    ["a'; rm -rf ~ #", "a-rm-rf"],
    ["日本語", "mcp-server"],
    ["--flag", "flag"],
    [undefined, "mcp-server"],
    ["x".repeat(200), "x".repeat(40)],
  ] as const) {
    assert.equal(clientName(name), expected);
  }
});

const connection = {
  name: "weather",
  url: "http://tools.example:8080/mcp",
  headers: [
    ["authorization", "Bearer <token>"],
    ["x-o'clock", "<value>"],
  ],
  protocolVersion: undefined,
} as const;

test("commands are quoted for a shell", () => {
  for (const client of ["curl", "Claude Code"]) {
    const command = CLIENTS[client]!.text({ ...connection, url: "http://a.example/$(touch x)'`b`" });
    const out = execFileSync("sh", ["-c", `curl() { printf '%s\\n' "$@"; }; claude() { curl "$@"; }; ${command}`]);
    const words = out.toString().split("\n");
    assert.ok(words.includes("http://a.example/$(touch x)'`b`") && words.includes("x-o'clock: <value>"), command);
  }
});

test("a server elsewhere without TLS is allowed explicitly", () => {
  const args = (url: string): string[] => {
    const text = CLIENTS["Claude Desktop"]!.text({ ...connection, url });
    const { mcpServers } = JSON.parse(text) as { mcpServers: { weather: { args: string[] } } };
    return mcpServers.weather.args;
  };
  assert.ok(args("http://tools.example/mcp").includes("--allow-http"));
  for (const url of ["https://tools.example/mcp", "http://localhost:1/mcp", "http://127.0.0.1:1/mcp"]) {
    assert.ok(!args(url).includes("--allow-http"));
  }
});

test("clients that can add the server themselves get its address and headers", () => {
  const cursor = new URL(CLIENTS["Cursor"]!.link!({ ...connection, name: "weather é" }));
  const config: unknown = JSON.parse(Buffer.from(cursor.searchParams.get("config")!, "base64").toString());
  assert.equal(cursor.searchParams.get("name"), "weather é");
  assert.deepEqual(config, { url: connection.url, headers: Object.fromEntries(connection.headers) });
  const code = new URL(CLIENTS["VS Code"]!.link!(connection));
  assert.deepEqual(JSON.parse(decodeURIComponent(code.search.slice(1))), {
    name: "weather",
    type: "http",
    url: connection.url,
    headers: Object.fromEntries(connection.headers),
  });
});

test("the pulse has the requests of agents in the last minute", () => {
  const at = (age: number, more: object = {}) =>
    ({ request: { at: 100_000 - age, client: { name: "a" }, explorer: false, other: false, ...more } }) as Operation;
  const operations = [at(61_000), at(59_999), at(30_000, { explorer: true }), at(1_500), at(-5)];
  const { bars, calls, agents } = pulseOf(operations, 100_000);
  assert.deepEqual([bars[0], bars[15], bars[29], bars.length, calls, agents], [1, 0, 2, 30, 3, ["a"]]);
});

test("the last call of an agent is looked for in the newest operations", () => {
  const at = (explorer: boolean) =>
    ({ request: { at: 0, client: { name: "a" }, explorer, other: false } }) as Operation;
  const last = (since: number) => pulseOf([at(false), ...Array<Operation>(since).fill(at(true))], 100_000).last;
  assert.equal(last(999)?.agent, "a");
  assert.equal(last(1001), undefined);
});

test("a server that claims many revisions and capabilities has the first of them shown", (context) => {
  const { value } = server;
  context.after(() => (server.value = value));
  const experimental = Object.fromEntries(Array.from({ length: 80 }, (_, index) => [`x${index}`, {}]));
  const supportedVersions = Array.from({ length: 30 }, (_, index) => `2026-01-${index}`);
  server.value = readServer({ protocolVersion: "2026-07-28", supportedVersions, capabilities: { experimental } });
  const view = draw(<FactList />);
  assert.equal(all(view, ".home-versions span").length, 10);
  assert.equal(all(view, ".home-capabilities li:not(.hint)").length, 50);
});

test("the names and the description of a server are cut", (context) => {
  const { value } = server;
  context.after(() => (server.value = value));
  const serverInfo = { name: "n".repeat(9000), title: "t".repeat(9000), description: "d".repeat(9000) };
  server.value = readServer({ serverInfo });
  const view = draw(<HomeHead />);
  const lengths = (selector: string) => texts(view, selector).map(({ length }) => length);
  assert.deepEqual([lengths("h2"), lengths("code"), lengths(".prose")], [[201], [201], [1000]]);
});

test("the tools to try do no harm, and have an app if there is one", () => {
  setTools([
    { name: "delete", annotations: { destructiveHint: true } },
    { name: "plain" },
    { name: "read", description: "Reads", annotations: { readOnlyHint: true } },
    { name: "app", _meta: { ui: { resourceUri: "ui://a" } } },
    { name: "inner", _meta: { ui: { resourceUri: "ui://a", visibility: ["app"] } } },
    { name: "last" },
  ]);
  assert.deepEqual(
    suggestedTools().map(({ name }) => name),
    ["app", "read", "plain"],
  );
});

test("a report card says what strict clients would refuse, and no name of a tool is markup in it", () => {
  const finding = (severity: Severity, ...tools: string[]) => ({
    code: severity,
    severity,
    message: `Is ${severity}.`,
    tools,
  });
  const report = { listing: 1, tools: 3, isCut: false, characters: 4000, broken: [] };
  const verdict = (changed: { findings: ReturnType<typeof finding>[]; broken?: string[] }) => {
    const { word, reason } = verdictOf({ ...report, ...changed });
    return `${word}. ${reason}`;
  };
  assert.match(verdict({ findings: [] }), /^Yes\. All tools follow /);
  assert.match(verdict({ findings: [finding("hint", "a")] }), /^Yes/);
  assert.match(verdict({ findings: [finding("warning", "a", "b")] }), /^Mostly. 2 tools/);
  assert.match(verdict({ findings: [], broken: ["a"] }), /^No. Results of 1 tool /);
  const text = reportMarkdown({ ...report, findings: [finding("error", "a|b", "<img>\n# c")] }, "my *server*");
  assert.ok(text.startsWith("# Report card of my \\*server\\*\n"), text);
  assert.ok(text.includes("No. Some clients refuse 2 tools.") && text.includes("About 1,000 tokens for 3 tools"), text);
  assert.ok(text.includes("| error | Is error. | a\\|b, \\<img\\> \\# c |"), text);
});

test("a call that is opened in another tab of the browser is not shown in this one", () => {
  const opened: HistoryEntry[] = [];
  const call = {
    tool: "add",
    arguments: "{}",
    kind: "failed",
    headline: "Failed",
    started: 0,
  } as unknown as HistoryEntry;
  const link = draw(<LastCalls calls={[call]} onOpen={(call) => opened.push(call)} />).querySelector("a")!;
  for (const key of ["ctrlKey", "metaKey", "shiftKey", "none"]) {
    link.dispatchEvent(Object.assign(new Event("click", { cancelable: true }), { [key]: true }));
  }
  assert.deepEqual(opened, [call]);
});
