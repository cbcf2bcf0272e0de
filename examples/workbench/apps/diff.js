// Shows the hunks as lines, side by side or in one column.

const UNITS = { line: "line", word: "word", char: "character" };

let data;

function showDiff(received) {
  // The host sizes the frame before it sends the result.
  if (!data) byId("both").checked = innerWidth >= 600;
  data = received;
  byId("result").hidden = !data?.hunks.length;
  if (!data) return;
  const { removed, added, granularity, hunks } = data;
  const counted = (number) => `${number} ${UNITS[granularity]}${number === 1 ? "" : "s"}`;
  const isSame = hunks.every(({ kind }) => kind === "same");
  byId("status").textContent = isSame ? "The texts are the same." : `${counted(removed)} removed, ${counted(added)} added`;
  const draw = byId("both").checked ? sideBySide : oneColumn;
  byId("result").replaceChildren(draw(alignedLines(hunks)));
}

// Returns pairs of lines of both texts. Unchanged text is at the same height on both sides.
function alignedLines(hunks) {
  const pairs = [];
  const sides = [0, 0].map(() => ({ lines: [], line: { number: 1, parts: [] } }));
  const align = () => {
    const height = Math.max(...sides.map(({ lines }) => lines.length));
    for (let row = 0; row < height; row += 1) pairs.push(sides.map(({ lines }) => lines[row]));
    for (const side of sides) side.lines = [];
  };
  const append = (side, text, isChanged) => {
    side.line.parts.push({ text, isChanged });
    if (!text.endsWith("\n")) return;
    side.lines.push(side.line);
    side.line = { number: side.line.number + 1, parts: [] };
  };
  for (const { kind, before, after } of hunks) {
    const [left, right] = [before, after].map((text) => (text ? text.split(/(?<=\n)/) : []));
    if (kind === "same") {
      if (sides.every(({ line }) => line.parts.length === 0)) align();
      for (const text of left) {
        for (const side of sides) append(side, text, false);
        if (text.endsWith("\n")) align();
      }
    } else {
      for (const text of left) append(sides[0], text, true);
      for (const text of right) append(sides[1], text, true);
    }
  }
  for (const { lines, line } of sides) if (line.parts.length) lines.push(line);
  align();
  return pairs;
}

function sideBySide(pairs) {
  const side = (line, change) => [number(line), content(line, hasChanges(line) && change)];
  const head = ["Before", "After"].map((text) => element("th", { colspan: 2, scope: "colgroup" }, text));
  return table(
    "both",
    head,
    pairs.map(([left, right]) => [...side(left, "removed"), ...side(right, "added")]),
  );
}

// The lines that were removed precede those that were added, up to the next line that is the same.
function oneColumn(pairs) {
  const rows = [];
  let added = [];
  for (const [left, right] of pairs) {
    if (left && right && !hasChanges(left) && !hasChanges(right)) {
      rows.push(...added.splice(0), [number(left), number(right), content(left)]);
      continue;
    }
    if (left) rows.push([number(left), number(), content(left, "removed")]);
    if (right) added.push([number(), number(right), content(right, "added")]);
  }
  const head = ["Line before", "Line after", "Text"].map((text) =>
    element("th", { scope: "col" }, element("span", { class: "spoken" }, text)),
  );
  return table("inline", head, [...rows, ...added]);
}

function hasChanges(line) {
  return line?.parts.some(({ isChanged }) => isChanged);
}

function table(view, head, rows) {
  const widths = view === "both" ? ["number", "text", "number", "text"] : ["number", "number", "text"];
  const columns = element("colgroup", {}, ...widths.map((name) => element("col", { class: name })));
  const body = rows.map((cells) => element("tr", {}, ...cells));
  const lined = data.granularity === "line" ? "lines" : "parts";
  return element(
    "table",
    { class: `${view} ${lined}` },
    columns,
    element("thead", {}, element("tr", {}, ...head)),
    element("tbody", {}, ...body),
  );
}

function number(line) {
  return element("td", { class: line ? "number" : "number none" }, line?.number ?? "");
}

function content(line, change) {
  if (!line) return element("td", { class: "text none" });
  if (!change) return element("td", { class: "text" }, ...line.parts.map(shown));
  const [sign, word] = change === "removed" ? ["−", "Removed: "] : ["+", "Added: "];
  const marks = [element("span", { class: "sign", "aria-hidden": "true" }, sign), element("span", { class: "spoken" }, word)];
  const parts = line.parts.map((part) => (part.isChanged ? element(change === "removed" ? "del" : "ins", {}, shown(part)) : shown(part)));
  return element("td", { class: `text ${change}` }, ...marks, ...parts, ending(line));
}

// Line breaks are invisible, so one that was added or removed has a sign.
function shown({ text, isChanged }) {
  const isSign = isChanged && data.granularity !== "line";
  return text.replace(/\r?\n$/, isSign ? "↵" : "");
}

// Tells two lines apart that differ only in the line break at the end of the text.
function ending(line) {
  const [before, after] = ["before", "after"].map((name) => data.hunks.at(-1)[name].endsWith("\n"));
  const isLast = !line.parts.at(-1).text.endsWith("\n");
  return before !== after && isLast && data.granularity === "line" ? element("span", { class: "faint" }, " (no line break)") : "";
}

// The view is no argument, so that its change is no edit.
byId("both").oninput = (event) => {
  event.stopPropagation();
  showDiff(data);
};

await start("Text comparison", showDiff);
