// Tracks the pointer between the page and its frames, to know which app the user entered and to stop clicks that a frame misdirected.
const NEVER = -Infinity;
// A click this soon after an element has moved under the pointer is not intended.
const SLIP_MS = 500;

// The frame that the pointer entered, its last position on the screen, and the time when scrolling moved it from a frame to the page.
const pointer = { over: undefined, at: undefined, inFrame: false, slipped: NEVER };

function isUnderPointer(frame) {
  return frame === pointer.over && frame.matches(":hover");
}

// A frame that moves under a resting pointer has not been entered. A frame can also scroll the page, and so bring a button of the page
// under a pointer that was over the app: browsers then send mouseover without mousemove.
function onPointer({ type, target, screenX, screenY }) {
  const { at, inFrame } = pointer;
  const hasMoved = at !== undefined && (at.screenX !== screenX || at.screenY !== screenY);
  Object.assign(pointer, { at: { screenX, screenY }, inFrame: isAppFrame(target) });
  if (pointer.inFrame) pointer.over = hasMoved ? target : pointer.over;
  else {
    pointer.over = undefined;
    if (type === "mousemove") pointer.slipped = NEVER;
    else if (inFrame) pointer.slipped = performance.now();
  }
}

function stopSlippedClick(event) {
  if (!event.isTrusted || event.detail === 0 || performance.now() - pointer.slipped > SLIP_MS) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

function followPointer() {
  for (const type of ["mouseover", "mousemove"]) addEventListener(type, onPointer, { capture: true, passive: true });
  for (const type of ["click", "auxclick"]) addEventListener(type, stopSlippedClick, { capture: true });
}
