// Tells which tool is about to be opened: the one whose row is pressed, or rests under the pointer or the focus.

import { byId } from "../dom/page";
import { readLink } from "../protocol/links";
import { expectTool } from "./early-definition";

// Rows that are only passed are not meant.
const DWELL_MS = 60;

export function expectTools(): void {
  const list = byId("list");
  let dwelling: EventTarget | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const dwell = ({ target }: Event) => {
    const row = rowOf(target);
    if (row === dwelling) return;
    dwelling = row;
    clearTimeout(timer);
    if (row) timer = setTimeout(() => expectRow(row), DWELL_MS);
  };
  const leave = () => {
    dwelling = null;
    clearTimeout(timer);
  };
  list.addEventListener("pointerover", dwell);
  list.addEventListener("pointerleave", leave);
  list.addEventListener("focusin", dwell);
  list.addEventListener("focusout", leave);
  list.addEventListener("pointerdown", ({ target, button }) => {
    const row = rowOf(target);
    if (row && button === 0) expectRow(row);
  });
}

function rowOf(target: EventTarget | null): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest<HTMLAnchorElement>("a.tool-row") : null;
}

function expectRow(row: HTMLAnchorElement): void {
  const item = readLink(row.hash);
  if (item?.kind === "tool") expectTool(item.id);
}
