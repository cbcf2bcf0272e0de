import { signal } from "@preact/signals";
import { type ComponentChildren, type VNode, createRef } from "preact";
import { useState } from "preact/hooks";
import { freshId } from "../dom/attributes";
import { flushed } from "../dom/flushed";
import type { Draft } from "../form/draft";
import { printable } from "../text/printable";

const LONGEST_LINE = 300;

/** The arguments, which can be folded into one line. Any change of them opens them. */
export class ArgumentFold {
  /** The line that the arguments are folded into; undefined while they are open. */
  readonly line = signal<string | undefined>(undefined);
  readonly section = createRef<HTMLElement>();

  constructor(private readonly draft: Draft) {
    draft.onChange(() => this.open());
  }

  /** Folds the arguments, unless someone is typing. */
  fold(): void {
    if (this.section.current?.contains(document.activeElement)) return;
    const text = this.draft.text.trim() || "{}";
    this.line.value = printable(text.slice(0, 10 * LONGEST_LINE).replace(/\s+/g, " "), LONGEST_LINE);
  }

  open(): void {
    flushed(() => (this.line.value = undefined));
  }
}

interface FoldedArgumentsProps {
  readonly fold: ArgumentFold;
  readonly children: ComponentChildren;
}

/** The arguments, or the line that says what they are and opens them again. */
export function FoldedArguments({ fold, children }: FoldedArgumentsProps): VNode {
  const [id] = useState(freshId);
  const line = fold.line.value;
  const open = () => {
    fold.open();
    fold.section.current?.querySelector<HTMLElement>("input, textarea, select, button, summary")?.focus();
  };
  return (
    <>
      <button
        type="button"
        class="arguments-line"
        hidden={line === undefined}
        aria-expanded={false}
        aria-controls={id}
        onClick={open}
      >
        <span>Arguments</span> <code>{line}</code>
      </button>
      <section class="arguments" aria-label="Arguments" id={id} hidden={line !== undefined} ref={fold.section}>
        {children}
      </section>
    </>
  );
}
