// Shows a text of any size, in blocks that are added in time slices and laid out when they become visible.
const BLOCK_LINES = 200;
const BLOCK_CHARACTERS = 8000;
const SMALL_TEXT = 1500;
const SHORT_TEXT = 200;

// `json` is the parsed text, if it is JSON; it can then be shown formatted.
function textViewer(text, { label, filename, json, format = Boolean(json) }) {
  const body = element("div.text-body", { tabindex: 0, role: "region", "aria-label": label });
  const state = { blocks: [], shown: text, work: undefined };
  const search = text.length > SMALL_TEXT ? viewerSearch(state, body) : undefined;

  async function show(formatted) {
    state.work?.abort();
    const { signal } = (state.work = new AbortController());
    body.replaceChildren();
    state.blocks = [];
    try {
      if (text.length <= SMALL_TEXT) return finish(fillingBlocks(state, body, formatted ? prettyJson(json) : text));
      body.setAttribute("aria-busy", true);
      await finishInSlices(fillingBlocks(state, body, formatted ? await finishInSlices(writingJson(json, "  "), signal) : text), signal);
      body.removeAttribute("aria-busy");
      search.refresh();
    } catch (problem) {
      if (!signal.aborted) throw problem;
    }
    return undefined;
  }

  const toggle = (name, pressed, onchange) => {
    const trigger = button(name, () => {
      pressed = !pressed;
      trigger.setAttribute("aria-pressed", pressed);
      onchange(pressed);
    }, "quiet small", { "aria-pressed": pressed });
    return trigger;
  };
  show(format);
  return element(
    "div.viewer",
    element(
      "div.viewer-bar",
      search?.bar,
      json && toggle("Format", format, show),
      text.length > SHORT_TEXT && toggle("Wrap", true, (on) => body.classList.toggle("unwrapped", !on)),
      copyButton(() => state.shown),
      text.length > SHORT_TEXT && button("Download", () => downloadBytes(text, filename), "quiet small"),
    ),
    body,
  );
}

function* fillingBlocks(state, body, text) {
  state.shown = text;
  for (let start = 0; start < text.length; ) {
    const { end, lines } = endOfBlock(text, start);
    const block = element(text.length > SMALL_TEXT ? "div.block" : "div", text.slice(start, end));
    block.style.setProperty("contain-intrinsic-block-size", `auto ${lines * 1.5}em`);
    body.append(block);
    state.blocks.push({ start, node: block.firstChild });
    start = end;
    yield;
  }
}

// A block ends after a number of lines, or within a line that is too long to be laid out at once.
function endOfBlock(text, start) {
  let end = start;
  let lines = 0;
  while (lines < BLOCK_LINES && end < text.length) {
    const next = text.indexOf("\n", end) + 1 || text.length;
    if (next - start > BLOCK_CHARACTERS) return lines > 0 ? { end, lines } : { end: wholeCharacters(text, start + BLOCK_CHARACTERS), lines: 80 };
    end = next;
    lines += 1;
  }
  return { end, lines };
}

// Moves an offset out of the middle of a surrogate pair.
function wholeCharacters(text, at) {
  return /[\ud800-\udbff]/.test(text[at - 1]) ? at + 1 : at;
}
