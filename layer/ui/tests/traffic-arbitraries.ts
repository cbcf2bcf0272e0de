// Records of traffic in any order and mixture: few ids, names and sessions, so that they meet often.
import fc from "fast-check";
import { KINDS } from "../src/traffic/record";

type Members = Record<string, unknown>;

const METHODS = [
  ..."tools/call|tools/call|tools/list|initialize|elicitation/create|sampling/createMessage|roots/list".split("|"),
  ..."tasks/get|tasks/update|tasks/result|subscriptions/listen|prompts/get|constructor".split("|"),
];
const NOTIFICATIONS = ["progress", "cancelled", "message", "tasks", "tasks/status", "tools/list_changed"];

const ids = fc.constantFrom<unknown>(1, 2, "1", 1.5);
const tasks = fc.constantFrom("t1", "t2");
const states = fc.constantFrom("s1", "s2");
const traces = fc.constantFrom("4b", "5c").map((digits) => digits.repeat(16));
const inputRequests = fc.constantFrom(
  {},
  { day: { method: "elicitation/create" } },
  { roots: { method: "roots/list" } },
);
const tools = fc.array(
  fc.record({
    name: fc.constantFrom("a", "__proto__"),
    inputSchema: fc.constantFrom<unknown>({}, null, { type: ["object", 7], properties: { __proto__: 1, a: [] } }),
    outputSchema: fc.constantFrom<unknown>({ required: ["n"] }, { $ref: "#" }, { type: "string" }),
  }),
  { maxLength: 2 },
);

function some<T>(members: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<Partial<T>> {
  return fc.record(members, { requiredKeys: [] }) as fc.Arbitrary<Partial<T>>;
}

const meta = some({
  progressToken: ids,
  "io.modelcontextprotocol/related-task": fc.record({ taskId: tasks }),
  "io.modelcontextprotocol/subscriptionId": ids,
  traceparent: fc.tuple(traces, fc.constantFrom("a", "b")).map(([trace, span]) => `00-${trace}-${span.repeat(16)}-01`),
});
const params = some({
  name: fc.constantFrom("a", "__proto__"),
  arguments: fc.jsonValue({ maxDepth: 1 }),
  progressToken: ids,
  progress: fc.nat({ max: 3 }),
  requestId: ids,
  taskId: tasks,
  status: fc.constantFrom("working", "input_required", "completed", "failed"),
  requestState: states,
  inputResponses: fc.constantFrom({}, { day: {} }),
  inputRequests,
  _meta: meta,
});
const result = some({
  resultType: fc.constantFrom("task", "input_required", "complete"),
  taskId: tasks,
  task: fc.record({ taskId: tasks, status: fc.constant("working") }),
  status: fc.constantFrom("working", "input_required", "completed", "cancelled"),
  inputRequests,
  requestState: states,
  isError: fc.boolean(),
  tools,
  structuredContent: fc.jsonValue({ maxDepth: 1 }),
});

/** A client with its session: two of them have the same caller, and others no session. */
interface Client {
  readonly caller: string;
  readonly session?: string;
  readonly transport?: "stdio";
}
const clients = fc.constantFrom<Client>(
  { caller: "c1", session: "one" },
  { caller: "c1", session: "two" },
  { caller: "c1" },
  { caller: "c2" },
  { caller: "c2", transport: "stdio" },
  { caller: "c1", session: "pipe", transport: "stdio" },
);

function messageOf(
  kind: string,
  members: Members,
  parts: { readonly params: unknown; readonly result: unknown },
): Members {
  const base = { jsonrpc: "2.0", ...members };
  if (kind === "response") return { ...base, result: parts.result };
  if (kind === "error") return { ...base, error: { code: -32603, message: "no" } };
  return { ...base, params: parts.params };
}

/** The members of a record without a time. Exchanges are those of one client. */
export const records: fc.Arbitrary<Members> = fc
  .record({
    client: clients,
    kind: fc.constantFrom(...KINDS, "request", "request", "response", "response", "notification"),
    from: fc.constantFrom("client", "server"),
    exchange: fc.option(fc.nat({ max: 2 }), { nil: undefined }),
    id: fc.option(ids, { freq: 8, nil: undefined }),
    method: fc.constantFrom(...METHODS),
    notification: fc.constantFrom(...NOTIFICATIONS),
    name: fc.constantFrom("a", "b", undefined),
    revision: fc.constantFrom("2025-11-25", "2026-07-28", undefined),
    status: fc.constantFrom(200, 404),
    parts: fc.record({ params, result }),
    span: fc.option(fc.record({ trace: traces, span: fc.constantFrom("a", "b") }), { freq: 8, nil: undefined }),
    isKept: fc.constantFrom(true, true, true, false),
  })
  .map(({ client, kind, from, exchange, id, method, notification, name, revision, status, parts, span, isKept }) => {
    const common = { ...client, kind, from, revision, ...(span && { span }) };
    const isMessage = ["request", "response", "error", "notification"].includes(kind);
    const place =
      exchange === undefined ? {} : { exchange: [client.caller, client.session, client.transport, exchange].join(" ") };
    if (!isMessage) return { ...common, ...place, http: { status, method: "GET", headers: {} } };
    const methods: Members =
      kind === "request" ? { method } : kind === "notification" ? { method: `notifications/${notification}` } : {};
    const named = { ...methods, ...(kind === "notification" ? {} : { id }) };
    return { ...common, ...place, ...named, name, ...(isKept && { raw: messageOf(kind, named, parts) }) };
  });
