// The display mode of an app, and its height in inline mode.
const DISPLAY_MODES = ["inline", "fullscreen", "pip"];
const MIN_APP_HEIGHT = 40;
const SIZE_TOLERANCE = 4;

// Sets the display mode and returns the resulting one. Inline mode is always allowed.
function setDisplayMode(run, mode) {
  const listed = run.appCapabilities.availableDisplayModes;
  if (mode !== "inline" && Array.isArray(listed) && !listed.includes(mode)) {
    run.note("refused", `The app does not list the display mode “${printable(mode, 40)}”.`);
    return run.mode;
  }
  if (!DISPLAY_MODES.includes(mode) || mode === run.mode || !run.frame) return run.mode;
  run.mode = mode;
  run.announce("change");
  applyHeight(run);
  // The dimensions are known once the views have been laid out.
  requestAnimationFrame(() => run.sendContext(["displayMode", "containerDimensions"]));
  return mode;
}

// Applies the height that the app requests, unless it differs from the current one only by rounding.
function requestHeight(run, height) {
  if (!Number.isFinite(height)) return;
  const allowed = Math.round(Math.min(MAX_APP_HEIGHT, Math.max(MIN_APP_HEIGHT, height)));
  if (Math.abs(allowed - run.height) <= SIZE_TOLERANCE) return;
  if (Math.abs(allowed - height) >= 1) run.note("refused", `The app asked for a height beyond the limits of ${MIN_APP_HEIGHT} to ${MAX_APP_HEIGHT} pixels.`);
  run.height = allowed;
  run.heightDue ??= requestAnimationFrame(() => {
    run.heightDue = undefined;
    applyHeight(run);
  });
}

function applyHeight({ frame, mode, height }) {
  if (!frame) return;
  const { style, offsetHeight, clientHeight } = frame.element;
  style.height = mode === "inline" && height > 0 ? `${height + offsetHeight - clientHeight}px` : "";
}
