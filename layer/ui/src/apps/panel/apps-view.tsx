import type { VNode } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { scrollToStart } from "../../dom/scroll";
import { printable } from "../../text/printable";
import type { AppsPanel, ShownApp } from "./apps-panel";
import { LimitNotice } from "./limit-notice";
import { AppPanel } from "./panel";

interface AppsProps {
  readonly apps: AppsPanel;
  /** Further controls, which stand in the head of the first app that is shown, or above an app to come. */
  readonly tools?: VNode | undefined;
}

/** The apps of a tool. */
export function Apps({ apps, tools }: AppsProps): VNode {
  const misfit = apps.misfit.value;
  const first = apps.shown.value.find(({ isHidden }) => !isHidden);
  return (
    <div class="apps">
      {!first && tools}
      {apps.isOffered.value && (
        <p>
          <button type="button" onClick={() => apps.open()}>
            Open the app
          </button>
        </p>
      )}
      {apps.shown.value.map((shown) => (
        <ShownAppView key={shown.key} shown={shown} tools={shown === first ? tools : undefined} />
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

interface ShownAppProps extends Pick<AppsProps, "tools"> {
  readonly shown: ShownApp;
}

// An app that opens outside of the visible part of the page is scrolled into view.
function ShownAppView({ shown: { run, isHidden }, tools }: ShownAppProps): VNode {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => scrollToStart(place.current!), []);
  return (
    <div ref={place} hidden={isHidden}>
      <AppPanel app={run} tools={tools} />
      <LimitNotice app={run} />
    </div>
  );
}
