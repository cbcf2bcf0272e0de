// Requests to the explorer itself, as its page and careless clients send them.
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

const LIMIT_MS = 60_000;
const PAUSE_MS = 250;

// Sends a request and returns the text of its response.
export async function send(url, { headers = {}, body, status = 200 } = {}) {
  const signal = AbortSignal.timeout(LIMIT_MS);
  const posted = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const response = await fetch(url, { ...posted, headers: { ...headers, "content-type": "application/json" }, signal });
  const text = await response.text();
  if (response.status !== status) throw new Error(`${url}: ${response.status}, expected ${status}: ${text.slice(0, 300)}`);
  return text;
}

// Sends the requests of the explorer in turn until it is stopped. The tool is called in both ways, and must return the text.
export function keepAsking(recorder, url, headers, { tool, arguments: given, text }) {
  const called = `${url}/tools/${encodeURIComponent(tool)}`;
  const check = (received) => {
    if (!received.includes(text)) throw new Error(`expected ${text}, received ${received.slice(0, 300)}`);
  };
  const requests = {
    page: () => send(url),
    tools: () => send(`${url}/tools`, { headers }),
    call: async () => check(await send(`${called}/call`, { headers, body: given })),
    live: async () => check(await send(`${url}/rpc/tools/call`, { headers, body: { params: { name: tool, arguments: given } } })),
    validate: () => send(`${called}/validate`, { headers, body: given }),
    server: () => send(`${url}/server`, { headers }),
    resources: () => send(`${url}/resources`, { headers }),
  };
  let isStopped = false;
  const ended = (async () => {
    while (!isStopped) {
      for (const [name, request] of Object.entries(requests)) {
        await recorder.timed(`explorer: ${name}`, request);
        await pause(PAUSE_MS);
      }
    }
  })();
  return () => ((isStopped = true), ended);
}

// Opens streams and never reads them, for some time.
export async function stallReaders(url, headers, ms) {
  const sockets = ["traffic", "events"].map((path) => openSocket(url, `GET ${new URL(url).pathname}/${path} HTTP/1.1`, { ...headers, accept: "text/event-stream" }, "").pause());
  await pause(ms);
  for (const socket of sockets) socket.destroy();
}

// Begins requests and never ends them, until the server closes their connections or some time has passed.
export async function halfRequests(url, headers, ms) {
  const { pathname } = new URL(url);
  const body = { ...headers, "content-type": "application/json", "content-length": 1000 };
  const sockets = Array.from({ length: 20 }, (_, at) => openSocket(url, at % 2 ? `POST ${pathname}/access HTTP/1.1` : "GET /", at % 2 ? body : undefined, "{"));
  for (const socket of sockets) socket.resume();
  await pause(ms);
  for (const socket of sockets) socket.destroy();
}

// Opens a connection and sends the beginning of a request. Without headers, not even its head is whole.
function openSocket(url, line, headers, rest) {
  const { port, host } = new URL(url);
  const socket = connect(Number(port), "127.0.0.1");
  socket.on("error", () => undefined);
  const head = headers && Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`).join("");
  socket.write(head === undefined ? line : `${line}\r\n${head}\r\n${rest}`);
  return socket;
}
