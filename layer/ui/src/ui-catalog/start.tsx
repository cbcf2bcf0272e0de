// The ways to the screen of the UIs, where the server adds UIs: a button, and the query `uis` of the address.

import type { VNode } from "preact";
import { drawn } from "../dom/drawn";
import { byId } from "../dom/page";
import { uiLink } from "../protocol/links";
import { settings } from "../settings";

export function startUiCatalog(): void {
  if (!settings.hasUis) return;
  byId("reload").after(drawn(<OpenButton />));
  const named = new URLSearchParams(location.search).get("uis");
  // Replaces the address, so that the browser's way back does not lead here again.
  if (named !== null && location.hash === "") location.replace(uiLink(...named.split("/")));
}

function OpenButton(): VNode {
  return (
    <button type="button" class="quiet" id="uis-open" title="UIs" onClick={() => void (location.hash = uiLink())}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d="M2.5 3h11v10h-11ZM2.5 6h11" />
      </svg>
      <span>UIs</span>
    </button>
  );
}
