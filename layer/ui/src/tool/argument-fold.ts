import { freshId } from "../dom/attributes";
import { element } from "../dom/element";
import type { Draft } from "../form/draft";
import { printable } from "../text/printable";

const LONGEST_LINE = 300;

// Folds the arguments into one line, which says what they are and opens them again. Any change of them opens them too.
export class ArgumentFold {
  readonly line: HTMLButtonElement;
  private readonly text = element("code");

  constructor(
    private readonly section: HTMLElement,
    private readonly draft: Draft,
  ) {
    section.id = freshId();
    const onclick = () => {
      this.open();
      section.querySelector<HTMLElement>("input, textarea, select, button, summary")?.focus();
    };
    this.line = element(
      "button.arguments-line",
      { type: "button", hidden: true, "aria-expanded": "false", "aria-controls": section.id, onclick },
      element("span", "Arguments"),
      " ",
      this.text,
    );
    draft.onChange(() => this.open());
  }

  // Someone who is typing is left alone.
  fold(): void {
    if (this.section.contains(document.activeElement)) return;
    const text = this.draft.text.trim() || "{}";
    this.text.textContent = printable(text.slice(0, 10 * LONGEST_LINE).replace(/\s+/g, " "), LONGEST_LINE);
    this.section.hidden = true;
    this.line.hidden = false;
  }

  open(): void {
    this.section.hidden = false;
    this.line.hidden = true;
  }
}
