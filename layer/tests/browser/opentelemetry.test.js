// Spans from and to OpenTelemetry's own SDK for Python.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { during, OPEN, openPage, PYTHON, shared, startBrowser, startProgram, tokensOf } from "./support.js";

const path = (name) => fileURLToPath(new URL(name, import.meta.url));
const SERVER = path("../../../host-runner/tests/children/server.py");
const SECRET = "hunter2-hunter2";

const [browser] = await shared(startBrowser());

// Starts `mcp-ui traffic` with a receiver of spans.
async function startTraffic() {
  const printed = /(http:\S+\/explorer)\?traffic=#code=(\w+)[^]*(http:\S+\/v1\/traces)/;
  const { match, printed: output, stop } = await startProgram(OPEN, ["traffic", "--no-open", "--otlp-listen", "127.0.0.1:0"], printed, { isNoisy: true });
  const { page: token } = await tokensOf(`${match[1]}#code=${match[2]}`);
  const url = () => output().match(/http:\S+#code=\w+/g).at(-1);
  return { page: match[1], token, url, receiver: match[3], stop };
}

// Reads the stream of the page until it has this number of records.
async function recordsOf({ page, token }, count) {
  const stop = new AbortController();
  const response = await fetch(`${page}/traffic`, { headers: { "Mcp-Ui-Token": token }, signal: stop.signal });
  assert.equal(response.status, 200);
  let text = "";
  for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
    text += part;
    const records = [...text.matchAll(/^data: (\{"at":.*\})$/gm)].map(([, json]) => JSON.parse(json));
    if (records.length >= count) {
      stop.abort();
      return { records, text };
    }
  }
}

test("spans of the SDK for Python become calls in the page, without secrets", async (context) => {
  const [traffic] = await during(context, startTraffic());
  await promisify(execFile)(PYTHON, [path("fixtures/opentelemetry/send.py"), traffic.receiver, SECRET]);
  const { records, text } = await recordsOf(traffic, 4);
  assert.ok(!text.includes(SECRET), text);
  assert.deepEqual(
    records.map(({ from, kind, id }) => [from, kind, id]),
    [
      ["client", "request", 1],
      ["server", "response", 1],
      ["client", "request", 2],
      ["server", "response", 2],
    ],
  );
  const [request, response, , failure] = records;
  assert.deepEqual(request.client, { name: "python agent", version: "3" });
  const _meta = { "io.modelcontextprotocol/protocolVersion": "2026-07-28" };
  assert.deepEqual(request.raw.params, { name: "greet", arguments: { text: "shown", password: "[redacted]" }, _meta });
  assert.deepEqual(response.raw.result, { content: [{ type: "text", text: "Hello" }] });
  assert.equal(failure.raw.result.isError, true);
  assert.equal(request.span.trace, failure.span.trace);

  const page = await openPage(browser, traffic.url());
  await page.getByText("greet").first().waitFor();
  assert.ok(!(await page.content()).includes(SECRET));
  assert.deepEqual(page.trouble, []);
});

test("calls that mcp-ui open exports are spans for the SDK for Python, and come back in mcp-ui traffic", async (context) => {
  const [collector, traffic] = await during(context, startProgram(PYTHON, [path("fixtures/opentelemetry/receive.py")], /listening on (\S+)/), startTraffic());
  for (const [url, finished] of [
    [collector.match[1], () => recordsPrinted(collector)],
    [traffic.receiver, () => recordsOf(traffic, 4)],
  ]) {
    const flags = ["open", "--no-open", "--no-token", "--port", "0", "--otlp", url, "--otlp-content", "--", "python3", SERVER];
    const [open] = await during(context, startProgram(OPEN, flags, /(http:\S+)\/explorer/, { isNoisy: true }));
    await callEcho(open.match[1]);
    const { text } = await finished();
    assert.ok(!text.includes(SECRET), text);
    assert.match(text, /shown/);
    assert.match(text, /0af7651916cd43dd8448eb211c80319c/);
  }
  const { records } = await recordsOf(traffic, 4);
  const calls = records.filter(({ id }) => id === "call");
  assert.deepEqual(
    calls.map(({ kind }) => kind),
    ["request", "response"],
  );
  assert.deepEqual(calls[0].raw.params.arguments, { text: "shown", password: "[redacted]" });
});

// Calls a tool as an agent.
async function callEcho(origin) {
  const _meta = { traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" };
  const send = async (message, session = {}) => {
    const headers = { "Content-Type": "application/json", Accept: "application/json, text/event-stream", ...session };
    const response = await fetch(`${origin}/mcp`, { method: "POST", headers, body: JSON.stringify({ jsonrpc: "2.0", ...message }) });
    await response.text();
    return response.headers.get("mcp-session-id");
  };
  const session = await send({ id: 1, method: "initialize", params: { capabilities: {} } });
  await send({ id: "call", method: "tools/call", params: { name: "echo", arguments: { text: "shown", password: SECRET }, _meta } }, { "Mcp-Session-Id": session });
}

async function recordsPrinted({ printed }) {
  while (!printed().includes('"tools/call echo"')) await new Promise((resolve) => setTimeout(resolve, 50));
  return { text: printed() };
}
