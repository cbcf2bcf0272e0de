// How an app is shown: its mode, and in its place its height.
const DISPLAY_MODES = ["inline", "fullscreen", "pip"];
const LOWEST_APP = 40;
const SIZE_TOLERANCE = 4;

// The mode that is in force afterwards. The way back into the page is always open.
function setDisplayMode(run, mode) {
  const listed = run.appCapabilities.availableDisplayModes;
  if (mode !== "inline" && Array.isArray(listed) && !listed.includes(mode)) {
    run.note("refused", `The app's own list of display modes lacks “${spelled(mode, 40)}”.`);
    return run.mode;
  }
  if (!DISPLAY_MODES.includes(mode) || mode === run.mode || !run.frame) return run.mode;
  run.mode = mode;
  run.announce("change");
  applyHeight(run);
  // The room there is can be told once the views have made it.
  requestAnimationFrame(() => run.tellContext(["displayMode", "containerDimensions"]));
  return mode;
}

// The height the app asks for. What it asks for is often but a rounding away from what it has.
function wishHeight(run, height) {
  if (!Number.isFinite(height)) return;
  const wished = Math.round(Math.min(TALLEST_APP, Math.max(LOWEST_APP, height)));
  if (Math.abs(wished - run.height) <= SIZE_TOLERANCE) return;
  if (Math.abs(wished - height) >= 1) run.note("refused", `The app asked for a height beyond what is given, which is ${LOWEST_APP} to ${TALLEST_APP} pixels.`);
  run.height = wished;
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
