import "./dom";
import assert from "node:assert/strict";
import { test } from "node:test";
import { render } from "preact";
import { type ListedServer, Servers } from "../src/servers/model";
import { ServersView } from "../src/servers/view";

const EVIL = "<img src=x onerror='alert(1)'>";

function drawn(...servers: ListedServer[]): HTMLElement {
  const model = new Servers();
  model.list.value = { file: EVIL, unused: [EVIL], servers };
  const place = document.createElement("main");
  render(<ServersView servers={model} />, place);
  return place;
}

test("a server that answers has its counts, its identity and its addresses", () => {
  const page = drawn({
    name: "weather",
    state: "ready",
    introduction: { name: "Weather", version: "1.2", counts: { tools: 1, resources: 1200, prompts: 0 } },
    explorer: "/weather/explorer",
    endpoint: "http://127.0.0.1:9470/weather/mcp",
    unused: [],
  });
  assert.equal(page.querySelector(".server-counts")?.textContent, "1 tool1,200 resources");
  assert.equal(page.querySelector(".server-identity")?.textContent, "Weather 1.2");
  assert.equal(page.querySelector("h3 a")?.getAttribute("href"), "/weather/explorer");
  assert.match(page.textContent, /1 server.*1 ready.*http:\/\/127\.0\.0\.1:9470\/weather\/mcp/s);
});

test("a server that has failed says why, and can be started again if it has a process", () => {
  const failure = { reason: "It exited with code 7.", output: "line 1\nline 2" };
  const page = drawn(
    { name: "child", state: "failed", failure, explorer: "/child/explorer", restart: "/child/restart", unused: [] },
    { name: "url", state: "failed", failure: { ...failure, output: "" }, unused: [] },
  );
  const [child, url] = page.querySelectorAll("li");
  assert.match(child?.textContent ?? "", /Failed.*code 7\.line 1\nline 2Start again/s);
  assert.equal(url?.querySelector("button, pre, a"), null);
});

test("texts of servers and of the file are no markup", () => {
  const page = drawn({
    name: EVIL,
    state: "failed",
    introduction: { name: EVIL, version: EVIL, protocolVersion: EVIL, counts: {} },
    failure: { reason: EVIL, output: EVIL },
    unused: [EVIL],
  });
  assert.equal(page.querySelector("img"), null);
  assert.equal(page.textContent.split(EVIL).length - 1, 9);
});

test("of the last lines of a process, as much is shown as a page can hold", () => {
  const failure = { reason: "It exited.", output: "x".repeat(100_000) };
  const page = drawn({ name: "a", state: "failed", failure, unused: [] });
  assert.equal(page.querySelector("pre")?.textContent, `${"x".repeat(20_000)}…`);
});
