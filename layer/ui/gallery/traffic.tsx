// The traffic of agents, and apps.

import type { VNode } from "preact";
import { signal } from "@preact/signals";
import { AppPanel } from "../src/apps/panel/panel";
import { Reading, ReadingBox } from "../src/apps/consent/reading-box";
import { AppRun } from "../src/apps/run/run";
import { readRecord } from "../src/traffic/record";
import { TrafficStore } from "../src/traffic/store";
import { OperationDetail } from "../src/traffic-panel/detail";
import { FilterHelp } from "../src/traffic-panel/filter-help";
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
  const ignore = () => undefined;
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
