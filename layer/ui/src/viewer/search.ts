import { VERBATIM, button, element } from "../dom/element";
import { debounced } from "../scheduling/debounced";
import { finishInSlices } from "../scheduling/slices";
import { type Block, rangeAt } from "./blocks";
import { MAX_MATCHES, findingMatches } from "./matches";

// Search within a viewer. Matches are painted with the CSS Custom Highlight API, which leaves the text nodes unchanged.
const PAINTED_AROUND = 200;

// The text that a viewer shows, and its blocks in the document.
export interface ShownText {
  text: string;
  blocks: Block[];
}

export interface ViewerSearch {
  readonly bar: HTMLElement;
  // Searches again, after the text or its blocks have changed.
  refresh(): void;
}

// Some browsers do not have the CSS Custom Highlight API.
const { highlights } = CSS as { highlights?: HighlightRegistry };

export function viewerSearch(shown: ShownText, body: HTMLElement): ViewerSearch {
  const input = element("input", {
    type: "search",
    "aria-label": "Search in the text",
    placeholder: "Search",
    ...VERBATIM,
  });
  const status = element("span.search-count", { role: "status" });
  let found: number[] = [];
  let at = 0;
  let query = "";
  let work: AbortController | undefined;

  const find = async () => {
    work?.abort();
    work = new AbortController();
    const { signal } = work;
    status.textContent = "…";
    const matches = await finishInSlices(findingMatches(shown.text, input.value), signal).catch(() => []);
    if (signal.aborted) return;
    [found, at, query] = [matches, 0, input.value];
    show();
  };
  const show = () => {
    const count = `${at + 1} of ${found.length}${found.length === MAX_MATCHES ? "+" : ""}`;
    status.textContent = query && (found.length > 0 ? count : "No match");
    const ranges = (from: number, to: number) =>
      found.slice(Math.max(0, from), to).map((offset) => rangeAt(shown.blocks, offset, query.length));
    const current = ranges(at, at + 1);
    highlights?.set("match", new Highlight(...ranges(at - PAINTED_AROUND, at + PAINTED_AROUND)));
    highlights?.set("current-match", new Highlight(...current));
    current.forEach((range) => revealMatch(body, range));
  };
  const move = (step: number) => {
    if (query !== input.value || found.length === 0) return void find();
    at = (at + step + found.length) % found.length;
    return show();
  };
  input.addEventListener("input", debounced(find, 150));
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) move(event.shiftKey ? -1 : 1);
  });
  const step = (arrow: string, by: number, label: string) =>
    button(arrow, () => move(by), "quiet small", { "aria-label": label });
  const steps = [step("↑", -1, "Previous match"), step("↓", 1, "Next match")];
  const refresh = () => {
    if (input.value) void find();
  };
  return { bar: element("div.viewer-search", input, steps, status), refresh };
}

// Scrolls to a match in steps: first so that its block is laid out, then to the match itself, and again when the real
// height of the block is known.
function revealMatch(body: HTMLElement, range: Range): void {
  const scroll = () => {
    const [match, frame] = [range.getBoundingClientRect(), body.getBoundingClientRect()];
    if (match.top < frame.top || match.bottom > frame.bottom)
      body.scrollTop += match.top - frame.top - frame.height / 3;
    if (match.left < frame.left || match.right > frame.right)
      body.scrollLeft += match.left - frame.left - frame.width / 3;
  };
  range.startContainer.parentElement?.scrollIntoView({ block: "nearest" });
  requestAnimationFrame(() => {
    scroll();
    requestAnimationFrame(scroll);
  });
}
