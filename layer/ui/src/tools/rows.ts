// The rows of the list: groups, tools and other offers, of which only the visible ones are in the document.

import type { Position, Scroll } from "../dom/scroll";
import { type ItemId, isSameItem } from "../protocol/links";
import type { Offer, OfferKind } from "../protocol/offers";
import type { Tool } from "../protocol/tools";
import type { ToolGroup } from "./groups";

const ROW_REMS = { group: 2.25, item: 3.25 };
const ROWS_AROUND = 4;

export interface GroupRow extends Position {
  readonly kind: "group";
  /** The name by which it is closed and opened. */
  readonly key: string;
  readonly name: string;
  readonly count: number;
  readonly isClosed: boolean;
}

export interface ToolRow extends Position {
  readonly kind: "tool";
  readonly tool: Tool;
  /** The name of its group. */
  readonly prefix: string;
}

export interface OfferRow extends Position {
  readonly kind: "offer";
  readonly offer: Offer;
}

export type Row = GroupRow | ToolRow | OfferRow;

/** The offers of one kind. */
export interface OfferSection {
  readonly kind: OfferKind;
  readonly name: string;
  readonly offers: readonly Offer[];
}

export interface Layout {
  readonly rows: readonly Row[];
  readonly height: number;
  /** The number of items, in closed groups too. */
  readonly matches: number;
}

export interface LayoutInput {
  readonly groups: readonly ToolGroup<Tool>[];
  readonly sections: readonly OfferSection[];
  /** The keys of the groups that are closed. */
  readonly closed: ReadonlySet<string>;
  /** The font size in pixels. */
  readonly rem: number;
}

/** Computes all rows and their positions. */
export function layOut({ groups, sections, closed, rem }: LayoutInput): Layout {
  const rows: Row[] = [];
  let top = rem / 3;
  let matches = 0;
  const itemHeight = ROW_REMS.item * rem;
  // Adds the row of a group. Returns those of its items that are shown.
  const addGroup = <T extends Tool | Offer>(key: string, name: string, items: readonly T[]): readonly T[] => {
    matches += items.length;
    const isClosed = closed.has(key);
    if (name && items.length > 0) {
      const height = ROW_REMS.group * rem;
      rows.push({ kind: "group", key, name, count: items.length, isClosed, top, height });
      top += height;
    }
    return isClosed ? [] : items;
  };
  for (const { name, tools } of groups) {
    for (const tool of addGroup(name, name, tools)) {
      rows.push({ kind: "tool", tool, prefix: name, top, height: itemHeight });
      top += itemHeight;
    }
  }
  for (const { name, offers } of sections) {
    // No group of tools has such a key.
    for (const offer of addGroup(`\0${name}`, name, offers)) {
      rows.push({ kind: "offer", offer, top, height: itemHeight });
      top += itemHeight;
    }
  }
  return { rows, height: top, matches };
}

/**
 * The indexes of the visible rows and of some around them, in order. `kept` is the index of a row that is included even
 * if it is not visible.
 */
export function shownRows(rows: readonly Row[], scroll: Scroll, kept: number): number[] {
  const first = Math.max(0, indexAt(rows, scroll.top) - ROWS_AROUND);
  const last = Math.min(rows.length - 1, indexAt(rows, scroll.top + scroll.height) + ROWS_AROUND);
  const shown = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
  if (kept >= 0 && kept < rows.length && !shown.includes(kept)) shown.push(kept);
  return shown.sort((a, b) => a - b);
}

// The index of the row at a distance from the top.
function indexAt(rows: readonly Row[], offset: number): number {
  const after = rows.findIndex((row) => row.top > offset);
  return (after < 0 ? rows.length : after) - 1;
}

/** The item of a row; undefined for a group. */
export function itemOf(row: Row | undefined): ItemId | undefined {
  if (row?.kind === "tool") return { kind: "tool", id: row.tool.name };
  return row?.kind === "offer" ? row.offer : undefined;
}

export function rowOf(rows: readonly Row[], item: ItemId | undefined): number {
  return item ? rows.findIndex((row) => isSameItem(itemOf(row), item)) : -1;
}
