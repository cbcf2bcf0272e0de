// The deployments of a soak. Each has a `process` whose resources are measured, the `url` of its explorer with the `headers` of its page, a
// `call` for each word, `agents` at a `connection`, and `faults`. Without headers, the explorer
// gets no requests but those of its pages, which `prepare` readies. A fault that `provokes` failures has a grace period in milliseconds.
import { readFile, readdir } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { DEMO, EXPLORER, OPEN, REPLICAS, NO_VARIABLES, SIGNING_IN, button, freePort, startOpenWith, startProgram, startServer, tokensOf } from "../support.js";
import { printedForAgents } from "../fixtures/agents/start.js";
import { fillDisk, startDisk } from "./disk.js";
import { startGate } from "./gate.js";
import { halfRequests, send, stallReaders } from "./requests.js";
import { startRedis } from "./redis.js";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const servers = `${root}host-runner/tests/agents/servers/`;
const ADDRESS = /http:\/\/127\.0\.0\.1:\d+\/explorer/;

// The lifetime of a token in seconds.
const TOKEN_SECONDS = 45;

const SHORT_MS = 10_000;
const LONG_MS = 30_000;

const echo = (word) => ({ tool: "echo", arguments: { text: word }, text: word });
const everything = (word) => ({ tool: "echo", arguments: { message: word }, text: word });
const greet = (word) => ({ tool: "greet", arguments: { name: word }, text: `Hello, ${word}!` });
const plain = (tool, text, given = {}) => ({ tool, arguments: given, text });
const forecast = plain("weather/forecast", "Day 2", { city: "Lisbon", days: 2 });

const careless = (deployment) => [
  { name: "stalled readers", run: () => stallReaders(deployment.url, deployment.headers, LONG_MS) },
  { name: "half requests", run: () => halfRequests(deployment.url, deployment.headers, LONG_MS) },
];

