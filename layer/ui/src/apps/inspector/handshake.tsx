import { element } from "../../dom/element";
import type { HostedApp } from "../model/hosted-app";
import type { LogEntry } from "../model/record";

// The steps of an app's start, from the sandbox to the tool result, with the time of each completed step. Older
// versions of the protocol have the same steps under similar names.
interface Step {
  readonly name: string;
  readonly direction: "in" | "out";
  readonly pattern: RegExp;
}

const HANDSHAKE: readonly Step[] = [
  { name: "Sandbox", direction: "in", pattern: /sandbox(-proxy)?-ready$/ },
  { name: "HTML", direction: "out", pattern: /sandbox-resource-ready$/ },
  { name: "ui/initialize", direction: "in", pattern: /^(ui\/)?initialize$|iframe-ready$/ },
  { name: "Response", direction: "out", pattern: /^(ui\/)?initialize$|render-data$/ },
  { name: "initialized", direction: "in", pattern: /notifications\/initialized$/ },
  { name: "tool-input", direction: "out", pattern: /\/tool-input$/ },
  { name: "tool-result", direction: "out", pattern: /\/tool-(result|cancelled)$/ },
];

export function appHandshake(app: HostedApp): HTMLElement {
  const list = element("ol.app-steps", { "aria-label": "Handshake" });
  let log: readonly LogEntry[] | undefined;
  let next = 0;
  let start: number | undefined;
  let times: (string | undefined)[] = [];
  const item = ({ name }: Step, index: number) =>
    element("li", { class: times[index] && "done" }, name, " ", element("span.hint", times[index] ?? "not yet"));
  const draw = () => list.replaceChildren(...HANDSHAKE.map(item));
  const follow = () => {
    let isNew = log !== app.log;
    // Each load of an app has its own log.
    if (isNew) {
      log = app.log;
      next = 0;
      start = undefined;
      times = [];
    }
    for (next = Math.max(next, app.dropped); next < app.dropped + app.log.length; next += 1) {
      const entry = app.log[next - app.dropped];
      if (!entry) continue;
      start ??= app.log[0]?.at ?? entry.at;
      const step = HANDSHAKE.findIndex((one) => one.direction === entry.direction && one.pattern.test(entry.method));
      if (step < 0 || times[step]) continue;
      times[step] = `${entry.at - start} ms`;
      isNew = true;
    }
    if (isNew) draw();
  };
  app.addEventListener("log", follow);
  follow();
  return list;
}
