// The panel of the log: what the server has reported during all requests of the page, and besides.

import { type ReadonlySignal, effect, signal } from "@preact/signals";
import type { VNode } from "preact";
import type { Dock } from "../dom/dock";
import { QuietButton } from "../dom/quiet-button";
import { rawOf } from "../json/node";
import type { Log } from "../protocol/outcome";
import { subscribeReports } from "../protocol/report-feed";
import { throttled } from "../scheduling/throttled";
import { clockTime } from "../text/units";
import { LogLines } from "./log-lines";
import { addToPageLog, arrived, clearPageLog, pageLog } from "./page-log";

const DRAW_MS = 250;

export function startLogPanel(dock: Dock): void {
  subscribeReports((report) => {
    if ("message" in report && report.kind !== "task") addToPageLog(rawOf(report.message), undefined);
  });
  const shown = signal({ log: pageLog() });
  const show = () => (shown.value = { log: pageLog() });
  const draw = throttled(() => {
    const count = arrived.peek();
    opener.show(count || undefined);
    // A closed panel need not keep up.
    if (opener.isOpen()) show();
  }, DRAW_MS);
  const opener = dock.add({
    button: "log-open",
    title: "Log",
    class: "log-panel",
    draw: () => <PageLog shown={shown} />,
    drawTools: () => <QuietButton label="Clear" onClick={clearPageLog} />,
    onOpen: show,
  });
  effect(() => {
    if (arrived.value >= 0) draw();
  });
}

function PageLog({ shown }: { readonly shown: ReadonlySignal<{ readonly log: Log }> }): VNode {
  return <LogLines label="Log lines of all calls" log={shown.value.log} stamp={({ at }) => clockTime(at)} />;
}
