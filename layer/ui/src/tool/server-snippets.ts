// The call as code that speaks to the MCP server itself, and as a test of the server.

import { type JsonNode, itemsOf, membersOf, rawOf, stringOf } from "../json/node";
import { readJson } from "../json/read";
import { compactJson } from "../json/write";
import { LATEST_WITH_SESSIONS, isStateless, messageText, rawRequest } from "../protocol/raw-request";
import { curlPost, shellQuoted } from "../text/shell";
import { trimmed } from "../text/trim";

interface ServerCall {
  readonly tool: string;
  // JSON text.
  readonly body: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly protocolVersion: string | undefined;
}

type Language = (call: ServerCall) => string;

/** A request in a method of MCP, whose parameters are JSON texts. */
export interface ServerRequest {
  readonly method: string;
  readonly params: ReadonlyMap<string, string>;
  /** The name of the tool, which the newest revision repeats in a header. */
  readonly name?: string | undefined;
}

export type ServerAddress = Pick<ServerCall, "url" | "headers" | "protocolVersion">;

function curl(call: ServerCall): string {
  const params = new Map([
    ["name", JSON.stringify(call.tool)],
    ["arguments", call.body],
  ]);
  return curlRequest({ method: "tools/call", params, name: call.tool }, call);
}

export function curlRequest({ method, params, name }: ServerRequest, server: ServerAddress): string {
  const { url, protocolVersion } = server;
  const request = rawRequest(method, params, { ...server, client: "curl" }, name);
  if (isStateless(server)) return curlPost(url, request.headers, messageText(request));
  const version = protocolVersion ?? LATEST_WITH_SESSIONS;
  const initialize = JSON.stringify({
    jsonrpc: "2.0",
    id: 0,
    method: "initialize",
    params: { protocolVersion: version, capabilities: {}, clientInfo: { name: "curl", version: "1" } },
  });
  const inSession = ['-H "Mcp-Session-Id: $session"', `-H ${shellQuoted(`MCP-Protocol-Version: ${version}`)}`];
  const post = (message: string, ...options: readonly string[]) =>
    curlPost(url, request.headers, message, { command: "curl -s", options });
  return [
    `session=$(${post(initialize, "-D - -o /dev/null")} | tr -d '\\r' | grep -i '^mcp-session-id:' | cut -d' ' -f2)`,
    post('{"jsonrpc":"2.0","method":"notifications/initialized"}', ...inSession),
    post(messageText(request), ...inSession),
  ].join("\n");
}

function command({ url, tool, body, headers }: ServerCall): string {
  const options = headers.map(([name, value]) => `--header ${shellQuoted(`${name}: ${value}`)}`);
  return [`mcp-ui call ${shellQuoted(url)} ${shellQuoted(tool)} ${shellQuoted(body)}`, ...options].join(" \\\n  ");
}

function python(call: ServerCall): string {
  return [
    ...pythonImports(call),
    "async def main():",
    ...pythonCall(call, "    "),
    "    print(result)",
    "",
    "",
    "asyncio.run(main())",
  ].join("\n");
}

function pytest(call: ServerCall): string {
  return [
    ...pythonImports(call),
    `def test_${identifier(call.tool)}():`,
    "    assert not asyncio.run(call()).is_error",
    "",
    "",
    "async def call():",
    ...pythonCall(call, "    "),
    "    return result",
  ].join("\n");
}

function pythonImports({ headers }: ServerCall): string[] {
  const transport = "from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client";
  return ["import asyncio", "", "from mcp import Client", ...(headers.length > 0 ? [transport] : []), "", ""];
}

function pythonCall({ tool, body, url, headers }: ServerCall, indent: string): string[] {
  const literal = pythonLiteral(readJson(body), `${indent}    `);
  const call = [`${indent}    result = await client.call_tool(${JSON.stringify(tool)}, ${literal})`];
  if (headers.length === 0) return [`${indent}async with Client(${JSON.stringify(url)}) as client:`, ...call];
  const given = JSON.stringify(Object.fromEntries(headers));
  return [
    `${indent}async with (`,
    `${indent}    create_mcp_http_client(headers=${given}) as http,`,
    `${indent}    Client(streamable_http_client(${JSON.stringify(url)}, http_client=http)) as client,`,
    `${indent}):`,
    ...call,
  ];
}

const PYTHON_NAMES: Readonly<Record<string, string>> = { true: "True", false: "False", null: "None" };

// JSON escapes have the same meaning in a Python string.
function pythonLiteral(node: JsonNode, indent: string): string {
  const inner = `${indent}    `;
  switch (node.type) {
    case "object": {
      const members = membersOf(node).map(
        ({ key, value }) => `${inner}${JSON.stringify(key)}: ${pythonLiteral(value, inner)},\n`,
      );
      return members.length > 0 ? `{\n${members.join("")}${indent}}` : "{}";
    }
    case "array":
      return `[${itemsOf(node)
        .map((item) => pythonLiteral(item, inner))
        .join(", ")}]`;
    case "string":
      return JSON.stringify(stringOf(node));
    default:
      return PYTHON_NAMES[rawOf(node)] ?? rawOf(node);
  }
}

