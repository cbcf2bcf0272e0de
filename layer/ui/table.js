// A list of like objects as a table.
const TABLE_PAGE = 100;
const MOST_COLUMNS = 30;

// The list to show as a table: the value itself, or the first member that is one.
function tableRows(node) {
  const candidates = node?.type === "object" ? node.members.map((member) => member.value) : [node];
  return candidates.find(isListOfLikeObjects);
}

// Alike means that the keys of the first rows are mostly the same ones.
function isListOfLikeObjects(node) {
  const rows = itemsOf(node).slice(0, 50);
  if (rows.length < 2 || !rows.every((row) => row.type === "object" && row.members.length > 0)) return false;
  const columns = columnsOf(rows);
  const filled = rows.reduce((sum, row) => sum + new Set(row.members.map((member) => member.key)).size, 0);
  return columns.length <= MOST_COLUMNS && filled / (rows.length * columns.length) > 0.6;
}

function columnsOf(rows) {
  return [...new Set(rows.flatMap((row) => row.members.map((member) => member.key)))];
}

function jsonTable(list) {
  const columns = columnsOf(list.items.slice(0, 50));
  const body = element("tbody", {});
  const more = button("", () => addPage(body.rows.length), { class: "small" });
  const addPage = (start) => {
    const end = Math.min(start + TABLE_PAGE, list.items.length);
    for (const row of list.items.slice(start, end)) body.append(tableRow(columns, row));
    more.textContent = `Show more (${counted(list.items.length - end, "row")} left)`;
    more.hidden = end === list.items.length;
  };
  addPage(0);
  const head = element("tr", {}, columns.map((key) => element("th", { scope: "col" }, spelled(key, 100))));
  const region = element("div", { class: "table-scroll", tabindex: 0, role: "region", "aria-label": "Structured content as a table" });
  region.append(element("table", {}, element("thead", {}, head), body));
  return element("div", {}, region, more);
}

function tableRow(columns, row) {
  const cell = (key) => {
    const value = valueOf(row, key);
    if (!value) return element("td", {});
    const text = stringOf(value) ?? rawOf(value);
    return element("td", { class: value.type === "number" ? "number" : undefined }, element("bdi", {}, clipped(text, 500)));
  };
  return element("tr", {}, columns.map(cell));
}
