// Tracks the pointer between the page and its frames, to know which app the user entered and to stop clicks that a
// frame misdirected.

import { isAppFrame } from "./app-frame";

// A click this soon after an element has moved under the pointer is not intended.
const SLIP_MS = 500;

interface Pointer {
  // The frame that the pointer entered.
  over: HTMLIFrameElement | undefined;
  // The last position on the screen.
  at: Pick<MouseEvent, "screenX" | "screenY"> | undefined;
  inFrame: boolean;
  // The time when scrolling moved the pointer from a frame to the page.
  slipped: number;
}

const pointer: Pointer = { over: undefined, at: undefined, inFrame: false, slipped: -Infinity };

export function isUnderPointer(frame: HTMLIFrameElement): boolean {
  return frame === pointer.over && frame.matches(":hover");
}

// A frame that moves under a resting pointer has not been entered. A frame can also scroll the page, and so bring a
// button of the page under a pointer that was over the app: browsers then send mouseover without mousemove.
function onPointer({ type, target, screenX, screenY }: MouseEvent): void {
  const { at, inFrame } = pointer;
  const hasMoved = at !== undefined && (at.screenX !== screenX || at.screenY !== screenY);
  pointer.at = { screenX, screenY };
  pointer.inFrame = isAppFrame(target);
  if (isAppFrame(target)) {
    if (hasMoved) pointer.over = target;
  } else {
    pointer.over = undefined;
    if (type === "mousemove") pointer.slipped = -Infinity;
    else if (inFrame) pointer.slipped = performance.now();
  }
}

function stopSlippedClick(event: MouseEvent): void {
  if (!event.isTrusted || event.detail === 0 || performance.now() - pointer.slipped > SLIP_MS) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

export function followPointer(): void {
  for (const type of ["mouseover", "mousemove"] as const) {
    addEventListener(type, onPointer, { capture: true, passive: true });
  }
  for (const type of ["click", "auxclick"] as const) addEventListener(type, stopSlippedClick, { capture: true });
}
