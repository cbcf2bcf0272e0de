// The request and the response that a span stands for. Most programs record no bodies.

import { withMember } from "../../json/object-text";
import { memberAt } from "../../json/plain";
import { tryReadJson } from "../../json/read";
import { compactObject } from "../../json/write";
import type { TrafficRecord } from "../record";
import { type RecordMembers, madeRecord } from "./record-text";
import * as names from "./telemetry-names";

type Attributes = ReadonlyMap<string, string>;

const WITHOUT_BODY = "The span has no body of this message.";
// Maximum number of characters in the id of a session, of which live records have short hashes. A longer id may be a secret, and is cut.
const LONGEST_SESSION = 16;

/** Returns the records of a span; none if it is not about MCP. */
export function recordsOfSpan(span: unknown, attributes: Attributes, resource: Attributes): TrafficRecord[] {
  const method = attributes.get(names.METHOD);
  const start = milliseconds(memberAt(span, "startTimeUnixNano"));
  const [trace, own, parent] = ["traceId", "spanId", "parentSpanId"].map((key) => textAt(span, key));
  if (method === undefined || start === undefined || trace === undefined || own === undefined) return [];
  const client = attributes.get(names.CLIENT);
  const common = {
    exchange: `${trace}-${own}`,
    transport: attributes.get(names.TRANSPORT) === names.PIPE ? "stdio" : "http",
    session: attributes.get(names.SESSION)?.slice(0, LONGEST_SESSION),
    caller: resource.get(names.SERVICE) ?? "",
  } as const;
  const id = idText(attributes.get(names.REQUEST_ID));
  const raw = id === undefined ? undefined : requestText(method, id, attributes);
  const request: RecordMembers = {
    ...common,
    at: start,
    from: "client",
    kind: id === undefined && method.startsWith("notifications/") ? "notification" : "request",
    method,
    name: [names.TOOL, names.PROMPT, names.RESOURCE, names.TARGET].map((key) => attributes.get(key)).find(Boolean),
    client: client === undefined ? undefined : { name: client },
    revision: attributes.get(names.PROTOCOL_VERSION),
    span: { trace, span: own, parent },
    bytes: raw?.length ?? 0,
    note: raw === undefined ? WITHOUT_BODY : undefined,
  };
  // A span may lack the id, which its exchange then stands for.
  const written = id ?? JSON.stringify(own);
  const end = milliseconds(memberAt(span, "endTimeUnixNano"));
  const isOpen = request.kind === "notification" || end === undefined || end < start;
  const response = isOpen ? [] : [responseOf(common, end, written, attributes, memberAt(span, "status"))];
  return [madeRecord(request, 0, request.kind === "notification" ? undefined : written, raw), ...response];
}

function responseOf(
  common: Pick<RecordMembers, "exchange" | "transport" | "session" | "caller">,
  at: number,
  id: string,
  attributes: Attributes,
  status: unknown,
): TrafficRecord {
  const error = attributes.get(names.ERROR_TYPE);
  const result = attributes.get(names.RESULT);
  const isToolError = error === names.TOOL_ERROR;
  const isError =
    error !== undefined || memberAt(status, "code") === 2 || memberAt(status, "code") === "STATUS_CODE_ERROR";
  if (result !== undefined && (!isError || isToolError)) {
    const raw = compactObject([
      ["jsonrpc", '"2.0"'],
      ["id", id],
      ["result", resultText(result, isToolError)],
    ]);
    return madeRecord({ ...common, at, from: "server", kind: "response", bytes: raw.length }, 0, id, raw);
  }
  const note = error === undefined ? WITHOUT_BODY : `The error is of type ${error}. ${WITHOUT_BODY}`;
  return madeRecord({ ...common, at, from: "server", kind: isError ? "error" : "response", bytes: 0, note }, 0, id);
}

// A request is known whole only if its arguments are.
function requestText(method: string, id: string, attributes: Attributes): string | undefined {
  const [name, sent] = [attributes.get(names.TOOL), attributes.get(names.ARGUMENTS)];
  if (method !== "tools/call" || name === undefined || tryReadJson(sent ?? "")?.type !== "object") return undefined;
  const params = compactObject([
    ["name", JSON.stringify(name)],
    ["arguments", sent],
  ]);
  return compactObject([
    ["jsonrpc", '"2.0"'],
    ["id", id],
    ["method", JSON.stringify(method)],
    ["params", params],
  ]);
}

// A result that is none of MCP, such as a text, becomes the content of one.
function resultText(text: string, isError: boolean): string {
  const node = tryReadJson(text);
  const isResult =
    node?.type === "object" && node.members.some(({ key }) => key === "content" || key === "structuredContent");
  const result = isResult ? text : JSON.stringify({ content: [{ type: "text", text }] });
  return isError ? withMember(result, "isError", "true") : result;
}

// The convention has ids as texts. Most are numbers.
function idText(id: string | undefined): string | undefined {
  if (id === undefined) return undefined;
  return /^(0|-?[1-9]\d{0,14})$/.test(id) ? id : JSON.stringify(id);
}

function textAt(value: unknown, key: string): string | undefined {
  const text = memberAt(value, key);
  return typeof text === "string" && text !== "" ? text : undefined;
}

function milliseconds(nanoseconds: unknown): number | undefined {
  const text = typeof nanoseconds === "number" ? String(nanoseconds) : nanoseconds;
  if (typeof text !== "string" || !/^\d{1,20}$/.test(text) || Number(text) === 0) return undefined;
  const whole = BigInt(text);
  return Number(whole / 1_000_000n) + Number(whole % 1_000_000n) / 1e6;
}
