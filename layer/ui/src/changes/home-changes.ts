// The changes of all tools, shown on the home.

import { button, element, nameNode } from "../dom/element";
import { fillPaged } from "../dom/by-hand";
import { toolLink } from "../protocol/links";
import { isAnyBreaking } from "./difference";
import { changes, hasChanges, markAsSeen } from "./model";
import { changeSummary } from "./tool-changes";

const SHOWN_AT_ONCE = 10;
const LONGEST_NAME = 100;

interface ChangedTool {
  readonly name: string;
  readonly what: string;
  readonly isBreaking: boolean;
  // Set if the tool is still there to be opened.
  readonly isListed: boolean;
}

// Nothing if the tools are those that were seen last.
export function homeChanges(): HTMLElement | undefined {
  if (!hasChanges()) return undefined;
  const tools = changedTools();
  const list = element("ul.home-changes");
  return element(
    "div.home-changed",
    element("p.hint", `Since ${new Date(changes.value.since).toLocaleString()}`),
    list,
    fillPaged(list, tools.length, (index) => row(tools[index]!), SHOWN_AT_ONCE),
    button("Mark all as seen", markAsSeen, "quiet small"),
  );
}

// The changed tools, those that may break clients first.
function changedTools(): ChangedTool[] {
  const { added, removed, changed } = changes.value;
  const tools = [
    ...removed.map((name) => ({ name, what: "removed", isBreaking: true, isListed: false })),
    ...[...changed].map(([name, differences]) => {
      return { name, what: changeSummary(differences), isBreaking: isAnyBreaking(differences), isListed: true };
    }),
    ...added.map((name) => ({ name, what: "new", isBreaking: false, isListed: true })),
  ];
  return tools.sort((a, b) => Number(b.isBreaking) - Number(a.isBreaking));
}

function row({ name, what, isBreaking, isListed }: ChangedTool): HTMLElement {
  const label = nameNode(name, LONGEST_NAME);
  return element(
    "li",
    isListed ? element("a", { href: toolLink(name) }, label) : element("s", label),
    element("span", { class: isBreaking ? "badge breaking" : "hint" }, what),
  );
}
