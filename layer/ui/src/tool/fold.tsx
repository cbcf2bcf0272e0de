import { signal } from "@preact/signals";
import { type ComponentChildren, type VNode, createRef } from "preact";
import { freshId } from "../dom/attributes";
import { flushed } from "../dom/flushed";
import { byId } from "../dom/page";
import type { RunBar } from "../conversation/run-bar";
import type { Draft } from "../form/draft";
import { printable } from "../text/printable";

const LONGEST_LINE = 300;
// Arguments that leave less than the rest of the pane to a result are folded.
const LARGE_SHARE = 0.4;

/**
 * The room for a result: the head of the tool folds into its title, and the arguments into a line, if they are
 * large or an app is shown. A part that somebody opens stays open. Any change of the arguments opens them.
 */
export class Fold {
  /** The line that the arguments are folded into; undefined while they are open. */
  readonly line = signal<string | undefined>(undefined);
  /** The head: whole until the first run, then folded unless somebody has opened it. */
  readonly head = signal<"whole" | "folded" | "opened">("whole");
  readonly section = createRef<HTMLElement>();
  readonly id = freshId();
  #keepsArguments = false;

  constructor(
    private readonly draft: Draft,
    private readonly bar: RunBar,
  ) {
    draft.onChange(() => this.open());
  }

  fold(hasApp: boolean, hasArguments: boolean): void {
    this.#change(() => {
      if (this.head.peek() === "whole") this.head.value = "folded";
      if (hasArguments && (hasApp || this.#isLarge())) this.#foldArguments();
    });
  }

  // Somebody who is typing goes on.
  #foldArguments(): void {
    if (this.section.current?.contains(document.activeElement)) return;
    const text = this.draft.text.trim() || "{}";
    this.line.value = printable(text.slice(0, 10 * LONGEST_LINE).replace(/\s+/g, " "), LONGEST_LINE);
  }

  #isLarge(): boolean {
    const height = this.section.current?.offsetHeight ?? 0;
    return !this.#keepsArguments && height > LARGE_SHARE * byId("tool").clientHeight;
  }

  open(): void {
    if (this.line.peek() !== undefined) this.#change(() => (this.line.value = undefined));
  }

  /** Opens the arguments, which stay open, and goes to the first of them. */
  enter(): void {
    this.#keepsArguments = true;
    this.open();
    this.section.current?.querySelector<HTMLElement>("input, textarea, select")?.focus();
  }

  toggleHead(): void {
    this.head.value = this.head.peek() === "folded" ? "opened" : "folded";
  }

  // The button that runs the tool stands in the head or below the arguments, and keeps the focus on its way.
  #change(change: () => void): void {
    const hasFocus = this.bar.button.current !== null && document.activeElement === this.bar.button.current;
    flushed(change);
    if (hasFocus) this.bar.focus({ preventScroll: true });
  }
}

interface FoldProps {
  readonly fold: Fold;
}

/** The line that says what the arguments are, and opens them again. */
export function ArgumentsLine({ fold }: FoldProps): VNode {
  return (
    <button
      type="button"
      class="arguments-line"
      aria-expanded={false}
      aria-controls={fold.id}
      onClick={() => fold.enter()}
    >
      <span>Arguments</span> <code>{fold.line}</code>
    </button>
  );
}

/** The arguments, unless they are folded. */
export function FoldedArguments({ fold, children }: FoldProps & { readonly children: ComponentChildren }): VNode {
  return (
    <section
      class="arguments"
      aria-label="Arguments"
      id={fold.id}
      hidden={fold.line.value !== undefined}
      ref={fold.section}
    >
      {children}
    </section>
  );
}
