// Protects the keyboard focus. A frame can call `focus()` at any time and would then receive what the user types. A
// frame may keep the focus only if the user entered it with the pointer or with Tab; otherwise the focus is restored.

import { beforeDialogs, isDialogOpen, sinceDialogOpened } from "../../dom/dialogs";
import { type OpenFrame, openFrames } from "../model/open-frames";
import { isUnderPointer } from "./pointer";
import { isAppFrame } from "./app-frame";

const TAB_MS = 200;
// Browsers keep the user activation for this long after a click, a touch or a key.
const ACTIVATION_MS = 5000;
const TOUCH_MS = 1000;
const FOCUS_CHECK_MS = 100;
// The delays of further checks: a frame that focuses its window and then one of its fields takes the focus twice, and
// the second time this page gets no event.
const RECHECKS_MS = [0, 5, 10, 20, 30, 45, 60, 80];
const DIALOG_GRACE_MS = 500;
// The thefts of the keyboard focus within `THEFTS_MS` at which an app is stopped. While a dialog is open, the first one is enough.
const MAX_THEFTS = 3;
// The time within which thefts of the focus add up, in ms. Older ones are forgotten.
const THEFTS_MS = 10000;
const TOUCH_ONLY = matchMedia("(hover: none)");

interface Keyboard {
  // The frame that the user has entered.
  holder: HTMLIFrameElement | undefined;
  // The last element of the page that had the focus.
  lastFocused: HTMLElement | undefined;
  timer: ReturnType<typeof setInterval> | undefined;
}

const keyboard: Keyboard = { holder: undefined, lastFocused: undefined, timer: undefined };
// The times of the user's last input in the page itself.
const lastInput = { tab: -Infinity, key: -Infinity, pointer: -Infinity };

// The app frame that the user has entered and that has the keyboard focus.
function keyboardHolder(): HTMLIFrameElement | undefined {
  return document.activeElement === keyboard.holder ? keyboard.holder : undefined;
}

function focusFrame(frame: HTMLIFrameElement): void {
  keyboard.holder = frame;
  frame.focus();
}

/** Returns whether the user is interacting with this app by pointer or keyboard. */
export function isInUse({ frame }: OpenFrame): boolean {
  return frame !== undefined && (frame.element === keyboardHolder() || isUnderPointer(frame.element));
}

/** Takes the focus back from a frame that the user has not entered. Returns whether that was counted as a theft. */
export function checkFocus(counts = true): boolean {
  const { activeElement: frame } = document;
  if (!isAppFrame(frame)) keyboard.holder = undefined;
  else if (frame === keyboard.holder && frame.checkVisibility()) return false;
  else if (frame === keyboard.holder || !wasEntered(frame)) return reclaimKeyboard(frame, counts);
  else keyboard.holder = frame;
  return false;
}

function wasEntered(frame: HTMLIFrameElement): boolean {
  const now = performance.now();
  return frame.checkVisibility() && (isUnderPointer(frame) || now - lastInput.tab < TAB_MS || wasActivated(frame, now));
}

// This page does not see a touch in a frame, or a click in a frame that moved under the pointer. It sees only the user
// activation, which input in the page causes as well.
function wasActivated(frame: HTMLIFrameElement, now: number): boolean {
  if (!isActivated() || now - lastInput.key < ACTIVATION_MS) return false;
  const sincePointer = now - lastInput.pointer;
  return TOUCH_ONLY.matches ? sincePointer > TOUCH_MS : frame.matches(":hover") && sincePointer > ACTIVATION_MS;
}

// Some browsers do not have `navigator.userActivation`.
function isActivated(): boolean {
  const { userActivation } = navigator as { userActivation?: UserActivation };
  return userActivation?.isActive === true;
}

