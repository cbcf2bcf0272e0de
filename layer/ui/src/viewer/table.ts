// A list of similar objects as a table that can be sorted, filtered and saved.

import { downloadBytes } from "../dom/downloads";
import { VERBATIM, button, element, nameNode } from "../dom/element";
import { fillPaged } from "../dom/paged";
import { type ArrayNode, type JsonNode, type MaybeNode, type Member, itemsOf, membersOf, valueOf } from "../json/node";
import { safeLink } from "../markdown/links";
import { debounced } from "../scheduling/debounced";
import { csvOf, withoutFormula } from "../text/csv";
import { printableText, clipped } from "../text/printable";
import { counted, formatNumber } from "../text/units";
import { addressOf, scalarNode } from "./scalar";
import { type Rows, type Sorting, arrangedRows, cellText, columnsOf } from "./table-rows";
import { jsonTree } from "./tree";

const LONGEST_CELL = 500;
// Fewer rows are seen at a glance.
const FILTERED_ROWS = 5;

// Members beside the table that are shown at once.
const MOST_OTHERS = 20;

export function jsonTable({ list, name, others }: Rows): HTMLElement {
  const table = new Table(list);
  if (name === undefined) return table.element;
  return element(
    "div.table-view",
    others.length > 0 && besides(others),
    element("code", nameNode(name)),
    table.element,
  );
}

// The members beside the list.
function besides(others: readonly Member[]): HTMLElement {
  const rest = others.length - MOST_OTHERS;
  return element(
    "dl.beside-table",
    others
      .slice(0, MOST_OTHERS)
      .map(({ key, value }) =>
        element(
          "div",
          element("dt", nameNode(key)),
          element(
            "dd",
            membersOf(value).length > 0 || itemsOf(value).length > 0
              ? jsonTree(value)
              : scalarNode(value, LONGEST_CELL),
          ),
        ),
      ),
    rest > 0 && element("div", element("dt.hint", `${counted(rest, "more member")} under Structured or JSON`)),
  );
}

class Table {
  readonly element = element("div.table-view");
  private readonly columns: string[];
  private readonly body = element("tbody");
  private readonly heads: HTMLElement[];
  private readonly more = element("div");
  private readonly count = element("span.hint", { role: "status" });
  private readonly filter = element("input", {
    type: "search",
    "aria-label": "Filter the rows",
    placeholder: "Filter rows",
    ...VERBATIM,
    oninput: debounced(() => this.arrange(), 150),
  });
  private sorting: Sorting | undefined;
  private rows: readonly JsonNode[] = [];

  constructor(private readonly list: ArrayNode) {
    this.columns = columnsOf(list);
    this.heads = this.columns.map((column) => this.head(column));
    const region = { tabindex: 0, role: "region", "aria-label": "Structured content as a table" };
    const hasFilter = list.items.length > FILTERED_ROWS;
    this.element.append(
      element(
        "div.viewer-bar",
        hasFilter && this.filter,
        this.count,
        button("Download CSV", () => downloadBytes(this.csv(), "rows.csv"), "quiet small"),
      ),
      element("div.table-scroll", region, element("table", element("thead", element("tr", this.heads)), this.body)),
      this.more,
    );
    this.arrange();
  }

  private head(column: string): HTMLElement {
    const sort = button(nameNode(column), () => this.sort(column), "plain sort");
    const first = this.list.items.map((row) => valueOf(row, column)).find((value) => value && value.type !== "null");
    return element(isNumber(first) ? "th.number" : "th", { scope: "col" }, sort);
  }

  // Sorts upwards, then downwards, then not at all.
  private sort(column: string): void {
    const isSame = this.sorting?.column === column;
    if (!isSame) this.sorting = { column, direction: "ascending" };
    else if (this.sorting?.direction === "ascending") this.sorting = { column, direction: "descending" };
    else this.sorting = undefined;
    this.arrange();
  }

  private arrange(): void {
    this.rows = arrangedRows(this.list.items, this.filter.value, this.sorting);
    const all = this.list.items.length;
    const isFiltered = this.rows.length < all;
    this.count.textContent = isFiltered
      ? `${formatNumber(this.rows.length)} of ${counted(all, "row")}`
      : counted(all, "row");
    for (const [index, head] of this.heads.entries()) {
      const isSorted = this.sorting?.column === this.columns[index];
      head.ariaSort = isSorted ? this.sorting!.direction : null;
    }
    this.body.replaceChildren();
    this.more.replaceChildren(fillPaged(this.body, this.rows.length, (index) => this.row(this.rows[index]!)));
  }

  private row(row: JsonNode): HTMLElement {
    return element(
      "tr",
      this.columns.map((column) => tableCell(valueOf(row, column))),
    );
  }

  // The rows that are shown, in their order.
  private csv(): string {
    const cells = (row: JsonNode) =>
      this.columns.map((column) => {
        const value = valueOf(row, column);
        return isNumber(value) ? cellText(value) : withoutFormula(cellText(value));
      });
    return csvOf([this.columns.map(withoutFormula), ...this.rows.map(cells)]);
  }
}

function tableCell(value: MaybeNode): HTMLElement {
  if (value?.type === "null") return element("td.hint", "null");
  const text = element("bdi", printableText(clipped(cellText(value), LONGEST_CELL)));
  const address = addressOf(value);
  return element(isNumber(value) ? "td.number" : "td", address === undefined ? text : safeLink(address, text));
}

function isNumber(value: MaybeNode): boolean {
  return value?.type === "number";
}
