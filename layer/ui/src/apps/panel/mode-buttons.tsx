import { button } from "../../dom/element";
import type { HostedApp } from "../model/hosted-app";

// Buttons for the display modes in which an app leaves its place.
const MODE_WORDS = { fullscreen: "Full screen", pip: "Picture in picture" };

interface ModeButtons {
  readonly buttons: readonly HTMLButtonElement[];
  draw(): void;
}

export function modeButtons(app: HostedApp): ModeButtons {
  const modes = Object.entries(MODE_WORDS).map(([mode, label]) => {
    const toggle = () => app.try("displayMode", app.mode === mode ? "inline" : mode);
    return { mode, trigger: button(label, toggle, "quiet small", { "data-mode": mode, "aria-pressed": false }) };
  });
  const draw = () => {
    const listed = app.appCapabilities["availableDisplayModes"];
    for (const { mode, trigger } of modes) {
      trigger.setAttribute("aria-pressed", String(mode === app.mode));
      trigger.disabled = Array.isArray(listed) && !listed.includes(mode);
      trigger.title = trigger.disabled ? "The app does not list this display mode" : "";
      trigger.hidden = app.isOver || !app.frame;
    }
  };
  return { buttons: modes.map(({ trigger }) => trigger), draw };
}
