// Follows the pointer between the page and its frames: which app the user has moved it into, and clicks that a frame has led astray.
const NEVER = -Infinity;
// Nobody means to click what has just come to be under the pointer.
const SLIP_MS = 500;

// The frame that the pointer was moved into, its last place on the screen, and when the page slipped under it from below a frame.
const pointer = { over: undefined, at: undefined, inFrame: false, slipped: NEVER };

function isUnderPointer(frame) {
  return frame === pointer.over && frame.matches(":hover");
}

// A frame that is moved under a pointer at rest has not been entered. A frame can also scroll the page, and so bring a button of the
// page under a pointer that was over the app: browsers tell then what the pointer is over, but not that it moves.
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
