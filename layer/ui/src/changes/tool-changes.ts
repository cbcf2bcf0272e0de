// The changes of one tool, shown with the tool.

import { effect } from "@preact/signals";
import { element } from "../dom/element";
import { counted } from "../text/units";
import { type Difference, isAnyBreaking } from "./difference";
import { differenceList } from "./differences-view";
import { changes } from "./model";

// The element for the changes of a tool, empty while it is as it was seen last. It follows the list as long as the page lives.
export function toolChanges(name: string): HTMLElement {
  const slot = element("div.tool-changes");
  effect(() => {
    const { changed, since } = changes.value;
    const differences = changed.get(name) ?? [];
    const summary = `Changed since ${new Date(since).toLocaleString()}: ${changeSummary(differences)}`;
    slot.replaceChildren();
    if (differences.length === 0) return;
    const open = isAnyBreaking(differences);
    slot.append(element("details", { open }, element("summary", summary), differenceList(differences)));
  });
  return slot;
}

export function changeSummary(differences: readonly Difference[]): string {
  const breaking = differences.filter(({ isBreaking }) => isBreaking).length;
  return counted(differences.length, "change") + (breaking > 0 ? `, ${breaking} breaking` : "");
}
