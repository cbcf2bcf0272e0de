// Keeps the keyboard where the user put it. A frame can call `focus()` at any time, and what is typed then goes to the app. It is left
// to a frame only if the user went there: the pointer was moved over it, or Tab led into it. Otherwise it goes back.
const TAB_MS = 200;
// Browsers count a user as active for this long after a click, a touch or a key.
const ACTIVATION_MS = 5000;
const TOUCH_MS = 1000;
// Nobody means to click what has just come to be under the pointer.
const SLIP_MS = 500;
const FOCUS_CHECK_MS = 100;
// A frame that focuses its window and then a field in it has the keyboard twice, the second time unseen.
const RECHECKS_MS = [0, 5, 10, 20, 30, 45, 60, 80];
const DIALOG_GRACE_MS = 500;
const MOST_THEFTS = 3;
const THEFTS_MS = 10000;
const TOUCH_ONLY = matchMedia("(hover: none)");

const keyboard = { holder: undefined, own: undefined, timer: undefined };
// The frame that the pointer was moved into, where it was seen last, and when the page slipped under it from below a frame.
const NEVER = -Infinity;
const pointer = { over: undefined, at: undefined, inFrame: false, slipped: NEVER };
// When the user did something in this page itself.
const lastInput = { tab: NEVER, key: NEVER, pointer: NEVER };

function isAppFrame(node) {
  return node?.matches?.("iframe.app-frame") ?? false;
}

// The frame of an app that has the keyboard by the user's will.
function keyboardHolder() {
  return document.activeElement === keyboard.holder ? keyboard.holder : undefined;
}

function giveKeyboard(frame) {
  keyboard.holder = frame;
  frame.focus();
}

// Whether the user deals with this app, by the pointer or the keyboard.
function isInUse(run) {
  const frame = run.frame?.element;
  return Boolean(frame) && (frame === keyboardHolder() || isUnderPointer(frame));
}

function isUnderPointer(frame) {
  return frame === pointer.over && frame.matches(":hover");
}

function checkFocus() {
  const { activeElement: frame } = document;
  if (!isAppFrame(frame)) keyboard.holder = undefined;
  else if (frame === keyboard.holder && frame.checkVisibility()) return;
  else if (frame === keyboard.holder || !wasEntered(frame)) takeBack(frame);
  else keyboard.holder = frame;
}

function wasEntered(frame) {
  const now = performance.now();
  return frame.checkVisibility() && (isUnderPointer(frame) || now - lastInput.tab < TAB_MS || wasActivated(frame, now));
}

// A touch in a frame, and a click into one that came to be under the pointer, leave no trace here but the user's activation, which the
// page's own input gives as well.
function wasActivated(frame, now) {
  if (navigator.userActivation?.isActive !== true || now - lastInput.key < ACTIVATION_MS) return false;
  const elsewhere = now - lastInput.pointer;
  return TOUCH_ONLY.matches ? elsewhere > TOUCH_MS : frame.matches(":hover") && elsewhere > ACTIVATION_MS;
}

// Gives the keyboard back to where it was. A frame that has been hidden has not taken it, and one that came to be under the pointer may
// have been clicked.
function takeBack(frame) {
  const mayBeClicked = frame.matches(":hover") && performance.now() - lastInput.key > ACTIVATION_MS;
  const isTheft = frame !== keyboard.holder && !mayBeClicked;
  keyboard.holder = undefined;
  regainKeyboard();
  if (document.activeElement === frame) frame.blur();
  if (isTheft) noteTheft([...openApps].filter((run) => run.frame?.element === frame));
}

function regainKeyboard() {
  window.focus();
  const { own } = keyboard;
  if (document.activeElement !== own && own?.isConnected) own.focus({ preventScroll: true });
}

// In a dialog, where tokens are typed, the first theft is one too many. The click that made the app ask may still be on its way.
function noteTheft(runs) {
  const now = performance.now();
  if (isDialogOpen() && now - dialogOpened < DIALOG_GRACE_MS) return;
  const most = isDialogOpen() ? 1 : MOST_THEFTS;
  for (const run of runs) {
    run.thefts = [...run.thefts.filter((at) => now - at < THEFTS_MS), now];
    run.note("refused", "The app took the keyboard although the user was elsewhere; it was given back.");
    if (run.thefts.length >= most) run.end("failed", "The app was stopped: it took the keyboard although the user was elsewhere.");
  }
}

// The window loses the keyboard to another window, or to one of its frames. A frame may take it without becoming the active element:
// which one cannot be told, so every app that is open answers for it.
function onWindowBlur() {
  checkFocus();
  const isTaken = () => openApps.size > 0 && document.hasFocus() && !isAppFrame(document.activeElement);
  if (isTaken()) noteTheft(openApps);
  const recheck = () => {
    const { activeElement } = document;
    if (isAppFrame(activeElement) && activeElement !== keyboard.holder && !wasEntered(activeElement)) regainKeyboard();
    else if (isTaken()) window.focus();
  };
  for (const delay of RECHECKS_MS) setTimeout(recheck, delay);
}

// Focus that moves from one frame to another raises no event here.
function guardKeyboard() {
  keyboard.timer ??= setInterval(() => {
    if (openApps.size > 0) return checkFocus();
    clearInterval(keyboard.timer);
    keyboard.timer = undefined;
    return undefined;
  }, FOCUS_CHECK_MS);
}

function onOwnInput({ type, key }) {
  const now = performance.now();
  lastInput[type === "keydown" ? "key" : "pointer"] = now;
  if (key === "Tab") lastInput.tab = now;
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

function onClick(event) {
  if (!event.isTrusted || event.detail === 0 || performance.now() - pointer.slipped > SLIP_MS) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

function onFocusIn({ target }) {
  if (isAppFrame(target)) return;
  // The Tab that led here leads nowhere else.
  keyboard.own = target;
  lastInput.tab = NEVER;
}

function startKeyboardGuard() {
  const early = { capture: true, passive: true };
  for (const type of ["keydown", "pointerdown", "pointerup", "touchend"]) addEventListener(type, onOwnInput, early);
  for (const type of ["mouseover", "mousemove"]) addEventListener(type, onPointer, early);
  for (const type of ["click", "auxclick"]) addEventListener(type, onClick, { capture: true });
  addEventListener("focusin", onFocusIn);
  addEventListener("blur", onWindowBlur);
}
