import { element, nameNode } from "../dom/element";
import type { HistoryEntry } from "../history/entries";
import { readHistory } from "../history/store";
import { toolLink } from "../protocol/links";
import { callFacts } from "../results/facts";
import { settings } from "../settings";
import { printable } from "../text/printable";

const SHOWN_CALLS = 6;

// The last calls of all tools; nothing if there are none. `onOpen` is called before the link of a call is followed.
export function lastCallsView(onOpen: (call: HistoryEntry) => void): HTMLElement | undefined {
  const calls = settings.keepsHistory ? readHistory().slice(0, SHOWN_CALLS) : [];
  if (calls.length === 0) return undefined;
  const row = (call: HistoryEntry) => {
    const { label } = callFacts(call);
    const tool = element(
      "a.home-call",
      { href: toolLink(call.tool, call.arguments), onclick: () => onOpen(call) },
      nameNode(call.tool, 100),
    );
    const time = element("time.hint", new Date(call.started).toLocaleString());
    const passed = printable(call.arguments.replace(/\s+/g, " "), 120);
    return element(
      "li",
      element("div.home-call-head", tool, element("span", { class: call.kind }, printable(label, 60)), time),
      element("code.hint", passed),
    );
  };
  return element("ol.home-calls", calls.map(row));
}
