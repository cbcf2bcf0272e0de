// Opens dialogs. While one is open, the style sheet hides every app (`.app-paused`), so that an app can neither cover the dialog, nor
// intercept a click meant for it, nor take the keyboard focus from it.
const ENABLE_MS = 500;

let dialogOpenedAt = -Infinity;

function openDialog(dialog) {
  dialogOpenedAt = performance.now();
  checkFocus();
  const frame = keyboardHolder();
  // Hiding the apps must not shrink the page and change its scroll position.
  for (const stage of document.querySelectorAll(".app-stage")) stage.style.minHeight = `${stage.offsetHeight}px`;
  frame?.blur();
  dialog.showModal();
  dialog.addEventListener("close", () => onDialogClosed(frame), { once: true });
}

function onDialogClosed(frame) {
  if (isDialogOpen()) return;
  for (const stage of document.querySelectorAll(".app-stage")) stage.style.minHeight = "";
  if (frame?.isConnected) focusFrame(frame);
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

// Enables buttons only while they are visible, and only after a short delay: a click meant for something else must not confirm a dialog
// that has just opened under the pointer. `isReady` can extend the delay; the returned function checks it again.
function enableWhenVisible(dialog, buttons, isReady = () => true) {
  let timer;
  let inSight = false;
  const enable = (enabled) => buttons.forEach((one) => (one.disabled = !enabled));
  const update = () => {
    clearTimeout(timer);
    enable(false);
    if (inSight && document.visibilityState === "visible" && isReady()) timer = setTimeout(() => enable(true), ENABLE_MS);
  };
  // Some browsers detect whether anything covers the buttons; others only whether they are scrolled into view.
  const watch = (entries) => {
    const { isIntersecting, isVisible } = entries.at(-1);
    inSight = isIntersecting && isVisible !== false;
    update();
  };
  const observer = new IntersectionObserver(watch, { threshold: 0.99, trackVisibility: true, delay: 100 });
  observer.observe(dialog.querySelector(".dialog-actions"));
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
