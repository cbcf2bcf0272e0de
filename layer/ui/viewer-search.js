// Search within a viewer. Matches are painted with the CSS Custom Highlight API, which leaves the text nodes unchanged.
const MAX_MATCHES = 10000;
const PAINTED_AROUND = 200;
const SEARCH_PIECE = 200000;

function viewerSearch(state, body) {
  const input = element("input", { type: "search", "aria-label": "Search in the text", placeholder: "Search", ...VERBATIM });
  const status = element("span.search-count", { role: "status" });
  let found = [];
  let at = 0;
  let query = "";
  let work;

  const find = async () => {
    work?.abort();
    work = new AbortController();
    const { signal } = work;
    status.textContent = "…";
    const matches = await finishInSlices(findingMatches(state.shown, input.value), signal).catch(() => []);
    if (signal.aborted) return;
    [found, at, query] = [matches, 0, input.value];
    show();
  };
  const show = () => {
    const count = `${at + 1} of ${found.length}${found.length === MAX_MATCHES ? "+" : ""}`;
    status.textContent = query && (found.length > 0 ? count : "No match");
    const ranges = (from, to) => found.slice(Math.max(0, from), to).map((offset) => rangeAt(state.blocks, offset, query.length));
    const current = ranges(at, at + 1);
    CSS.highlights?.set("match", new Highlight(...ranges(at - PAINTED_AROUND, at + PAINTED_AROUND)));
    CSS.highlights?.set("current-match", new Highlight(...current));
    current.forEach((range) => revealMatch(body, range));
  };
  const move = (step) => {
    if (query !== input.value || found.length === 0) return find();
    at = (at + step + found.length) % found.length;
    return show();
  };
  input.addEventListener("input", debounced(find, 150));
  input.addEventListener("keydown", (event) => event.key === "Enter" && !event.ctrlKey && !event.metaKey && move(event.shiftKey ? -1 : 1));
  const step = (arrow, by, label) => button(arrow, () => move(by), "quiet small", { "aria-label": label });
  return { bar: element("div.viewer-search", input, step("↑", -1, "Previous match"), step("↓", 1, "Next match"), status), refresh: () => input.value && find() };
}

function* findingMatches(text, query) {
  const found = [];
  if (query === "") return found;
  const pattern = new RegExp(literal(query), "gi");
  for (let start = 0; start < text.length; start += SEARCH_PIECE) {
    // Pieces overlap by the length of a match, so that none is missed at a boundary.
    for (const { index } of text.slice(start, start + SEARCH_PIECE + query.length - 1).matchAll(pattern)) {
      found.push(start + index);
      if (found.length === MAX_MATCHES) return found;
    }
    yield;
  }
  return found;
}

function rangeAt(blocks, offset, length) {
  const range = new Range();
  range.setStart(...textPosition(blocks, offset));
  range.setEnd(...textPosition(blocks, offset + length));
  return range;
}

// Converts an offset in the whole text to the text node of its block and the offset in that node.
function textPosition(blocks, offset) {
  const { start, node } = blocks.findLast((block) => block.start <= offset);
  return [node, Math.min(offset - start, node.length)];
}

// Scrolls once so that the block is laid out, and again when its real height is known.
function revealMatch(body, range) {
  const scroll = () => {
    const [match, frame] = [range.getBoundingClientRect(), body.getBoundingClientRect()];
    if (match.top < frame.top || match.bottom > frame.bottom) body.scrollTop += match.top - frame.top - frame.height / 3;
    if (match.left < frame.left || match.right > frame.right) body.scrollLeft += match.left - frame.left - frame.width / 3;
  };
  range.startContainer.parentElement.scrollIntoView({ block: "nearest" });
  requestAnimationFrame(() => {
    scroll();
    requestAnimationFrame(scroll);
  });
}
