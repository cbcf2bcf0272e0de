// Shows a text of any size: in blocks that the browser lays out when they come into sight, put in place in slices.
const BLOCK_LINES = 200;
const BLOCK_CHARACTERS = 8000;
const SMALL_TEXT = 1500;

// `text` is what copy and download give; where it is JSON, it can also be seen formatted.
function textViewer(text, { label, filename, json, format = Boolean(json) }) {
  const body = element("div", { class: "text-body", tabindex: 0, role: "region", "aria-label": label });
  const viewer = element("div", { class: "viewer" });
  const state = { blocks: [], shown: "", work: undefined };
  const small = text.length <= SMALL_TEXT;
  const search = small ? undefined : viewerSearch(state, body);

  async function show(formatted) {
    state.work?.abort();
    state.work = new AbortController();
    const { signal } = state.work;
    search?.clear();
    body.replaceChildren();
    state.blocks = [];
    body.setAttribute("aria-busy", true);
    try {
      state.shown = formatted ? (small ? prettyJson(json) : await finishInSlices(writingJson(json, "  "), signal)) : text;
      const filling = fillingBlocks(state, body);
      if (small) finish(filling);
      else await finishInSlices(filling, signal);
      body.removeAttribute("aria-busy");
      search?.refresh();
    } catch (problem) {
      if (!signal.aborted) throw problem;
    }
  }

  const toggle = (name, pressed, onchange) =>
    button(name, ({ currentTarget }) => {
      const now = currentTarget.getAttribute("aria-pressed") !== "true";
      currentTarget.setAttribute("aria-pressed", now);
      onchange(now);
    }, { class: "quiet", "aria-pressed": pressed });
  const wrap = toggle("Wrap", true, (on) => body.classList.toggle("unwrapped", !on));
  viewer.append(
    element(
      "div",
      { class: "viewer-bar" },
      search?.bar,
      json && toggle("Format", format, show),
      wrap,
      copyButton(() => (json && state.shown !== text && !state.work.signal.aborted ? state.shown : text)),
      button("Download", () => downloadBytes([text], filename), { class: "quiet" }),
    ),
    body,
  );
  show(format);
  return viewer;
}

function* fillingBlocks(state, body) {
  const text = state.shown;
  const lineHeight = 1.5;
  for (let start = 0; start < text.length; ) {
    const { end, lines } = endOfBlock(text, start);
    const block = element("div", { class: "block" }, text.slice(start, end));
    block.style.setProperty("contain-intrinsic-block-size", `auto ${lines * lineHeight}em`);
    body.append(block);
    state.blocks.push({ start, node: block.firstChild });
    start = end;
    yield;
  }
}

// A block ends after some lines, or in the middle of a line that is too long to be laid out in one go.
function endOfBlock(text, start) {
  let at = start;
  let lines = 0;
  while (lines < BLOCK_LINES && at < text.length) {
    const lineEnd = text.indexOf("\n", at);
    const next = lineEnd < 0 ? text.length : lineEnd + 1;
    if (next - start > BLOCK_CHARACTERS) {
      if (lines > 0) break;
      return { end: splitPoint(text, start + BLOCK_CHARACTERS), lines: BLOCK_CHARACTERS / 100 };
    }
    at = next;
    lines += 1;
  }
  return { end: at, lines };
}

// Not between the halves of a surrogate pair.
function splitPoint(text, at) {
  const code = text.charCodeAt(at - 1);
  return code >= 0xd800 && code < 0xdc00 ? at + 1 : at;
}

// The place of an offset of the whole text: the text node of its block, and the offset therein.
function placeIn(blocks, offset) {
  let low = 0;
  let high = blocks.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (blocks[middle].start <= offset) low = middle;
    else high = middle - 1;
  }
  const { start, node } = blocks[low];
  return { node, offset: Math.min(offset - start, node.length) };
}
