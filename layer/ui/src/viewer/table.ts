// A list of similar objects as a table.

import { element, nameNode } from "../dom/element";
import { fillPaged } from "../dom/paged";
import { type ArrayNode, type MaybeNode, rawOf, stringOf, valueOf } from "../json/node";
import { clipped } from "../text/printable";
import { columnsOf } from "./table-rows";

export function jsonTable(list: ArrayNode): HTMLElement {
  const columns = columnsOf(list);
  const row = (index: number) =>
    element(
      "tr",
      columns.map((key) => tableCell(valueOf(list.items[index], key))),
    );
  const title = (key: string) =>
    element(isNumber(valueOf(list.items[0], key)) ? "th.number" : "th", { scope: "col" }, nameNode(key));
  const body = element("tbody");
  const more = fillPaged(body, list.items.length, row);
  const table = element("table", element("thead", element("tr", columns.map(title))), body);
  const scroller = { tabindex: 0, role: "region", "aria-label": "Structured content as a table" };
  return element("div", element("div.table-scroll", scroller, table), more);
}

function tableCell(value: MaybeNode): HTMLElement {
  const text = value && element("bdi", clipped(stringOf(value) ?? rawOf(value), 500));
  return element(isNumber(value) ? "td.number" : "td", text);
}

function isNumber(value: MaybeNode): boolean {
  return value?.type === "number";
}
