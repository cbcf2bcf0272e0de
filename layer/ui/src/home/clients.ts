// The ways in which other MCP clients connect to the server: a command, or the configuration of a program. Values of credentials are
// never part of it, only the names of their headers.

import { firstRequest, messageText } from "../protocol/raw-request";
import { curlPost, shellQuoted } from "../text/shell";
import { trimmed } from "../text/trim";

export interface Connection {
  /** The name of the server in the client's configuration. */
  readonly name: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly protocolVersion: string | undefined;
  readonly newest?: string;
}

export interface Client {
  /** The place for the text. */
  readonly where: string;
  readonly text: (connection: Connection) => string;
}

/** Returns a name that every client accepts. */
export function clientName(name = ""): string {
  const plain = name.replace(/\W+/g, "-").slice(0, 40);
  return trimmed(plain, "-_") || "mcp-server";
}

function curl({ url, headers, protocolVersion }: Connection): string {
  const request = firstRequest({ headers, protocolVersion, client: "curl" });
  return curlPost(url, request.headers, messageText(request));
}

function claudeCode({ name, url, headers }: Connection): string {
  const options = headers.map(([header, value]) => `--header ${shellQuoted(`${header}: ${value}`)}`);
  return [`claude mcp add --transport http ${name} ${shellQuoted(url)}`, ...options].join(" \\\n  ");
}

// Claude Desktop starts commands only, so another program connects to the server.
function claudeDesktop({ name, url, headers }: Connection): string {
  const { protocol, hostname } = new URL(url);
  const isLocal = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
  const insecure = protocol === "http:" && !isLocal ? ["--allow-http"] : [];
  const options = headers.flatMap(([header, value]) => ["--header", `${header}: ${value}`]);
  const args = ["-y", "mcp-remote", url, ...insecure, ...options];
  return json({ mcpServers: { [name]: { command: "npx", args } } });
}

function cursor({ name, url, ...rest }: Connection): string {
  return json({ mcpServers: { [name]: { url, ...headersOf(rest) } } });
}

function vsCode({ name, url, ...rest }: Connection): string {
  return json({ servers: { [name]: { type: "http", url, ...headersOf(rest) } } });
}

function headersOf({ headers }: Pick<Connection, "headers">): object {
  return headers.length > 0 ? { headers: Object.fromEntries(headers) } : {};
}

function json(value: unknown): string {
  return JSON.stringify(value, undefined, 2);
}

export const CLIENTS: Readonly<Record<string, Client>> = {
  curl: { where: "A first request, in a terminal", text: curl },
  "Claude Code": { where: "In a terminal", text: claudeCode },
  "Claude Desktop": { where: "In claude_desktop_config.json", text: claudeDesktop },
  Cursor: { where: "In ~/.cursor/mcp.json, or .cursor/mcp.json of a project", text: cursor },
  "VS Code": { where: "In .vscode/mcp.json of a folder", text: vsCode },
};
