// Opens dialogs. While one is open, every app is hidden by the style sheet (`.app-paused`): an app that is not displayed can neither
// cover the dialog, nor take a click that is meant for it, nor take the keyboard from it.
const WAKE_MS = 500;

let dialogOpened = -Infinity;

function openDialog(dialog) {
  dialogOpened = performance.now();
  checkFocus();
  const frame = keyboardHolder();
  // The page must not shrink below the dialog, and lose its place.
  for (const stage of document.querySelectorAll(".app-stage")) stage.style.minHeight = `${stage.offsetHeight}px`;
  frame?.blur();
  dialog.showModal();
  dialog.addEventListener("close", () => onDialogClosed(frame), { once: true });
}

function onDialogClosed(frame) {
  if (isDialogOpen()) return;
  for (const stage of document.querySelectorAll(".app-stage")) stage.style.minHeight = "";
  if (frame?.isConnected) giveKeyboard(frame);
}

function isDialogOpen() {
  return document.querySelector("dialog[open]") !== null;
}

// Resolves once no dialog is open.
async function dialogsClosed() {
  for (;;) {
    const dialog = document.querySelector("dialog[open]");
    if (!dialog) return;
    await new Promise((resolve) => dialog.addEventListener("close", resolve, { once: true }));
  }
}

// Keeps buttons disabled until they have been in sight for a moment, and whenever they are not: what the user was about to click must
// not answer a question that came up under the pointer. `isReady` can hold them back for longer; gives a function that asks it again.
function wakeWhenSeen(dialog, buttons, isReady = () => true) {
  let timer;
  let inSight = false;
  const enable = (awake) => buttons.forEach((one) => (one.disabled = !awake));
  const update = () => {
    clearTimeout(timer);
    enable(false);
    if (inSight && document.visibilityState === "visible" && isReady()) timer = setTimeout(() => enable(true), WAKE_MS);
  };
  const place = dialog.querySelector(".dialog-actions");
  // Some browsers can tell whether anything covers the place; others tell whether it is scrolled into view.
  const watch = (entries) => {
    const { isIntersecting, isVisible } = entries.at(-1);
    inSight = isIntersecting && isVisible !== false;
    update();
  };
  const observer = new IntersectionObserver(watch, { threshold: 0.99, trackVisibility: true, delay: 100 });
  observer.observe(place);
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
