import { signal } from "@preact/signals";
import { type VNode, createRef } from "preact";
import { useLayoutEffect } from "preact/hooks";
import { printableLines } from "../../text/printable";
import { counted } from "../../text/units";

// Maximum number of characters in a text to read that are shown at first. The rest is shown on demand, and nothing can be allowed before.
const LONGEST_SHOWN = 12000;
const END_TOLERANCE = 8;

/** A text that the user must see completely before allowing anything. The rest of a long text is shown on demand. */
export class Reading {
  readonly isWhole;
  readonly box = createRef<HTMLPreElement>();
  /** Called when the end has been visible. */
  onRead: () => void = () => undefined;
  #hasSeenEnd = false;

  constructor(
    readonly text: string,
    readonly label: string,
  ) {
    this.isWhole = signal(text.length <= LONGEST_SHOWN);
  }

  get hidden(): number {
    return this.text.length - LONGEST_SHOWN;
  }

  get shown(): string {
    return printableLines(this.isWhole.value ? this.text : this.text.slice(0, LONGEST_SHOWN));
  }

  check(): void {
    if (this.isRead()) this.onRead();
  }

  isRead(): boolean {
    const { scrollTop = 0, clientHeight = 0, scrollHeight = 0 } = this.box.current ?? {};
    const isAtEnd = clientHeight > 0 && scrollTop + clientHeight > scrollHeight - END_TOLERANCE;
    this.#hasSeenEnd ||= this.isWhole.value && isAtEnd;
    return this.#hasSeenEnd;
  }
}

/** The text in a box that can be scrolled. */
export function ReadingBox({ reading }: { readonly reading: Reading }): VNode {
  const isWhole = reading.isWhole.value;
  const isOpened = isWhole && reading.hidden > 0;
  // The rest of the text has been asked for.
  useLayoutEffect(() => {
    if (!isOpened) return;
    reading.box.current?.focus();
    reading.check();
  }, [isOpened]);
  return (
    <div>
      <pre
        class="code app-reading"
        tabIndex={0}
        role="region"
        aria-label={reading.label}
        ref={reading.box}
        onScroll={() => reading.check()}
      >
        {reading.shown}
      </pre>
      {!isWhole && <MoreNote reading={reading} />}
    </div>
  );
}

function MoreNote({ reading }: { readonly reading: Reading }): VNode {
  const count = counted(reading.hidden, "character");
  return (
    <p>
      {`${count} of ${reading.label} are not shown yet. Read them before you allow anything. `}
      <button type="button" onClick={() => (reading.isWhole.value = true)}>
        {`Show ${count} more`}
      </button>
    </p>
  );
}
