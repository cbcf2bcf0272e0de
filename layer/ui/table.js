// A list of similar objects as a table.
const MAX_COLUMNS = 30;
const ROWS_COMPARED = 50;

// Returns the list to show as a table: the value itself, or its first member that is such a list.
function tableRows(node) {
  return [node, ...membersOf(node).map((member) => member.value)].find(isListOfSimilarObjects);
}

// Objects are similar if the first rows share most of their keys.
function isListOfSimilarObjects(node) {
  const rows = itemsOf(node).slice(0, ROWS_COMPARED);
  const columns = columnsOf(rows);
  const filled = rows.reduce((sum, row) => sum + membersOf(row).length, 0);
  return rows.length > 1 && columns.length > 0 && columns.length <= MAX_COLUMNS && filled / (rows.length * columns.length) > 0.6;
}

function columnsOf(rows) {
  return [...new Set(rows.flatMap((row) => membersOf(row).map((member) => member.key)))];
}

function jsonTable(list) {
  const columns = columnsOf(list.items.slice(0, ROWS_COMPARED));
  const body = element("tbody");
  const more = fillPaged(body, list.items.length, (index) => element("tr", columns.map((key) => tableCell(valueOf(list.items[index], key)))));
  const head = element("thead", element("tr", columns.map((key) => element(valueOf(list.items[0], key)?.type === "number" ? "th.number" : "th", { scope: "col" }, nameNode(key)))));
  return element("div", element("div.table-scroll", { tabindex: 0, role: "region", "aria-label": "Structured content as a table" }, element("table", head, body)), more);
}

function tableCell(value) {
  return element(value?.type === "number" ? "td.number" : "td", value && element("bdi", clipped(stringOf(value) ?? rawOf(value), 500)));
}
