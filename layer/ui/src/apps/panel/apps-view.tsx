import type { VNode } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { printable } from "../../text/printable";
import type { AppsPanel, ShownApp } from "./apps-panel";
import { LimitNotice } from "./limit-notice";
import { AppPanel } from "./panel";

/** The apps of a tool. */
export function Apps({ apps }: { readonly apps: AppsPanel }): VNode {
  const misfit = apps.misfit.value;
  return (
    <div class="apps">
      {apps.isOffered.value && (
        <p>
          <button type="button" onClick={() => apps.open()}>
            Open the app
          </button>
        </p>
      )}
      {apps.shown.value.map((shown) => (
        <ShownAppView key={shown.key} shown={shown} />
      ))}
      {misfit && (
        <p class="no-ui" role="alert">
          <strong>No UI:</strong>
          {` ${printable(misfit, 500)}.`}
        </p>
      )}
    </div>
  );
}

// An app that opens below the visible part of the page is scrolled into view.
function ShownAppView({ shown: { run, isHidden } }: { readonly shown: ShownApp }): VNode {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { top } = place.current!.getBoundingClientRect();
    if (top > innerHeight * 0.7) place.current!.scrollIntoView({ block: "start" });
  }, []);
  return (
    <div ref={place} hidden={isHidden}>
      <AppPanel app={run} />
      <LimitNotice app={run} />
    </div>
  );
}
