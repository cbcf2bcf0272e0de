// Opens dialogs. While one is open, the style sheet hides every app (`.app-paused`), so that an app can neither cover
// the dialog, nor intercept a click meant for it, nor take the keyboard focus from it.

import type { VNode } from "preact";
import { drawn, undrawn } from "./drawn";

const ENABLE_MS = 500;

let openedAt = -Infinity;

// Prepares the page for a dialog that is about to open. Returns the function to call once no dialog is open.
type Preparation = () => () => void;

const preparations: Preparation[] = [];

export function beforeDialogs(prepare: Preparation): void {
  preparations.push(prepare);
}

/** Draws a dialog and opens it. It goes when it is closed. */
export function openDrawn(view: VNode, onClosed?: () => void): HTMLDialogElement {
  const dialog = drawn(view) as HTMLDialogElement;
  dialog.addEventListener("close", () => {
    onClosed?.();
    undrawn(dialog);
  });
  document.body.append(dialog);
  openDialog(dialog);
  return dialog;
}

export function openDialog(dialog: HTMLDialogElement): void {
  openedAt = performance.now();
  const restorations = preparations.map((prepare) => prepare());
  dialog.showModal();
  const onClosed = () => {
    if (!isDialogOpen()) for (const restore of restorations) restore();
  };
  dialog.addEventListener("close", onClosed, { once: true });
}

export function sinceDialogOpened(): number {
  return performance.now() - openedAt;
}

function currentDialog(): Element | null {
  return document.querySelector("dialog[open]");
}

export function isDialogOpen(): boolean {
  return currentDialog() !== null;
}

/** Resolves once no dialog is open. */
export async function dialogsClosed(): Promise<void> {
  for (let dialog = currentDialog(); dialog; dialog = currentDialog()) {
    const open = dialog;
    await new Promise((resolve) => open.addEventListener("close", resolve, { once: true }));
  }
}

/**
 * Enables buttons only while they are visible, and only after a short delay: a click meant for something else must not
 * confirm a dialog that has just opened under the pointer. `isReady` can extend the delay; the returned function checks
 * it again.
 */
export function enableWhenVisible(
  dialog: HTMLDialogElement,
  buttons: readonly HTMLButtonElement[],
  isReady: () => boolean = () => true,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let inSight = false;
  const enable = (enabled: boolean) => buttons.forEach((one) => (one.disabled = !enabled));
  const update = () => {
    clearTimeout(timer);
    enable(false);
    if (inSight && document.visibilityState === "visible" && isReady())
      timer = setTimeout(() => enable(true), ENABLE_MS);
  };
  // Some browsers detect whether anything covers the buttons; others only whether they are scrolled into view.
  const watch = (entries: readonly VisibilityEntry[]) => {
    const last = entries.at(-1);
    inSight = last !== undefined && last.isIntersecting && last.isVisible !== false;
    update();
  };
  const observer = new IntersectionObserver(watch, VISIBLE_TO_USER);
  const actions = dialog.querySelector(".dialog-actions");
  if (actions) observer.observe(actions);
  document.addEventListener("visibilitychange", update);
  dialog.addEventListener(
    "close",
    () => {
      clearTimeout(timer);
      observer.disconnect();
      document.removeEventListener("visibilitychange", update);
    },
    { once: true },
  );
  enable(false);
  return update;
}

// The second version of the Intersection Observer API, which not every browser has.
interface VisibilityEntry extends IntersectionObserverEntry {
  readonly isVisible?: boolean;
}

const VISIBLE_TO_USER: IntersectionObserverInit & { trackVisibility: boolean; delay: number } = {
  threshold: 0.99,
  trackVisibility: true,
  delay: 100,
};
