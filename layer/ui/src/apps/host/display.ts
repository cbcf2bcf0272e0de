import { Growth } from "../model/growth";
import type { HostedApp } from "../model/hosted-app";
import { printable } from "../../text/printable";

/** The display mode of an app, and its height in inline mode. */
export const DISPLAY_MODES: readonly string[] = ["inline", "fullscreen", "pip"];
// The greatest height that an app can ask for, in pixels. A greater one is cut to this, which a note says.
export const MAX_APP_HEIGHT = 4000;
// The least height that an app can ask for, in pixels. A smaller one is raised to this, which a note says.
const MIN_APP_HEIGHT = 40;
const SIZE_TOLERANCE = 4;
const ENDLESS =
  "The app asks for more height whenever it gets more, as one does whose height depends on 100vh. It gets no more.";

/** Sets the display mode and returns the resulting one. Inline mode is always allowed. */
export function setDisplayMode(app: HostedApp, mode: string): string {
  const listed = app.appCapabilities["availableDisplayModes"];
  if (mode !== "inline" && Array.isArray(listed) && !listed.includes(mode)) {
    app.note("refused", `The app does not list the display mode “${printable(mode, 40)}”.`);
    return app.mode;
  }
  if (!DISPLAY_MODES.includes(mode) || mode === app.mode || !app.frame) return app.mode;
  app.mode = mode;
  app.announce("change");
  applyHeight(app);
  // The dimensions are known once the views have been laid out.
  requestAnimationFrame(() => app.sendContext(["displayMode", "containerDimensions", "safeAreaInsets"]));
  return mode;
}

/** Applies the height that the app requests, unless it differs from the current one only by rounding. */
export function requestHeight(app: HostedApp, height: unknown): void {
  if (typeof height !== "number" || !Number.isFinite(height)) return;
  const allowed = Math.round(Math.min(MAX_APP_HEIGHT, Math.max(MIN_APP_HEIGHT, height)));
  if (Math.abs(allowed - app.height) <= SIZE_TOLERANCE) return;
  if (Math.abs(allowed - height) >= 1) {
    const limits = `${MIN_APP_HEIGHT} to ${MAX_APP_HEIGHT} pixels`;
    app.note("refused", `The app asked for a height beyond the limits of ${limits}.`);
  }
  app.growth ??= new Growth((height, followsFrame) => {
    if (followsFrame) app.note("warning", ENDLESS);
    setHeight(app, height);
  });
  if (app.growth.allows(allowed, app.height)) setHeight(app, allowed);
}

function setHeight(app: HostedApp, height: number): void {
  app.height = height;
  app.heightDue ??= requestAnimationFrame(() => {
    app.heightDue = undefined;
    applyHeight(app);
  });
}

export function applyHeight({ frame, mode, height }: HostedApp): void {
  if (!frame) return;
  const { style, offsetHeight, clientHeight } = frame.element;
  style.height = mode === "inline" && height > 0 ? `${height + offsetHeight - clientHeight}px` : "";
}
