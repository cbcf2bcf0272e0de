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
  /** The address by which the client adds the server itself. */
  readonly link?: (connection: Connection) => string;
  /** The path of the client's mark, in a square of 16 units. */
  readonly mark: string;
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

function cursorLink({ name, url, ...rest }: Connection): string {
  const bytes = new TextEncoder().encode(JSON.stringify({ url, ...headersOf(rest) }));
  const config = encodeURIComponent(btoa(String.fromCharCode(...bytes)));
  return `cursor://anysphere.cursor-deeplink/mcp/install?name=${encodeURIComponent(name)}&config=${config}`;
}

function vsCodeLink({ name, url, ...rest }: Connection): string {
  return `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name, type: "http", url, ...headersOf(rest) }))}`;
}

function headersOf({ headers }: Pick<Connection, "headers">): object {
  return headers.length > 0 ? { headers: Object.fromEntries(headers) } : {};
}

function json(value: unknown): string {
  return JSON.stringify(value, undefined, 2);
}

// The marks are simplified, and drawn with lines.
const BURST = "M8 2v12M2 8h12M3.8 3.8l8.4 8.4M12.2 3.8l-8.4 8.4";

export const CLIENTS: Readonly<Record<string, Client>> = {
  "Claude Code": { where: "In a terminal", text: claudeCode, mark: BURST },
  "Claude Desktop": { where: "In claude_desktop_config.json", text: claudeDesktop, mark: BURST },
  Cursor: {
    where: "In ~/.cursor/mcp.json, or .cursor/mcp.json of a project",
    text: cursor,
    link: cursorLink,
    mark: "M8 1.5 13.5 4.7v6.6L8 14.5 2.5 11.3V4.7zM2.5 4.7h11L8 14.5V8z",
  },
  "VS Code": {
    where: "In .vscode/mcp.json of a folder",
    text: vsCode,
    link: vsCodeLink,
    mark: "M11 1.5v13l3-1.5V3zM11 4.5 2 10.5M11 11.5 2 5.5",
  },
  curl: { where: "A first request, in a terminal", text: curl, mark: "M2 3h12v10H2zM4.5 6l2 2-2 2M8.5 10.5h3" },
};
