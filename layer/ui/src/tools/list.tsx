// The list of tools and other offers, of which only the visible rows are in the document.

import { effect } from "@preact/signals";
import { Fragment, type VNode, render } from "preact";
import { useLayoutEffect } from "preact/hooks";
import { stepOf } from "../dom/list-keys";
import { byId } from "../dom/page";
import { ListState } from "./list-state";
import type { ItemId } from "../protocol/links";
import { revealed } from "../dom/scroll";
import { type Row, itemOf, rowOf, shownRows } from "./rows";
import { catalog } from "./catalog";
import { GroupRowView, OfferRowView, ToolRowView } from "./row-views";

export class ToolList {
  readonly #state = new ListState();
  readonly #scroller = byId("list-scroller");
  readonly #list = byId("list");

  constructor() {
    const [scroller, list, state] = [this.#scroller, this.#list, this.#state];
    scroller.addEventListener("scroll", () => this.#measure(), { passive: true });
    list.addEventListener("keydown", (event) => this.#onKey(event));
    list.addEventListener("focusin", () => (state.focused.value = focusedRow(list)));
    new ResizeObserver(() => this.#measure()).observe(scroller);
    effect(() => {
      list.style.setProperty("height", `${state.layout.value.height}px`);
      // A shorter list may have been scrolled by the browser.
      this.#measure();
    });
    render(<Rows state={state} list={list} />, list);
  }

  get words(): readonly string[] {
    return this.#state.words.value;
  }

  get matches(): number {
    return this.#state.layout.value.matches;
  }

  get isClose(): boolean {
    return this.#state.isClose.value;
  }

  /** The first item that matches the filter. */
  get firstItem(): ItemId | undefined {
    return itemOf(this.#rows.find((row) => row.kind !== "group"));
  }

  get #rows(): readonly Row[] {
    return this.#state.layout.value.rows;
  }

  isHidden(kind: ItemId["kind"]): boolean {
    return this.#state.hidden.value.has(kind);
  }

  toggleKind(kind: ItemId["kind"]): void {
    this.#state.toggleKind(kind);
  }

  setFilter(query: string): void {
    if (query !== this.#state.query.peek()) this.#scroller.scrollTop = 0;
    this.#state.query.value = query;
    this.#measure();
  }

  select(item: ItemId | undefined): void {
    this.#state.selected.value = item;
    this.#reveal(rowOf(this.#rows, item));
  }

  setRunning(name: string, isRunning: boolean): void {
    this.#state.setRunning(name, isRunning);
  }

  focusFirst(): void {
    this.#focusRow(0);
  }

  focusItem(item: ItemId): void {
    this.#focusRow(rowOf(this.#rows, item));
  }

  #focusRow(index: number): void {
    if (!this.#rows[index]) return;
    this.#reveal(index);
    this.#state.toFocus.value = index;
  }

  // Scrolls a row into view, and no further than necessary.
  #reveal(index: number): void {
    const row = this.#rows[index];
    if (!row) return;
    const { scrollTop: top, clientHeight: height } = this.#scroller;
    const target = revealed(row, { top, height });
    if (target !== top) this.#scroller.scrollTop = target;
    this.#measure();
  }

  #measure(): void {
    const { scrollTop: top, clientHeight: height } = this.#scroller;
    const { scroll, rem } = this.#state;
    const before = scroll.peek();
    if (before.top !== top || before.height !== height) scroll.value = { top, height };
    rem.value = parseFloat(getComputedStyle(document.documentElement).fontSize);
  }

  #onKey(event: KeyboardEvent): void {
    const step = stepOf(event);
    if (step === undefined) return;
    event.preventDefault();
    this.#focusRow(Math.min(this.#rows.length - 1, Math.max(0, focusedRow(this.#list) + step)));
  }
}

// The index of the row that has the focus; -1 if it is elsewhere.
function focusedRow(list: HTMLElement): number {
  const { activeElement } = document;
  const item = list.contains(activeElement) ? activeElement?.closest<HTMLElement>("li") : undefined;
  return Number(item?.dataset["index"] ?? -1);
}

function Rows({ state, list }: { readonly state: ListState; readonly list: HTMLElement }): VNode {
  const { rows } = state.layout.value;
  const toFocus = state.toFocus.value;
  const focused = toFocus >= 0 ? toFocus : list.contains(document.activeElement) ? state.focused.value : -1;
  const shown = shownRows(rows, state.scroll.value, focused);
  // A roving tab index: Tab reaches one row, and the arrow keys move from there.
  const stop = [focused, rowOf(rows, state.selected.value)].find((index) => shown.includes(index)) ?? shown[0];
  // A row that is drawn as another element loses the focus.
  useLayoutEffect(() => {
    state.toFocus.value = -1;
    if (focused < 0 || focusedRow(list) === focused) return;
    list.querySelector<HTMLElement>(`[data-index="${focused}"] > *`)?.focus({ preventScroll: true });
  });
  return (
    <Fragment key={catalog.value.listing}>
      {shown.map((index) => (
        <RowItem key={index} state={state} index={index} isTabStop={index === stop} />
      ))}
    </Fragment>
  );
}

interface RowItemProps {
  readonly state: ListState;
  readonly index: number;
  readonly isTabStop: boolean;
}

function RowItem({ state, index, isTabStop }: RowItemProps): VNode | null {
  const { rows } = state.layout.value;
  const row = rows[index];
  if (!row) return null;
  const style = { top: `${row.top}px`, height: `${row.height}px` };
  return (
    <li aria-setsize={rows.length} aria-posinset={index + 1} data-index={index} style={style}>
      {row.kind === "group" && <GroupRowView state={state} row={row} isTabStop={isTabStop} />}
      {row.kind === "tool" && <ToolRowView state={state} row={row} isTabStop={isTabStop} />}
      {row.kind === "offer" && <OfferRowView state={state} row={row} isTabStop={isTabStop} />}
    </li>
  );
}