function typescript(call: ServerCall): string {
  return [...typescriptCall(call), "console.log(result);", "await client.close();"].join("\n");
}

function vitest(call: ServerCall): string {
  const [imports = "", ...lines] = typescriptCall(call);
  return [
    imports,
    'import { expect, test } from "vitest";',
    "",
    `test(${JSON.stringify(call.tool)}, async () => {`,
    ...lines.filter(Boolean).map((line) => `  ${line.replaceAll("\n", "\n  ")}`),
    "  expect(result.isError).not.toBe(true);",
    "  await client.close();",
    "});",
  ].join("\n");
}

function typescriptCall({ tool, body, url, headers }: ServerCall): string[] {
  const init =
    headers.length > 0 ? `, { requestInit: { headers: ${JSON.stringify(Object.fromEntries(headers))} } }` : "";
  // In an object of JavaScript, the key `__proto__` has another meaning.
  const given = body.includes("__proto__") || body.includes("\\u") ? `JSON.parse(${JSON.stringify(body)})` : body;
  return [
    'import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";',
    "",
    'const client = new Client({ name: "example", version: "1" });',
    `await client.connect(new StreamableHTTPClientTransport(new URL(${JSON.stringify(url)})${init}));`,
    `const result = await client.callTool({ name: ${JSON.stringify(tool)}, arguments: ${given} });`,
  ];
}

function rust(call: ServerCall): string {
  return ["#[tokio::main]", ...rustCall("main", call), '    println!("{result:#?}");', ...RUST_END].join("\n");
}

function rustTest(call: ServerCall): string {
  const lines = rustCall(identifier(call.tool), call);
  return ["#[tokio::test]", ...lines, '    assert_ne!(result.is_error, Some(true), "{result:?}");', ...RUST_END].join(
    "\n",
  );
}

const RUST_END = ["    client.cancel().await?;", "    Ok(())", "}"];

function rustCall(name: string, { tool, body, url, headers }: ServerCall): string[] {
  const inserted = headers.map(
    ([header, value]) =>
      `    headers.insert(${rustString(header.toLowerCase())}.parse()?, ${rustString(value)}.parse()?);`,
  );
  const custom = inserted.length > 0 ? ".custom_headers(headers)" : "";
  return [
    `async fn ${name}() -> Result<(), Box<dyn std::error::Error>> {`,
    "    use rmcp::ServiceExt as _;",
    "    use rmcp::transport::StreamableHttpClientTransport;",
    "    use rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig;",
    "",
    ...(inserted.length > 0 ? ["    let mut headers = std::collections::HashMap::new();", ...inserted] : []),
    `    let config = StreamableHttpClientTransportConfig::with_uri(${rustString(url)})${custom};`,
    "    let client = ().serve(StreamableHttpClientTransport::from_config(config)).await?;",
    `    let arguments = serde_json::from_str(${rustString(body)})?;`,
    `    let params = rmcp::model::CallToolRequestParams::new(${rustString(tool)}).with_arguments(arguments);`,
    "    let result = client.call_tool(params).await?;",
  ];
}

// A raw string, whose number of hashes keeps the text from ending it.
function rustString(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/"(#*)/g)].map(([, hashes = ""]) => hashes.length + 1));
  const hashes = "#".repeat(longest);
  return longest > 0 || text.includes("\\") ? `r${hashes}"${text}"${hashes}` : `"${text}"`;
}

// The name of a test.
function identifier(tool: string): string {
  return trimmed(tool.replace(/\W+/g, "_"), "_").toLowerCase() || "tool";
}

function compacted(language: Language): Language {
  return (call) => language({ ...call, body: compactJson(readJson(call.body)) });
}

export const CLIENT_CODE: Readonly<Record<string, Language>> = {
  cURL: compacted(curl),
  "mcp-ui": compacted(command),
  Python: python,
  TypeScript: typescript,
  Rust: compacted(rust),
};

export const TEST_CODE: Readonly<Record<string, Language>> = {
  pytest,
  Vitest: vitest,
  "cargo test": compacted(rustTest),
};

/** The packages that the code needs. */
export const NEEDED: Readonly<Record<string, string>> = {
  Python: "Needs the package mcp from PyPI.",
  pytest: "Needs the packages mcp and pytest from PyPI.",
  TypeScript: "Needs the package @modelcontextprotocol/client from npm.",
  Vitest: "Needs the packages @modelcontextprotocol/client and vitest from npm.",
  Rust: "Needs the crates rmcp (features client and transport-streamable-http-client-reqwest), tokio and serde_json.",
  "cargo test":
    "Needs the crates rmcp (features client and transport-streamable-http-client-reqwest), tokio and serde_json.",
};
