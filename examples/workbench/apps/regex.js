// Shows the matches in the text, and as a table.

const area = byId("text");

// The text with marks, and the places of the marks as the indices at which JavaScript counts.
let marked = { text: "", places: [] };

function drawMarks(places) {
  const text = area.value;
  marked = { text, places };
  let end = 0;
  const parts = places.flatMap(([from, to]) => {
    const between = text.slice(end, from);
    end = to;
    return [between, element("mark", {}, text.slice(from, to))];
  });
  // A line break at the end has no height without something behind it.
  byId("marks").replaceChildren(...parts, text.slice(end), "\u200b");
}

// Until the next result, the marks outside of the edited part stay with their text.
area.addEventListener("input", () => {
  const { text, places } = marked;
  const now = area.value;
  const shorter = Math.min(text.length, now.length);
  let before = 0;
  while (before < shorter && text[before] === now[before]) before += 1;
  let after = 0;
  while (after < shorter - before && text.at(-1 - after) === now.at(-1 - after)) after += 1;
  const moved = (place) => place.map((index) => index + now.length - text.length);
  const kept = places.flatMap((place) => (place[1] <= before ? [place] : place[0] >= text.length - after ? [moved(place)] : []));
  drawMarks(kept);
});

function showMatches(data) {
  const { matches = [], truncated = false } = data ?? {};
  // The server counts code points.
  const indices = [0];
  for (const character of area.value) indices.push(indices.at(-1) + character.length);
  const places = matches.map(({ start, end }) => [indices[start], indices[end]]);
  drawMarks(places);

  const count = matches.length === 1 ? "1 match" : `${matches.length} matches`;
  if (data) byId("status").textContent = truncated ? `The first ${count}` : matches.length ? count : "No match";
  byId("result").hidden = matches.length === 0;
  if (matches.length) byId("result").replaceChildren(table(matches, places));
}

function table(matches, places) {
  const groups = matches[0].groups.map(({ number, name }) => name ?? `Group ${number}`);
  const head = ["Position", "Match", ...groups].map((text) => element("th", { scope: "col" }, text));
  const rows = matches.map(({ text, start, end, groups }, index) => {
    const select = element("button", { type: "button", onclick: () => selectText(...places[index]) }, `${start}–${end}`);
    select.prepend(element("span", { class: "spoken" }, "Select "));
    const cells = [select, shown(text), ...groups.map(({ text }) => shown(text))];
    return element("tr", {}, ...cells.map((cell) => element("td", {}, cell)));
  });
  return element("table", {}, element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...rows));
}

function shown(text) {
  return text || element("span", { class: "faint" }, text === undefined ? "none" : "empty");
}

function selectText(from, to) {
  area.focus();
  area.setSelectionRange(from, to);
}

await start("Regular expression", showMatches);
