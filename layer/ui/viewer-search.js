// Search within a viewer. Matches are painted by the highlight registry, so the text itself stays untouched.
const MOST_MATCHES = 10000;
const PAINTED_AROUND = 200;
const SEARCH_PIECE = 200000;

function viewerSearch(state, body) {
  const input = element("input", { type: "search", "aria-label": "Search in the text", placeholder: "Search", spellcheck: "false", autocomplete: "off" });
  const status = element("span", { class: "search-count", role: "status" });
  const hits = { list: [], at: 0, query: "", work: undefined };

  const find = async () => {
    hits.work?.abort();
    hits.work = new AbortController();
    const { signal } = hits.work;
    hits.query = input.value;
    hits.list = [];
    hits.at = 0;
    if (hits.query) {
      status.textContent = "…";
      try {
        hits.list = await finishInSlices(findingMatches(state.shown, hits.query), signal);
      } catch (problem) {
        if (signal.aborted) return;
        throw problem;
      }
    }
    show();
  };
  const show = () => {
    const { list, at, query } = hits;
    const total = list.length === MOST_MATCHES ? `${MOST_MATCHES.toLocaleString("en")}+` : list.length.toLocaleString("en");
    status.textContent = query === "" ? "" : list.length === 0 ? "No match" : `${(at + 1).toLocaleString("en")} of ${total}`;
    paintMatches(state, list, at, query.length, body);
  };
  const move = (step) => {
    if (hits.query !== input.value || hits.list.length === 0) return find();
    hits.at = (hits.at + step + hits.list.length) % hits.list.length;
    return show();
  };
  input.addEventListener("input", debounced(find, 150));
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    move(event.shiftKey ? -1 : 1);
  });
  const bar = element(
    "div",
    { class: "viewer-search" },
    input,
    button("↑", () => move(-1), { class: "quiet small", "aria-label": "Previous match" }),
    button("↓", () => move(1), { class: "quiet small", "aria-label": "Next match" }),
    status,
  );
  const clear = () => {
    hits.work?.abort();
    paintMatches(state, [], 0, 0, body);
  };
  return { bar, clear, refresh: () => input.value && find() };
}

function* findingMatches(text, query) {
  const pattern = new RegExp(query.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&"), "gi");
  const found = [];
  for (let start = 0; start < text.length; start += SEARCH_PIECE) {
    // Each piece reaches over its end by what a match may need.
    const piece = text.slice(start, start + SEARCH_PIECE + query.length - 1);
    for (const match of piece.matchAll(pattern)) {
      found.push(start + match.index);
      if (found.length === MOST_MATCHES) return found;
    }
    yield;
  }
  return found;
}

function paintMatches({ blocks }, list, at, length, body) {
  const rangeOf = (offset) => {
    const range = new Range();
    const [from, to] = [placeIn(blocks, offset), placeIn(blocks, offset + length)];
    range.setStart(from.node, from.offset);
    range.setEnd(to.node, to.offset);
    return range;
  };
  const others = list.slice(Math.max(0, at - PAINTED_AROUND), at + PAINTED_AROUND).map(rangeOf);
  const current = list.length > 0 ? rangeOf(list[at]) : undefined;
  if (globalThis.Highlight) {
    CSS.highlights.set("match", new Highlight(...others));
    CSS.highlights.set("current-match", new Highlight(...(current ? [current] : [])));
  }
  if (!current) return;
  // Once to have the block laid out, and again when its real height is known.
  const reveal = () => {
    const [match, frame] = [current.getBoundingClientRect(), body.getBoundingClientRect()];
    if (match.top < frame.top || match.bottom > frame.bottom) body.scrollTop += match.top - frame.top - frame.height / 3;
    if (match.left < frame.left || match.right > frame.right) body.scrollLeft += match.left - frame.left - frame.width / 3;
  };
  current.startContainer.parentElement.scrollIntoView({ block: "nearest" });
  requestAnimationFrame(() => {
    reveal();
    requestAnimationFrame(reveal);
  });
}
