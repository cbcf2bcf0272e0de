// Keeps the keyboard where the user put it. A frame can call `focus()` at any time, and what is typed then goes to the app. It is left
// to a frame only if the user went there: the pointer was moved over it, or Tab led into it. Otherwise it goes back.
const TAB_MS = 200;
// Browsers count a user as active for this long after a click, a touch or a key.
const ACTIVATION_MS = 5000;
const TOUCH_MS = 1000;
const FOCUS_CHECK_MS = 100;
// A frame that focuses its window and then a field in it has the keyboard twice, the second time unseen.
const RECHECKS_MS = [0, 5, 10, 20, 30, 45, 60, 80];
const DIALOG_GRACE_MS = 500;
const MOST_THEFTS = 3;
const THEFTS_MS = 10000;
const TOUCH_ONLY = matchMedia("(hover: none)");

const keyboard = { holder: undefined, own: undefined, timer: undefined };
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

// Takes the keyboard back from a frame that the user has not entered. Returns whether that was counted as a theft.
function checkFocus(counts = true) {
  const { activeElement: frame } = document;
  if (!isAppFrame(frame)) keyboard.holder = undefined;
  else if (frame === keyboard.holder && frame.checkVisibility()) return false;
  else if (frame === keyboard.holder || !wasEntered(frame)) return takeBack(frame, counts);
  else keyboard.holder = frame;
  return false;
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
function takeBack(frame, counts) {
  const mayBeClicked = frame.matches(":hover") && performance.now() - lastInput.key > ACTIVATION_MS;
  const isTheft = counts && frame !== keyboard.holder && !mayBeClicked;
  keyboard.holder = undefined;
  regainKeyboard();
  if (document.activeElement === frame) frame.blur();
  if (isTheft) noteTheft([...openApps].filter((run) => run.frame?.element === frame));
  return isTheft;
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

// The window loses the keyboard to another window, or to one of its frames, which Firefox names only a moment later. A frame may also
// take it without becoming the active element: which one cannot be told, so every app that is open answers for it.
function onWindowBlur() {
  const isTakenUnseen = () => openApps.size > 0 && document.hasFocus() && !isAppFrame(document.activeElement);
  let isCounted = isTakenUnseen();
  if (isCounted) noteTheft(openApps);
  const check = () => {
    isCounted = checkFocus(!isCounted) || isCounted;
    // An app that was stopped may have taken the focus along.
    if (isTakenUnseen() || (isCounted && !isAppFrame(document.activeElement))) regainKeyboard();
  };
  check();
  for (const delay of RECHECKS_MS) setTimeout(check, delay);
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

function onFocusIn({ target }) {
  if (isAppFrame(target)) return;
  // The Tab that led here leads nowhere else.
  keyboard.own = target;
  lastInput.tab = NEVER;
}

function startKeyboardGuard() {
  const early = { capture: true, passive: true };
  for (const type of ["keydown", "pointerdown", "pointerup", "touchend"]) addEventListener(type, onOwnInput, early);
  addEventListener("focusin", onFocusIn);
  addEventListener("blur", onWindowBlur);
}
