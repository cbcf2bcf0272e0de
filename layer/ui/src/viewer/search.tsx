// Search within a viewer. Matches are painted with the CSS Custom Highlight API, which leaves the text nodes unchanged.

import type { ReadonlySignal } from "@preact/signals";
import type { RefObject, VNode } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { VERBATIM } from "../dom/attributes";
import { debounced } from "../scheduling/debounced";
import { finishInSlices } from "../scheduling/slices";
import { type Block, rangeAt } from "./blocks";
import { MAX_MATCHES, findingMatches } from "./matches";

// The matches before and after the current one that are marked. Others are marked when the search reaches them.
const PAINTED_AROUND = 200;
const FIND_MS = 150;

/** The text that a viewer shows, and its blocks in the document. */
export interface ShownText {
  text: string;
  blocks: Block[];
}

interface ViewerSearchProps {
  readonly shown: ShownText;
  readonly body: RefObject<HTMLElement | null>;
  /** Changes when another text is shown, which is then searched again. */
  readonly version: ReadonlySignal<number>;
}

/** A search field, with buttons for the matches before and after. */
export function ViewerSearch({ shown, body, version }: ViewerSearchProps): VNode {
  const input = useRef<HTMLInputElement>(null);
  const [status, setStatus] = useState("");
  const search = useMemo(() => new Search(shown, () => body.current!, setStatus), []);
  const typed = () => input.current?.value ?? "";
  const findSoon = useMemo(() => debounced(() => search.find(typed()), FIND_MS), []);
  useEffect(() => {
    if (typed()) void search.find(typed());
  }, [version.value]);
  useEffect(() => () => search.stop(), []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) search.move(typed(), event.shiftKey ? -1 : 1);
  };
  const step = (arrow: string, by: number, label: string) => (
    <button type="button" class="quiet small" aria-label={label} onClick={() => search.move(typed(), by)}>
      {arrow}
    </button>
  );
  return (
    <div class="viewer-search">
      <input
        type="search"
        aria-label="Search in the text"
        placeholder="Search"
        {...VERBATIM}
        ref={input}
        onInput={findSoon}
        onKeyDown={onKeyDown}
      />
      {step("↑", -1, "Previous match")}
      {step("↓", 1, "Next match")}
      <span class="search-count" role="status">
        {status}
      </span>
    </div>
  );
}

// The matches of a text, one of which is the current one.
class Search {
  #found: number[] = [];
  #at = 0;
  #query = "";
  #work: AbortController | undefined;

  constructor(
    private readonly shown: ShownText,
    private readonly body: () => HTMLElement,
    private readonly onStatus: (status: string) => void,
  ) {}

  async find(query: string): Promise<void> {
    this.stop();
    this.#work = new AbortController();
    const { signal } = this.#work;
    this.onStatus("…");
    const matches = await finishInSlices(findingMatches(this.shown.text, query), signal).catch(() => []);
    if (signal.aborted) return;
    [this.#found, this.#at, this.#query] = [matches, 0, query];
    this.#show();
  }

  move(query: string, step: number): void {
    const found = this.#found;
    if (query !== this.#query || found.length === 0) return void this.find(query);
    this.#at = (this.#at + step + found.length) % found.length;
    this.#show();
  }

  stop(): void {
    this.#work?.abort();
  }

  #show(): void {
    const [found, at, query] = [this.#found, this.#at, this.#query];
    const count = `${at + 1} of ${found.length}${found.length === MAX_MATCHES ? "+" : ""}`;
    this.onStatus(query && (found.length > 0 ? count : "No match"));
    const ranges = (from: number, to: number) =>
      found.slice(Math.max(0, from), to).map((offset) => rangeAt(this.shown.blocks, offset, query.length));
    const current = ranges(at, at + 1);
    // Some browsers do not have the CSS Custom Highlight API.
    const { highlights } = CSS as { highlights?: HighlightRegistry };
    highlights?.set("match", new Highlight(...ranges(at - PAINTED_AROUND, at + PAINTED_AROUND)));
    highlights?.set("current-match", new Highlight(...current));
    current.forEach((range) => revealMatch(this.body(), range));
  }
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
