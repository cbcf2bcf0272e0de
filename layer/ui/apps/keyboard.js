// Keeps the keyboard where the user put it. A frame can call `focus()` at any time, and what is typed then goes to the app. It is left
// to a frame only if the user went there: the pointer is over it, or Tab was pressed just before. Otherwise it goes back.
const TAB_MS = 200;
const TOUCH_MS = 1000;
const FOCUS_CHECK_MS = 100;
const MOST_THEFTS = 3;
const THEFTS_MS = 10000;
const TOUCH = matchMedia("(any-pointer: coarse)");

const keyboard = { holder: undefined, own: undefined, tabbed: -Infinity, used: -Infinity, timer: undefined };

// The frame of an app that has the keyboard by the user's will.
function keyboardHolder() {
  const { activeElement } = document;
  return activeElement === keyboard.holder ? keyboard.holder : undefined;
}

function giveKeyboard(frame) {
  keyboard.holder = frame;
  frame.focus();
}

// Whether the user deals with this app, by the pointer or the keyboard.
function isInUse(run) {
  const frame = run.frame?.element;
  return Boolean(frame) && (frame === keyboardHolder() || frame.matches(":hover"));
}

function checkFocus() {
  const { activeElement: frame } = document;
  if (!frame?.matches("iframe.app-frame")) keyboard.holder = undefined;
  else if (frame === keyboard.holder) return;
  else if (wasEntered(frame)) keyboard.holder = frame;
  else takeBack(frame);
}

function wasEntered(frame) {
  const now = performance.now();
  return frame.matches(":hover") || now - keyboard.tabbed < TAB_MS || wasTouched(now);
}

// A finger leaves no trace here but the user's activation, which this page's own input gives as well.
function wasTouched(now) {
  return TOUCH.matches && navigator.userActivation?.isActive === true && now - keyboard.used > TOUCH_MS;
}

function takeBack(frame) {
  const { own } = keyboard;
  if (own?.isConnected) own.focus({ preventScroll: true });
  if (document.activeElement === frame) frame.blur();
  window.focus();
  const run = [...openApps].find((one) => one.frame?.element === frame);
  if (!run) return;
  const now = performance.now();
  run.thefts = [...run.thefts.filter((at) => now - at < THEFTS_MS), now];
  run.note("refused", "The app took the keyboard although the user was elsewhere; it was given back.");
  const stopped = "The app took the keyboard again and again although the user was elsewhere, and was stopped.";
  if (run.thefts.length >= MOST_THEFTS) run.end("failed", stopped);
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

function startKeyboardGuard() {
  const onInput = ({ type, key }) => {
    keyboard.used = performance.now();
    if (type === "keydown" && key === "Tab") keyboard.tabbed = keyboard.used;
  };
  for (const type of ["keydown", "pointerdown", "pointerup", "touchend"]) addEventListener(type, onInput, { capture: true, passive: true });
  addEventListener("focusin", ({ target }) => {
    if (!target.matches("iframe.app-frame")) keyboard.own = target;
  });
  addEventListener("blur", checkFocus);
}
