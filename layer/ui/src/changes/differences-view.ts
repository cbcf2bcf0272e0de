import { element } from "../dom/element";
import { fillPaged } from "../dom/by-hand";
import { printable, printableText } from "../text/printable";
import type { Difference } from "./difference";

const LONGEST_PATH = 200;

// The differences of one tool, the breaking ones first.
export function differenceList(differences: readonly Difference[]): HTMLElement {
  const sorted = [...differences].sort((a, b) => Number(b.isBreaking) - Number(a.isBreaking));
  const list = element("ul");
  const more = fillPaged(list, sorted.length, (index) => differenceRow(sorted[index]!));
  return element("div.differences", { tabindex: 0, role: "region", "aria-label": "Differences" }, list, more);
}

function differenceRow({ path, what, before, after, isBreaking }: Difference): HTMLElement {
  const hasValues = before !== undefined || after !== undefined;
  return element(
    "li",
    element(
      "div.difference",
      element("bdi.mono", printable(path.join(" › "), LONGEST_PATH)),
      element("span", printable(what)),
      isBreaking && element("span.badge.breaking", "breaking"),
    ),
    hasValues && element("div.before-after", valueNode("del", "Before", before), valueNode("ins", "After", after)),
  );
}

function valueNode(tag: "del" | "ins", label: string, text: string | undefined): HTMLElement {
  const value = text === undefined ? element("span.hint", "none") : element(tag, printableText(text));
  return element("div", element("span.hint", `${label} `), value);
}
