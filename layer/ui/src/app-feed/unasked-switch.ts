// Keeps a click that was meant for one view from counting in the view that took its place.

import { byId } from "../dom/page";

const SETTLING_MS = 500;
const CONTROLS = "button, a, summary, label, input, select, textarea, [role=tab], iframe";

let ended: AbortController | undefined;

/** Returns whether the person is about to click something in the view. */
export function isPointedAt(): boolean {
  return [...byId("tool").querySelectorAll(CONTROLS)].some((control) => control.matches(":hover"));
}

/**
 * Must be called when the view changes without the person's doing. Until it has settled, nothing in it can be clicked
 * or run: a mouse must have moved, and a moment must have passed.
 */
export function settleView(): void {
  ended?.abort();
  const ending = new AbortController();
  ended = ending;
  const begin = performance.now();
  let hasMoved = false;
  // A browser also reports a pointer that rests, when what is below it has changed.
  const onMove = ({ movementX, movementY }: MouseEvent) => (hasMoved ||= movementX !== 0 || movementY !== 0);
  const onAct = (event: Event) => {
    const isByMouse = event instanceof MouseEvent && event.detail > 0 && !isByTouch(event);
    if (performance.now() - begin >= SETTLING_MS && (hasMoved || !isByMouse)) {
      ending.abort();
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const inView = (event: Event) => event.target instanceof Node && byId("tool").contains(event.target);
  const options = { capture: true, signal: ending.signal };
  addEventListener("mousemove", onMove, options);
  addEventListener("click", (event) => inView(event) && onAct(event), options);
  addEventListener("keydown", (event) => event.key === "Enter" && onAct(event), options);
}

// Not every browser says of a click what it was made with.
function isByTouch(event: MouseEvent): boolean {
  return event instanceof PointerEvent && ["touch", "pen"].includes(event.pointerType);
}
