import type { VNode } from "preact";
import type { HostedApp } from "../model/hosted-app";

const MODE_WORDS = { fullscreen: "Full screen", pip: "Picture in picture" };

/** Buttons for the display modes in which an app leaves its place. */
export function ModeButtons({ app }: { readonly app: HostedApp }): VNode {
  app.useChanges();
  const listed = app.appCapabilities["availableDisplayModes"];
  return (
    <>
      {Object.entries(MODE_WORDS).map(([mode, label]) => {
        const isDisabled = Array.isArray(listed) && !listed.includes(mode);
        return (
          <button
            key={mode}
            type="button"
            class="quiet small"
            data-mode={mode}
            aria-pressed={mode === app.mode}
            disabled={isDisabled}
            title={isDisabled ? "The app does not list this display mode" : ""}
            hidden={app.isOver || !app.frame}
            onClick={() => app.try("displayMode", app.mode === mode ? "inline" : mode)}
          >
            {label}
          </button>
        );
      })}
    </>
  );
}