// Starts `mcp-ui open` for a server over stdio, which the agents and the page share.
async function child() {
  const disk = await startDisk("echo");
  const open = await startOpenWith(["--ui", disk.uis, "--tests", disk.tests, "--write"], ["node", `${servers}typescript1.js`]);
  const address = open.url.replace(/#.*/, "");
  let used = open.url;
  const tokens = await tokensOf(used);
  // Each URL works once, and the next one is printed then.
  const pageUrl = async () => {
    while (open.url === used) await pause(20);
    return (used = open.url);
  };
  const [url, token] = printedForAgents(open);
  const deployment = {
    process: () => open.pid,
    url: address,
    pageUrl,
    headers: { "Mcp-Ui-Token": tokens.page },
    connection: { url, headers: { "Mcp-Ui-Token": token } },
    call: echo,
    agents: ["Rust", "Python", "TypeScript"],
    others: [plain("report", "reported"), plain("change", "changed")],
    hasTraffic: true,
    stop: async () => (await open.stop(), disk.stop()),
  };
  const restart = () => send(new URL("/restart", address), { headers: deployment.headers, body: {}, status: 202 });
  const kill = async () => {
    for (const pid of await childrenOf(open.pid, "typescript1.js")) process.kill(pid, "SIGKILL");
  };
  deployment.faults = [
    { name: "restart of the child", run: restart, provokes: LONG_MS },
    { name: "kill -9 of the child", run: kill, provokes: LONG_MS },
    ...careless(deployment),
  ];
  if (disk.isLimited) deployment.faults.push({ name: "full disk", run: () => fillDisk(disk, deployment) });
  return deployment;
}

// Starts `mcp-ui open` with a process for each agent, whose tools ask questions.
async function perClient() {
  const open = await startOpenWith(["--per-client", "--no-token", "--init-timeout", "120"], ["node", `${servers}typescript1.js`]);
  const { origin } = new URL(open.url);
  const kill = async () => {
    const [first] = await childrenOf(open.pid, "typescript1.js");
    if (first) process.kill(first, "SIGKILL");
  };
  const deployment = {
    process: () => open.pid,
    url: open.url,
    headers: {},
    connection: { url: `${origin}/mcp`, headers: {} },
    call: echo,
    agents: ["Rust", "Python", "TypeScript"],
    others: [plain("report", "reported"), plain("ask", "accept Ada"), plain("sample", "sampled"), plain("roots", "file:///work")],
    hasTraffic: true,
    stop: open.stop,
  };
  deployment.faults = [{ name: "kill -9 of an agent's child", run: kill, provokes: LONG_MS }, ...careless(deployment)];
  return deployment;
}

// Starts `mcp-ui open` for a server over HTTP with sessions, whose connections can be cut.
async function url() {
  const { upstream, stop: stopServer } = await startServer("mcp-server-everything", "streamableHttp");
  const gate = await startGate(upstream);
  const open = await startProgram(OPEN, ["open", `${gate.origin}/mcp`, "--no-open", "--no-token", "--port", "0"], ADDRESS, { isNoisy: true });
  const deployment = {
    process: () => open.pid,
    url: open.match[0],
    headers: {},
    connection: { url: `${new URL(open.match[0]).origin}/mcp`, headers: {} },
    call: everything,
    agents: ["Rust", "Python", "TypeScript", "TypeScript 2"],
    others: [plain("get-sum", "3", { a: 1, b: 2 }), plain("trigger-long-running-operation", "completed", { duration: 0.2, steps: 2 })],
    hasTraffic: true,
    stop: async () => (await open.stop(), await gate.stop(), stopServer()),
  };
  const away = async () => {
    gate.shut();
    await new Promise((resolve) => setTimeout(resolve, SHORT_MS));
    gate.open();
  };
  deployment.faults = [
    { name: "cut connections to the server", run: gate.cut, provokes: SHORT_MS },
    { name: "a server that is away", run: away, provokes: LONG_MS },
    ...careless(deployment),
  ];
  return deployment;
}

// Starts the demo: a server of the Rust SDK with traffic and apps in one process with the layer.
async function demo() {
  const program = await startProgram(DEMO, ["--port", "0"], ADDRESS);
  const gate = await startGate(program.match[0]);
  const deployment = {
    process: () => program.pid,
    url: program.match[0],
    headers: {},
    connection: { url: `${gate.origin}/mcp`, headers: {} },
    call: greet,
    app: forecast,
    agents: ["Rust", "Python", "TypeScript"],
    others: [forecast, plain("add", '"sum":3', { a: 1, b: 2 })],
    hasTraffic: true,
    stop: async () => (await gate.stop(), program.stop()),
  };
  deployment.faults = [{ name: "cut connections of agents", run: gate.cut, provokes: SHORT_MS }, ...careless(deployment)];
  return deployment;
}

// Starts `mcp-ui serve` for a server that is a component, behind the middleware.
async function serve() {
  const port = await freePort();
  const wasm = (name) => `${root}target/wasm/${name}.wasm`;
  const flags = ["serve", wasm("spin-server"), "--middleware", wasm("middleware"), "--env", "MCP_UI_ALLOW_EXECUTE=true", "--listen", `127.0.0.1:${port}`];
  const program = await startProgram(OPEN, flags, new RegExp(`127.0.0.1:${port}`), { isNoisy: true, env: { RUST_LOG: "info" } });
  const origin = `http://127.0.0.1:${port}`;
  const deployment = {
    process: () => program.pid,
    url: `${origin}/explorer`,
    headers: {},
    connection: { url: `${origin}/mcp`, headers: {} },
    call: greet,
    app: forecast,
    // The server speaks no revision with sessions.
    agents: ["Python", "TypeScript 2"],
    others: [forecast],
    hasTraffic: false,
    stop: program.stop,
  };
  deployment.faults = careless(deployment);
  return deployment;
}

// Starts two replicas that share their traffic by Redis. The first one is measured, the second one killed.
async function replicas() {
  const redis = await startRedis(await freePort());
  const replica = (port) => startProgram(REPLICAS, ["--port", String(port), "--redis", redis.url], ADDRESS, { isNoisy: true });
  const [first, port] = [await replica(0), await freePort()];
  let second = await replica(port);
  const replace = async () => {
    await second.stop("SIGKILL");
    second = await replica(port);
  };
  const deployment = {
    process: () => first.pid,
    url: first.match[0],
    headers: {},
    connection: { url: `http://127.0.0.1:${port}/mcp`, headers: {} },
    call: greet,
    app: forecast,
    agents: ["Rust", "Python", "TypeScript"],
    others: [forecast],
    hasTraffic: true,
    stop: async () => (await Promise.all([first.stop(), second.stop()]), redis.stop()),
  };
  deployment.faults = [
    { name: "kill -9 of the other replica", run: replace, provokes: SHORT_MS },
    { name: "a Redis server that hangs", run: () => redis.hang(LONG_MS) },
    { name: "a Redis server that starts again", run: redis.restart },
    ...careless(deployment),
  ];
  return deployment;
}

// Starts the layer with a clock that jumps, in front of a server over HTTP with sessions.
async function clock() {
  const { upstream, stop: stopServer } = await startServer("mcp-server-everything", "streamableHttp");
  const program = await startProgram(EXPLORER, ["0", upstream, "MCP_UI_ALLOW_EXECUTE=true"], ADDRESS, { input: null });
  const deployment = {
    process: () => program.pid,
    url: program.match[0],
    headers: {},
    call: everything,
    agents: [],
    hasTraffic: false,
    // Asks for the number of tasks, and returns the one that was printed last.
    tasks() {
      program.write("\n");
      return Number([...program.printed().matchAll(/tasks: (\d+)/g)].at(-1)?.[1] ?? 0);
    },
    stop: async () => (await program.stop(), stopServer()),
  };
  deployment.faults = [{ name: "a clock that jumps", run: () => program.write("jump\n"), provokes: SHORT_MS }, ...careless(deployment)];
  return deployment;
}

// Starts a service whose page signs in, with tokens that expire after a short time.
async function signIn() {
  const [port, issuerPort] = [await freePort(), await freePort()];
  const issuer = `127.0.0.1:${issuerPort}`;
  const issuing = [`${root}layer/tests/browser/fixtures/sign-in/issuer.js`, issuerPort, `http://127.0.0.1:${port}/mcp`, "greetings:read", TOKEN_SECONDS];
  const provider = await startProgram(process.execPath, issuing.map(String), /listening at/, { isNoisy: true });
  const program = await startProgram(SIGNING_IN, ["--port", String(port), "--issuer", `http://${issuer}`], /MCP UI:/, { env: NO_VARIABLES });
  const deployment = {
    process: () => program.pid,
    url: `http://127.0.0.1:${port}/explorer`,
    call: greet,
    agents: [],
    hasTraffic: false,
    prepare: (page) => visit(page, issuer),
    stop: async () => (await program.stop(), provider.stop()),
  };
  deployment.faults = careless(deployment);
  return deployment;
}

// Signs in as a person does.
async function visit(page, issuer) {
  await button(page, "Sign in").last().click();
  const opened = page.context().waitForEvent("page");
  await button(page, `Continue at ${issuer}`).click();
  const tab = await opened;
  await tab.locator("input[name=login]").fill("ada");
  await tab.locator("input[name=password]").fill("any");
  await tab.locator("button", { hasText: "Sign-in" }).click();
  await tab.locator("button", { hasText: "Continue" }).click();
  await page.locator("button", { hasText: "Signed in" }).waitFor();
  await tab.close();
}

export const DEPLOYMENTS = { child, "per-client": perClient, url, demo, serve, replicas, clock, "sign-in": signIn };

// Returns the ids of the processes that a process has started with this file.
async function childrenOf(parent, file) {
  const threads = await readdir(`/proc/${parent}/task`);
  const children = await Promise.all(threads.map((thread) => readFile(`/proc/${parent}/task/${thread}/children`, "utf8").catch(() => "")));
  const pids = children.flatMap((text) => text.split(" ").filter(Boolean).map(Number));
  const isRight = await Promise.all(pids.map(async (pid) => (await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")).includes(file)));
  return pids.filter((_, at) => isRight[at]);
}
