// A request to an MCP server as another client sends it over HTTP: its message and its headers.

// The first revision without sessions, whose requests need no handshake.
const STATELESS = "2026-07-28";
export const LATEST_WITH_SESSIONS = "2025-11-25";
const META = "io.modelcontextprotocol";

type Headers = readonly (readonly [name: string, value: string])[];

export interface RawRequest {
  /** The members of the message, as JSON texts. */
  readonly message: ReadonlyMap<string, string>;
  readonly headers: Headers;
}

export interface RequestSource {
  readonly headers: Headers;
  /** The revision that the server speaks, if it is known. */
  readonly protocolVersion: string | undefined;
  readonly client: string;
}

export function isStateless({ protocolVersion = "" }: Pick<RequestSource, "protocolVersion">): boolean {
  return protocolVersion >= STATELESS;
}

/** The request with which a conversation begins: the handshake of an older revision. */
export function firstRequest(source: RequestSource): RawRequest {
  if (isStateless(source)) return rawRequest("tools/list", new Map(), source);
  const { protocolVersion = LATEST_WITH_SESSIONS, client } = source;
  const params = { protocolVersion, capabilities: {}, clientInfo: { name: client, version: "1" } };
  const members = new Map(Object.entries(params).map(([key, value]) => [key, JSON.stringify(value)]));
  return rawRequest("initialize", members, source);
}

/**
 * Creates a request. `params` has JSON texts; `name` is that of the tool, which the newest revision repeats in a
 * header.
 */
export function rawRequest(
  method: string,
  params: ReadonlyMap<string, string>,
  source: RequestSource,
  name?: string,
): RawRequest {
  const { protocolVersion = LATEST_WITH_SESSIONS, client } = source;
  const meta = {
    [`${META}/protocolVersion`]: protocolVersion,
    [`${META}/clientInfo`]: { name: client, version: "1" },
    [`${META}/clientCapabilities`]: {},
  };
  const all = isStateless(source) ? new Map([...params, ["_meta", JSON.stringify(meta)]]) : params;
  const text = [...all].map(([key, value]) => `${JSON.stringify(key)}:${value}`).join();
  const mirrored: Headers = isStateless(source)
    ? [
        ["MCP-Protocol-Version", protocolVersion],
        ["Mcp-Method", method],
        ...(name === undefined ? [] : [["Mcp-Name", headerValue(name)] as const]),
      ]
    : [];
  return {
    message: new Map([
      ["jsonrpc", '"2.0"'],
      ["id", "1"],
      ["method", JSON.stringify(method)],
      ["params", `{${text}}`],
    ]),
    headers: [
      ["Content-Type", "application/json"],
      ["Accept", "application/json, text/event-stream"],
      ...mirrored,
      ...source.headers,
    ],
  };
}

export function messageText({ message }: RawRequest): string {
  return `{${[...message].map(([key, value]) => `${JSON.stringify(key)}:${value}`).join()}}`;
}

// Encodes a text that is not plain ASCII as MCP demands it of header values.
function headerValue(text: string): string {
  if (/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !text.startsWith("=?")) return text;
  const bytes = new TextEncoder().encode(text);
  return `=?base64?${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))}?=`;
}
