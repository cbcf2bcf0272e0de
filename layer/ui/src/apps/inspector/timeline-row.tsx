import { button, element, nameNode } from "../../dom/element";
import { asText } from "../../json/plain";
import { tryReadJson } from "../../json/read";
import type { LogEntry } from "../model/record";
import { printable } from "../../text/printable";
import { formatSize } from "../../text/units";
import { textViewer } from "../../viewer/text-viewer";
import { isProblem } from "./message-kinds";

// A row of the timeline: a button that opens the message.
const DIRECTIONS = { in: ["←", "from the app"], out: ["→", "to the app"], note: ["·", "note"] } as const;

// `start` is the time of the first message.
export function timelineRow(entry: LogEntry, start: number, onToggle: (row: HTMLButtonElement) => void): HTMLElement {
  const { at, direction, method, id, answer, bytes, problem, dialect } = entry;
  const [arrow, meaning] = DIRECTIONS[direction];
  const row = button("", () => onToggle(row), "app-row", { "aria-expanded": false, tabindex: -1 });
  const facts = element("span.hint", id !== undefined && ` #${printable(asText(id), 40)}`, answer && ` ${answer}`);
  row.append(
    element("span.app-time", `${((at - start) / 1000).toFixed(3)} s`),
    element("span", { class: `app-arrow ${direction}`, role: "img", "aria-label": meaning }, arrow),
    element("span.app-method", nameNode(method || problem || "message", 120), facts),
    isProblem(entry) ? element("span.badge.destructive", "problem") : "",
    dialect === "legacy" ? element("span.badge", dialect) : "",
    element("span.app-size", bytes > 0 && formatSize(bytes)),
  );
  return element("li", row);
}

// The message of a row: its problem, and its beginning as JSON.
export function messageView({ raw, bytes, problem }: LogEntry, label: string): HTMLElement {
  const part =
    raw.endsWith("…") && element("p.hint", `Only the beginning is kept; the whole message had ${formatSize(bytes)}.`);
  const text = textViewer(raw, { label, filename: "message.json", json: tryReadJson(raw) });
  return element("div.app-message", problem && element("p.error", printable(problem, 1000)), part, text);
}