// Restores the previous focus. Returns whether the frame's focus counts as a theft. It does not if the user had entered
// the frame and the frame was then hidden, or if the frame moved under the pointer and may have been clicked.
function reclaimKeyboard(frame: HTMLIFrameElement, counts: boolean): boolean {
  const mayBeClicked = frame.matches(":hover") && performance.now() - lastInput.key > ACTIVATION_MS;
  const isTheft = counts && frame !== keyboard.holder && !mayBeClicked;
  keyboard.holder = undefined;
  restoreFocus();
  if (document.activeElement === frame) frame.blur();
  if (isTheft) noteTheft([...openFrames].filter((open) => open.frame?.element === frame));
  return isTheft;
}

function restoreFocus(): void {
  window.focus();
  const { lastFocused } = keyboard;
  if (document.activeElement !== lastFocused && lastFocused?.isConnected) lastFocused.focus({ preventScroll: true });
}

// In a dialog, where tokens are typed, no theft is tolerated, except while the click that opened the dialog may still
// arrive.
function noteTheft(frames: Iterable<OpenFrame>): void {
  if (isDialogOpen() && sinceDialogOpened() < DIALOG_GRACE_MS) return;
  const now = performance.now();
  const limit = isDialogOpen() ? 1 : MAX_THEFTS;
  for (const open of frames) {
    open.thefts = [...open.thefts.filter((at) => now - at < THEFTS_MS), now];
    open.note(
      "refused",
      `The ${open.kind} took the keyboard focus although the user had not entered it; the focus was restored.`,
    );
    if (open.thefts.length >= limit) {
      const reason = "it took the keyboard focus although the user had not entered it.";
      open.end("failed", `The ${open.kind} was stopped: ${reason}`);
    }
  }
}

// The window lost the focus to another window or to a frame, which Firefox reports only a moment later. A frame can
// also take the focus without becoming the active element. That frame cannot be identified, so the theft counts against
// every open frame.
function onWindowBlur(): void {
  const hasHiddenTheft = () => openFrames.size > 0 && document.hasFocus() && !isAppFrame(document.activeElement);
  let isCounted = hasHiddenTheft();
  if (isCounted) noteTheft(openFrames);
  const check = () => {
    isCounted = checkFocus(!isCounted) || isCounted;
    // Removing a stopped app may have removed the focused frame.
    if (hasHiddenTheft() || (isCounted && !isAppFrame(document.activeElement))) restoreFocus();
  };
  check();
  for (const delay of RECHECKS_MS) setTimeout(check, delay);
}

/** Polls while frames are open, because a focus change from one frame to another raises no event here. */
export function guardKeyboard(): void {
  keyboard.timer ??= setInterval(() => {
    if (openFrames.size > 0) return void checkFocus();
    clearInterval(keyboard.timer);
    keyboard.timer = undefined;
  }, FOCUS_CHECK_MS);
}

function onPageInput({ type, key }: { readonly type: string; readonly key?: string }): void {
  const now = performance.now();
  lastInput[type === "keydown" ? "key" : "pointer"] = now;
  if (key === "Tab") lastInput.tab = now;
}

function onFocusIn({ target }: FocusEvent): void {
  if (isAppFrame(target)) return;
  // This Tab has moved the focus within the page, so it cannot be the one that enters a frame.
  keyboard.lastFocused = target instanceof HTMLElement ? target : undefined;
  lastInput.tab = -Infinity;
}

// Prepares the page for a dialog: takes the focus from the app that has it, and returns a function that gives it back.
// The stages keep their height, because hiding the apps must neither shrink the page nor scroll it.
function yieldToDialog(): () => void {
  checkFocus();
  const frame = keyboardHolder();
  const stages = () => document.querySelectorAll<HTMLElement>(".app-stage");
  for (const stage of stages()) stage.style.minHeight = `${stage.offsetHeight}px`;
  frame?.blur();
  return () => {
    for (const stage of stages()) stage.style.minHeight = "";
    if (frame?.isConnected) focusFrame(frame);
  };
}

export function startKeyboardGuard(): void {
  const early = { capture: true, passive: true };
  for (const type of ["keydown", "pointerdown", "pointerup", "touchend"] as const) {
    addEventListener(type, onPageInput, early);
  }
  addEventListener("focusin", onFocusIn);
  addEventListener("blur", onWindowBlur);
  beforeDialogs(yieldToDialog);
}
