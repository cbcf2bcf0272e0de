// The words for a server's capabilities, and the configuration of other clients.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { capabilityList } from "../src/home/capabilities";
import { CLIENTS, clientName } from "../src/home/clients";

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
