// Entries that another program recorded. Credentials and ids of sessions do not become part of records.

import { type JsonNode, memberOf, rawOf, stringOf, textAt, valueOf } from "../../json/node";
import { asText, memberAt } from "../../json/plain";
import type { Steps } from "../../scheduling/slices";
import { META_VERSION, metaOf } from "../message";
import type { Kind, Sender, TrafficRecord } from "../record";
import { utf8Length } from "../../text/utf8";
import { messagesIn } from "./bodies";
import { headersOf, requestBody, responseBody } from "./har-entry";
import { type RecordMembers, madeRecord } from "./record-text";

const META_CLIENT = "io.modelcontextprotocol/clientInfo";
// Headers of MCP, and some about the content. Any other, such as `Mcp-Api-Key`, may be a credential.
const HEADERS = /^(?:mcp-(?:method|name|protocol-version|param-.*)|content-type|traceparent|last-event-id)$/;

/** Names for the sessions and callers of a file, and the clients that began the sessions. */
export interface Strangers {
  readonly sessions: Map<string, string>;
  readonly callers: Map<string, string>;
  readonly clients: Map<string, string>;
  entries: number;
}

export function newStrangers(): Strangers {
  return { sessions: new Map(), callers: new Map(), clients: new Map(), entries: 0 };
}

/** Returns the records of an entry; none if it has no messages of MCP. */
export function* foreignEntry(entry: unknown, strangers: Strangers): Steps<TrafficRecord[]> {
  const [request, response] = [memberAt(entry, "request"), memberAt(entry, "response")];
  const start = Date.parse(asText(memberAt(entry, "startedDateTime")));
  const sent = (yield* messagesIn(requestBody(entry))).filter(isOfMcp);
  const received = (yield* messagesIn(responseBody(entry))).filter(isOfMcp);
  if (sent.length + received.length === 0 || !(start >= 0)) return [];
  strangers.entries += 1;
  const [asked, answered] = [headersOf(request), headersOf(response)];
  const time = memberAt(entry, "time");
  const end = start + (typeof time === "number" && time > 0 ? time : 0);
  const session = asked.get("mcp-session-id") ?? answered.get("mcp-session-id");
  const common = {
    exchange: `har-${strangers.entries}`,
    transport: "http",
    session: session === undefined ? undefined : nameFor(strangers.sessions, session, "session"),
    caller: nameFor(strangers.callers, asked.get("authorization") ?? asked.get("cookie") ?? "", "caller"),
  } as const;
  const method = memberAt(request, "method");
  const http = {
    method: typeof method === "string" ? method : "POST",
    path: pathOf(memberAt(request, "url")),
    headers: kept(asked),
  };
  const status = memberAt(response, "status");
  const reply = { status: typeof status === "number" ? status : 0, headers: kept(answered) };
  const make = (message: JsonNode, from: Sender, at: number) =>
    recordOf(
      message,
      { ...common, from, at, http: from === "client" ? http : reply },
      asked.get("mcp-protocol-version"),
      strangers,
    );
  return [
    ...sent.map((message) => make(message, "client", start)),
    ...received.map((message) => make(message, "server", end)),
  ];
}

function isOfMcp(message: JsonNode): boolean {
  return textAt(message, "jsonrpc") === "2.0";
}

type Common = Omit<RecordMembers, "kind" | "bytes">;

function recordOf(message: JsonNode, common: Common, version: string | undefined, strangers: Strangers): TrafficRecord {
  const params = valueOf(message, "params");
  const id = valueOf(message, "id");
  const raw = rawOf(message);
  const client = textAt(metaOf(params, META_CLIENT), "name") ?? textAt(valueOf(params, "clientInfo"), "name");
  const who = common.session ?? common.caller ?? "";
  if (client !== undefined) strangers.clients.set(who, client);
  const known = strangers.clients.get(who);
  const members: RecordMembers = {
    ...common,
    kind: kindOf(message),
    method: textAt(message, "method"),
    name: textAt(params, "name") ?? textAt(params, "uri") ?? textAt(params, "taskId"),
    client: known === undefined ? undefined : { name: known },
    revision: version ?? stringOf(metaOf(params, META_VERSION)) ?? textAt(params, "protocolVersion"),
    bytes: utf8Length(raw),
  };
  return madeRecord(members, 0, id && id.type !== "null" ? idText(id) : undefined, raw);
}

function idText(id: JsonNode): string | undefined {
  return id.type === "string" || id.type === "number" ? rawOf(id) : undefined;
}

function kindOf(message: JsonNode): Kind {
  if (memberOf(message, "method")) return memberOf(message, "id") ? "request" : "notification";
  return memberOf(message, "error") ? "error" : "response";
}

function nameFor(names: Map<string, string>, secret: string, word: string): string {
  const name = names.get(secret) ?? `${word}-${names.size + 1}`;
  names.set(secret, name);
  return name;
}

function pathOf(url: unknown): string {
  return typeof url === "string" && URL.canParse(url) ? new URL(url).pathname : "/";
}

function kept(headers: ReadonlyMap<string, string>): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => HEADERS.test(name)));
}
