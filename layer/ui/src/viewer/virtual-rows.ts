// A long list of rows of one height, of which only the visible ones are in the document. It can follow its end.

import type { Signal } from "@preact/signals";
import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { type Scroll, revealed } from "../dom/scroll";

const ROWS_AROUND = 8;
// The distance from the end, in pixels, that counts as the end.
const AT_END = 4;

/** Rows are in the order of their numbers. */
export interface NumberedRow {
  readonly number: number;
}

export interface RowsState {
  readonly scroll: Signal<Scroll>;
  /** The font size in pixels. */
  readonly rem: Signal<number>;
  /** Set while the newest row is kept in view. */
  readonly isFollowing: Signal<boolean>;
}

interface VirtualRows {
  readonly height: number;
  // The indexes of the rows in the document: from `first` up to, but without, `end`.
  readonly first: number;
  readonly end: number;
  readonly onScroll: () => void;
  // Scrolls until a row is visible.
  readonly reveal: (index: number) => void;
}

/** `rowRems` is the height of a row. */
export function useVirtualRows(
  list: RefObject<HTMLElement | null>,
  rows: readonly NumberedRow[],
  rowRems: number,
  { scroll, rem, isFollowing }: RowsState,
): VirtualRows {
  const height = rowRems * rem.value;
  const anchor = useRef({ number: 0, offset: 0 });
  const measure = () => {
    const { current } = list;
    if (!current) return;
    const { scrollTop: top, clientHeight } = current;
    scroll.value = { top, height: clientHeight };
    rem.value = parseFloat(getComputedStyle(document.documentElement).fontSize);
    const index = Math.min(Math.floor(top / height), rows.length - 1);
    anchor.current = { number: rows[index]?.number ?? 0, offset: top - index * height };
  };
  useLayoutEffect(() => {
    const observer = new ResizeObserver(() => {
      if (isFollowing.value) scrollToEnd(list.current);
      measure();
    });
    if (list.current) observer.observe(list.current);
    return () => observer.disconnect();
  }, []);
  // Keeps the newest row in view, or the rows that are being read, where they are.
  useLayoutEffect(() => {
    const { current } = list;
    if (!current) return;
    if (isFollowing.value) scrollToEnd(current);
    else current.scrollTop = rowAt(rows, anchor.current.number) * height + anchor.current.offset;
    measure();
  }, [rows, height, isFollowing.value]);
  return {
    height,
    ...visibleRows(rows.length, height, scroll.value),
    onScroll: () => {
      measure();
      const { current } = list;
      if (current) isFollowing.value = current.scrollTop + current.clientHeight >= current.scrollHeight - AT_END;
    },
    reveal: (index) => {
      const { current } = list;
      if (!current) return;
      const top = revealed({ top: index * height, height }, { top: current.scrollTop, height: current.clientHeight });
      if (top !== current.scrollTop) current.scrollTop = top;
    },
  };
}

export function scrollToEnd(list: HTMLElement | null): void {
  if (list) list.scrollTop = list.scrollHeight;
}

/** The index of the row with a number, or of the first one after it. */
export function rowAt(rows: readonly NumberedRow[], number: number): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rows[middle]!.number < number) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The indexes of the visible rows and of some around them: from `first` up to, but without, `end`. */
export function visibleRows(count: number, height: number, scroll: Scroll): { first: number; end: number } {
  const first = Math.floor(scroll.top / height) - ROWS_AROUND;
  const end = Math.ceil((scroll.top + scroll.height) / height) + ROWS_AROUND;
  return { first: Math.max(0, Math.min(first, count)), end: Math.max(0, Math.min(end, count)) };
}
