// The panel of the log: what the server has reported during all requests of the page, and besides.

import { effect } from "@preact/signals";
import { button, element } from "../dom/element";
import { rawOf } from "../json/node";
import { subscribeReports } from "../protocol/report-feed";
import { throttled } from "../scheduling/throttled";
import type { Dock } from "../dom/dock";
import { clockTime } from "../text/units";
import { LogLines } from "./log-lines";
import { addToPageLog, arrived, clearPageLog, pageLog } from "./page-log";

const DRAW_MS = 250;

export function startLogPanel(dock: Dock): void {
  subscribeReports((report) => {
    if ("message" in report && report.kind !== "task") addToPageLog(rawOf(report.message), undefined);
  });
  const lines = new LogLines("Log lines of all calls", ({ at }) => clockTime(at));
  const body = element("div.dock-body.log-panel", lines.element);
  const tools = button("Clear", clearPageLog, "quiet small");
  const draw = throttled(() => {
    const count = arrived.peek();
    opener.show(count > 0 ? (count > 999 ? "999+" : String(count)) : undefined);
    // A closed panel need not keep up.
    if (body.isConnected) lines.show(pageLog());
  }, DRAW_MS);
  const opener = dock.add({ button: "log-open", title: "Log", body, tools, onOpen: () => lines.show(pageLog()) });
  effect(() => {
    if (arrived.value >= 0) draw();
  });
}
