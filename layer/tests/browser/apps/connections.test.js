// The hosts that an app can connect to, by every means: only those that it has declared.
import assert from "node:assert/strict";
import { createSocket } from "node:dgram";
import { test } from "node:test";
import { sampleApps } from "../fixtures/apps/samples.js";
import { listen } from "../fixtures/listen.js";
import { button, openTool, shared, startBrowser, startExplorer } from "../support.js";
import { appButton, appFrame, awaitState, openAppPage } from "./support.js";

const seen = [];
const [browser, explorer, { origin }] = await shared(startBrowser(), startExplorer("apps"), startWatching());

// Starts a server that records everything that reaches its port.
async function startWatching() {
  const { server, port, origin, stop } = await listen(({ url }, response) => {
    seen.push(`HTTP ${url}`);
    response.writeHead(200, { "access-control-allow-origin": "*", "content-type": "image/svg+xml" }).end('<svg xmlns="http://www.w3.org/2000/svg"/>');
  });
  server.on("connection", () => seen.push("connection"));
  server.on("upgrade", ({ url }, stream) => (seen.push(`upgrade ${url}`), stream.destroy()));
  const socket = createSocket("udp4", () => seen.push("packet"));
  await new Promise((resolve) => socket.bind(port, "127.0.0.1", resolve));
  return { origin, stop: () => (stop(), socket.close()) };
}

// Opens the app of the tool "probe", with a resource that declares these domains.
async function openProbe(csp) {
  const [content] = sampleApps.resources.find(({ name }) => name === "probe").contents;
  content._meta = csp && { ui: { csp } };
  try {
    const page = await openAppPage(browser, explorer.url);
    await openTool(page, "probe");
    await button(page, "Open the app").click();
    if (csp) await appButton(page, "Load anyway").click();
    await awaitState(page, "ready");
    return await appFrame(page);
  } finally {
    delete content._meta;
  }
}

const reach = (frame) =>
  frame.evaluate(async (origin) => {
    const soon = (promise) => Promise.race([promise, new Promise((resolve) => setTimeout(resolve, 2000))]).catch(() => {});
    await soon(fetch(`${origin}/fetch`));
    await soon(new Promise((resolve) => Object.assign(document.body.appendChild(new Image()), { onload: resolve, onerror: resolve, src: `${origin}/image` })));
    await soon(new Promise((resolve) => Object.assign(new WebSocket(`${origin.replace("http", "ws")}/socket`), { onopen: resolve, onerror: resolve })));
    const nested = Object.assign(document.createElement("iframe"), { src: `${origin}/frame` });
    await soon(new Promise((resolve) => (nested.addEventListener("load", resolve), document.body.append(nested))));
    const address = origin.replace("http://", "");
    const peer = new RTCPeerConnection({ iceServers: [{ urls: [`stun:${address}`, `turn:${address}?transport=tcp`], username: "x", credential: "x" }] });
    peer.createDataChannel("x");
    await soon(peer.createOffer().then((offer) => peer.setLocalDescription(offer)));
    await new Promise((resolve) => setTimeout(resolve, 2000));
    peer.close();
  }, origin);

test("an app that has declared nothing connects to nothing", async () => {
  const frame = await openProbe();
  await reach(frame);
  assert.deepEqual(seen.splice(0), []);
});

test("an app connects to what it has declared", async () => {
  const domains = [origin];
  const frame = await openProbe({ connectDomains: [...domains, origin.replace("http", "ws")], resourceDomains: domains, frameDomains: domains });
  await reach(frame);
  const reached = seen.splice(0);
  for (const way of ["HTTP /fetch", "HTTP /image", "upgrade /socket", "HTTP /frame"]) assert.ok(reached.includes(way), `${way}: ${reached}`);
});
