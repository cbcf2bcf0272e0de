// The traffic of agents, and apps.

import { type VNode, createRef } from "preact";
import { signal } from "@preact/signals";
import { AppPanel } from "../src/apps/panel/panel";
import { Reading, ReadingBox } from "../src/apps/consent/reading-box";
import { AppRun } from "../src/apps/run/run";
import { readRecord } from "../src/traffic/record";
import { TrafficStore } from "../src/traffic/store";
import { EmptyNote } from "../src/traffic-panel/empty-note";
import { OperationDetail } from "../src/traffic-panel/detail";
import { FilterHelp } from "../src/traffic-panel/filter-help";
import { TrafficModel } from "../src/traffic-panel/model";
import { OperationList } from "../src/traffic-panel/operation-list";
import { StatusLine } from "../src/traffic-panel/panel";
import { WaterfallView } from "../src/traffic-panel/waterfall";
import type { Shelf } from "./states";

const message = (seq: number, from: string, kind: string, raw: object) =>
  readRecord(
    JSON.stringify({
      at: 1_700_000_000_000 + seq,
      transport: "http",
      from,
      kind,
      caller: "c",
      bytes: 90,
      id: "1",
      raw: JSON.stringify(raw),
    }),
    seq,
  );

function operation(tab: string): VNode {
  const store = new TrafficStore();
  store.appendAll([
    message(1, "client", "request", {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "today", arguments: { city: "Oslo" } },
    }),
    message(2, "server", "response", {
      jsonrpc: "2.0",
      id: 1,
      result: { content: [{ type: "text", text: "3 degrees" }] },
    }),
  ]);
  const [shown] = store.operations;
  if (!shown) return <p>No operation</p>;
  return (
    <OperationDetail
      operation={shown}
      tab={signal(tab)}
      isPinned={false}
      onPin={ignore}
      onOpen={ignore}
      onClose={ignore}
    />
  );
}

const ignore = () => undefined;

// Some calls of two agents, of which the last one is open.
function calls(): TrafficStore {
  const store = new TrafficStore();
  const records = [40, 900, 15, 300].flatMap((duration, index) => {
    const id = index + 1;
    const client = { name: index % 2 === 0 ? "first-agent" : "second-agent" };
    const params = { name: "forecast", arguments: { city: "Oslo", days: index } };
    const error = { code: -32602, message: "No such city" };
    const answer = index === 2 ? { error } : { result: { content: [{ type: "text", text: "3 degrees" }] } };
    const common = { transport: "http", caller: client.name, client, bytes: 90, id, exchange: `e${id}` };
    const [at, kind] = [1_700_000_000_000 + 500 * index, index === 2 ? "error" : "response"];
    const told = { ...common, at, from: "client", kind: "request", method: "tools/call", name: "forecast" };
    const request = { ...told, raw: { jsonrpc: "2.0", id, method: "tools/call", params } };
    const response = { ...common, at: at + duration, from: "server", kind, raw: { jsonrpc: "2.0", id, ...answer } };
    return index === 3 ? [request] : [request, response];
  });
  store.appendAll(records.map((record, index) => readRecord(JSON.stringify(record), index + 1)));
  return store;
}

const listed = new TrafficModel();
listed.add({ name: "calls", store: calls(), isLive: false });
const list = createRef<HTMLDivElement>();
const unused = new TrafficModel();

function app(phase: "ready" | "failed" | "closed"): VNode {
  const run = new AppRun({ name: "map" }, `ui://map/${phase}`, () => Promise.reject(new Error("not read")));
  run.phase = phase;
  run.failure = phase === "failed" ? "The resource could not be read." : "";
  run.note("warning", "The resource has no title.");
  return <AppPanel app={run} />;
}

export const TRAFFIC: readonly Shelf[] = [
  {
    room: "traffic-panel",
    states: [
      ...["Messages", "Raw", "Timing", "Headers", "Notes"].map((tab) => ({
        name: `The tab ${tab} of an operation`,
        draw: () => operation(tab),
      })),
      {
        name: "What is recorded",
        draw: () => (
          <div class="dock-head">
            <h4>Traffic</h4>
            <StatusLine model={listed} />
          </div>
        ),
      },
      {
        name: "The list",
        draw: () => (
          <div class="traffic" style={{ height: "14rem" }}>
            <OperationList model={listed} list={list} onEnter={ignore} />
          </div>
        ),
      },
      {
        name: "The timeline",
        draw: () => (
          <div class="traffic" style={{ height: "14rem" }}>
            <WaterfallView model={listed} onEnter={ignore} />
          </div>
        ),
      },
      { name: "Before an agent has connected", draw: () => <EmptyNote model={unused} /> },
      { name: "Help on the filter", draw: () => <FilterHelp /> },
    ],
  },
  {
    room: "apps",
    states: [
      { name: "An app that runs", draw: () => app("ready") },
      { name: "An app that failed", draw: () => app("failed") },
      {
        name: "A text to be read",
        draw: () => <ReadingBox reading={new Reading("An argument. ".repeat(2000), "the arguments")} />,
      },
    ],
  },
];
