// Parts of a form that are drawn when they are needed.

import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { VNode } from "preact";
import { formatNumber } from "../text/units";
import type { FormContext } from "./context";

export interface Part {
  readonly view: VNode;
  /** Draws the field of a key, if it is in this part. */
  reveal(key: string): void;
}

const PAGE = 50;
// The fields that may be drawn when a part is unfolded. Further objects and lists are folded.
const ROOM = 100;

/** Fields in pages, of which the first one is drawn. */
export function pagedPart(keys: readonly string[], make: (key: string, index: number) => VNode): Part {
  const rows = signal<readonly VNode[]>([]);
  const grow = () => {
    const drawn = rows.peek();
    const page = keys.slice(drawn.length, drawn.length + PAGE);
    rows.value = [...drawn, ...page.map((key, offset) => make(key, drawn.length + offset))];
  };
  grow();
  return {
    view: <Pages rows={rows} count={keys.length} onMore={grow} />,
    reveal(key) {
      const index = keys.indexOf(key);
      while (index >= rows.peek().length) grow();
    },
  };
}

interface PagesProps {
  readonly rows: ReadonlySignal<readonly VNode[]>;
  readonly count: number;
  readonly onMore: () => void;
}

function Pages({ rows, count, onMore }: PagesProps): VNode {
  const left = count - rows.value.length;
  return (
    <div class="form">
      <div class="form">{rows.value}</div>
      {left > 0 && (
        <button type="button" class="small" onClick={onMore}>
          Show more ({formatNumber(left)} left)
        </button>
      )}
    </div>
  );
}

/**
 * A part that is drawn when it is unfolded, and stays unfolded when the form is drawn again. `keys` are those of its
 * fields.
 */
export function foldedPart(
  form: FormContext,
  id: string,
  label: string,
  keys: readonly string[],
  draw: () => Part,
): Part {
  const isOpen = signal(form.unfolded.has(id));
  const part = signal<Part | undefined>(undefined);
  const unfold = () => {
    const before = part.peek();
    if (before) return before;
    form.room = Math.max(form.room, ROOM);
    return (part.value = draw());
  };
  const toggle = (open: boolean) => {
    if (open) form.unfolded.add(id);
    else form.unfolded.delete(id);
    if (open) unfold();
    isOpen.value = open;
  };
  if (isOpen.peek()) unfold();
  return {
    view: <Folded label={label} isOpen={isOpen} part={part} onToggle={toggle} />,
    reveal(key) {
      if (!keys.includes(key)) return;
      unfold().reveal(key);
      isOpen.value = true;
    },
  };
}

interface FoldedProps {
  readonly label: string;
  readonly isOpen: ReadonlySignal<boolean>;
  readonly part: Signal<Part | undefined>;
  readonly onToggle: (isOpen: boolean) => void;
}

function Folded({ label, isOpen, part, onToggle }: FoldedProps): VNode {
  return (
    <details class="more" open={isOpen.value} onToggle={({ currentTarget }) => onToggle(currentTarget.open)}>
      <summary>{label}</summary>
      {part.value?.view}
    </details>
  );
}
