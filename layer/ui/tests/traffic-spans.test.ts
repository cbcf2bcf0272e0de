// Spans: those that an export writes, and those of other programs.
import assert from "node:assert/strict";
import { test } from "node:test";
import { importedTraffic } from "../src/traffic/formats/import";
import { toOtlp } from "../src/traffic/formats/otlp";
import { record, storeOf } from "./traffic-support";

test("OTLP has the notifications of clients, and the name that the server gives itself", () => {
  const info = { "io.modelcontextprotocol/serverInfo": { name: "weather" } };
  const store = storeOf([
    record({ exchange: "x", method: "tools/list", id: 1, raw: { id: 1 } }, 1),
    record({ exchange: "x", from: "server", kind: "response", id: 1, raw: { id: 1, result: { _meta: info } } }, 2),
    record({ exchange: "y", kind: "notification", method: "notifications/roots/list_changed", raw: {} }, 3),
  ]);
  const text = toOtlp(store, { withBodies: false });
  const { resourceSpans } = JSON.parse(text) as Spans;
  assert.deepEqual(
    resourceSpans[0]!.scopeSpans[0]!.spans.map((span) => span["name"]),
    ["tools/list", "notifications/roots/list_changed"],
  );
  assert.match(text, /"service.name","value":\{"stringValue":"weather"/);
  assert.equal(importedTraffic(text).records.at(-1)?.method, "notifications/roots/list_changed");
});

test("spans follow the conventions for MCP", () => {
  const store = storeOf([
    record(
      {
        exchange: "x",
        method: "tools/call",
        name: "greet",
        id: "a",
        session: "1f9a",
        revision: "2026-07-28",
        raw: {
          id: "a",
          params: {
            name: "greet",
            arguments: { b: 2.5 },
            _meta: { traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01" },
          },
        },
      },
      1,
    ),
    record(
      {
        exchange: "x",
        from: "server",
        kind: "response",
        id: "a",
        raw: { id: "a", result: { isError: true, content: [] } },
      },
      2,
    ),
  ]);
  const { resourceSpans } = JSON.parse(toOtlp(store, { withBodies: true })) as Spans;
  const span = resourceSpans[0]!.scopeSpans[0]!.spans[0]!;
  const attributes = Object.fromEntries(span.attributes.map(({ key, value }) => [key, value.stringValue]));
  assert.deepEqual(
    [
      span["name"],
      span["kind"],
      span["traceId"],
      span["parentSpanId"],
      span["startTimeUnixNano"],
      span["endTimeUnixNano"],
      span["status"],
    ],
    [
      "tools/call greet",
      2,
      "4bf92f3577b34da6a3ce929d0e0e4736",
      "00f067aa0ba902b7",
      "1000000000",
      "2000000000",
      { code: 2 },
    ],
  );
  assert.match(String(span["spanId"]), /^[\da-f]{16}$/);
  assert.deepEqual(attributes, {
    "mcp.method.name": "tools/call",
    "gen_ai.operation.name": "execute_tool",
    "gen_ai.tool.name": "greet",
    "jsonrpc.request.id": "a",
    "mcp.protocol.version": "2026-07-28",
    "mcp.session.id": "1f9a",
    "network.transport": "tcp",
    "error.type": "tool_error",
    "gen_ai.tool.call.arguments": '{"b":2.5}',
    "gen_ai.tool.call.result": '{"isError":true,"content":[]}',
  });
});

interface Spans {
  resourceSpans: {
    scopeSpans: {
      spans: (Record<string, unknown> & { attributes: { key: string; value: { stringValue: string } }[] })[];
    }[];
  }[];
}

test("spans of others become operations, nested by their ids, from one file or from lines", () => {
  const attributes = (values: Record<string, unknown>) =>
    Object.entries(values).map(([key, value]) => ({
      key,
      value: typeof value === "number" ? { intValue: String(value) } : { stringValue: value },
    }));
  const span = (spanId: string, members: object, values: Record<string, unknown>) => ({
    traceId: "4bf92f3577b34da6a3ce929d0e0e4736",
    spanId,
    startTimeUnixNano: "1764000000000500000",
    endTimeUnixNano: "1764000001000000000",
    ...members,
    attributes: attributes(values),
  });
  const file = (...spans: object[]) => ({
    resourceSpans: [{ resource: { attributes: attributes({ "service.name": "gateway" }) }, scopeSpans: [{ spans }] }],
  });
  const outer = span(
    "00f067aa0ba902b7",
    {},
    {
      "mcp.method.name": "tools/call",
      "gen_ai.tool.name": "outer",
      "jsonrpc.request.id": 7,
      "network.transport": "pipe",
    },
  );
  const inner = span(
    "00f067aa0ba902b8",
    { parentSpanId: "00f067aa0ba902b7", startTimeUnixNano: 1764000000100000000 },
    {
      "mcp.method.name": "tools/call",
      "gen_ai.tool.name": "inner",
      "error.type": "tool_error",
      "gen_ai.tool.call.arguments": '{"n":1.0}',
      "gen_ai.tool.call.result": "no such city",
      "jsonrpc.request.id": "x",
    },
  );
  const other = span("00f067aa0ba902b9", {}, { "http.request.method": "GET" });
  const open = span(
    "00f067aa0ba902ba",
    { endTimeUnixNano: "0" },
    { "mcp.method.name": "resources/read", "mcp.resource.uri": "file:///a" },
  );
  const whole = JSON.stringify(file(outer, inner, other, open), undefined, 2);
  const lines = [file(outer), file(inner, other), file(open)].map((each) => JSON.stringify(each)).join("\n");
  for (const text of [whole, lines]) {
    const { records, others } = importedTraffic(text);
    assert.equal(others, 1);
    const { operations } = storeOf(records);
    assert.deepEqual(
      operations.map(({ request, state, parent }) => [
        request.name,
        request.transport,
        request.caller,
        state,
        parent?.request.name,
      ]),
      [
        ["outer", "stdio", "gateway", "done", undefined],
        ["file:///a", "http", "gateway", "open", undefined],
        ["inner", "http", "gateway", "failed", "outer"],
      ],
    );
    assert.equal(operations[0]!.request.at, 1764000000000.5);
    assert.match(operations[2]!.request.raw!, /"arguments":\{"n":1\.0\}/);
    assert.match(operations[2]!.response!.raw!, /no such city/);
  }
});
