// The tools that the explorer excluded from the list: their number, and on a click their names and the reasons.

import { element, nameNode } from "../dom/element";
import { lazyDetails, fillPaged } from "../dom/by-hand";
import { byId } from "../dom/page";
import { type PlainObject, asText } from "../json/plain";
import { printable } from "../text/printable";
import { counted } from "../text/units";

export function showLeftOut(tools: readonly PlainObject[]): void {
  byId("left-out").replaceChildren(...(tools.length > 0 ? [leftOutView(tools)] : []));
}

function leftOutView(tools: readonly PlainObject[]): HTMLElement {
  return lazyDetails(`${counted(tools.length, "tool was", "tools were")} left out`, () =>
    element("div", { tabindex: 0, role: "region", "aria-label": "Tools that were left out" }, leftOutList(tools)),
  );
}

// The names of the tools with the reasons, page by page.
export function leftOutList(tools: readonly PlainObject[], size?: number): HTMLElement[] {
  const row = ({ name, index, reason }: PlainObject) => {
    const label = typeof name === "string" ? element("code", nameNode(name)) : `tool number ${Number(index) + 1}`;
    return element("li", label, element("div.hint", printable(asText(reason ?? ""), 500)));
  };
  const list = element("ul.app-notes");
  return [list, fillPaged(list, tools.length, (index) => row(tools[index]!), size)];
}
