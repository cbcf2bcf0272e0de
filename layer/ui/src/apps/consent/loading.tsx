import type { VNode } from "preact";
import { drawn } from "../../dom/drawn";
import { Name } from "../../dom/name";
import { asText } from "../../json/plain";
import type { HostedApp } from "../model/hosted-app";
import type { PolicyFinding } from "../model/policy";
import { MAX_ADDRESS_CHARS } from "../../text/address";
import { printable } from "../../text/printable";

// Consent to load an app. It lasts until the page is reloaded.
const approvedLoads = new Set<string>();

/**
 * Asks for consent if the app is a page of another site, or needs addresses on this machine or its network. Consent
 * applies to one document and these addresses. Returns whether the app has to wait for consent.
 */
export function askToLoad(app: HostedApp, url: string | undefined, warnings: readonly PolicyFinding[]): boolean {
  for (const { directive, value, reason } of warnings) {
    app.note("warning", `${directive}: ${value} is local: ${reason}`);
  }
  const key = JSON.stringify([url ?? app.html, warnings.map(({ directive, value }) => [directive, value])]);
  if ((!url && warnings.length === 0) || approvedLoads.has(key)) return false;
  const load = () => {
    approvedLoads.add(key);
    void app.reload();
  };
  app.mount.replaceChildren(drawn(<LoadOffer url={url} warnings={warnings} onLoad={load} />));
  app.setPhase("offered");
  return true;
}

interface LoadOfferProps {
  /** The address of an app that is a page of another site. */
  readonly url: string | undefined;
  readonly warnings: readonly PolicyFinding[];
  readonly onLoad: () => void;
}

function LoadOffer({ url, warnings, onLoad }: LoadOfferProps): VNode {
  return (
    <div class="app-offer">
      {url && (
        <p>
          {"This app is a page of another site: "}
          <code>
            <Name text={url} limit={MAX_ADDRESS_CHARS} />
          </code>
        </p>
      )}
      {warnings.length > 0 && (
        <>
          <p>The app wants to reach addresses on this machine or its network:</p>
          <ul class="app-notes">
            {warnings.map(({ directive, value, reason }, index) => (
              <li key={index}>
                <code>
                  <Name text={asText(value)} limit={300} />
                </code>
                <div class="hint">{printable(`${directive}: ${reason}`, 300)}</div>
              </li>
            ))}
          </ul>
        </>
      )}
      <button type="button" onClick={onLoad}>
        {url ? `Load from ${printable(new URL(url).host)}` : "Load anyway"}
      </button>
    </div>
  );
}
