import { button, element, nameNode } from "../../dom/element";
import { asText } from "../../json/plain";
import type { HostedApp } from "../model/hosted-app";
import type { PolicyFinding } from "../model/policy";
import { MAX_ADDRESS_CHARS } from "../../text/address";
import { printable } from "../../text/printable";

// Consent to load an app. It lasts until the page is reloaded.
const approvedLoads = new Set<string>();

// Asks for consent if the app is a page of another site, or needs addresses on this machine or its network. Consent
// applies to one document and these addresses. Returns whether the app has to wait for consent.
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
  const parts: Node[] = [];
  if (url) {
    const address = element("code", nameNode(url, MAX_ADDRESS_CHARS));
    parts.push(element("p", "This app is a page of another site: ", address));
  }
  if (warnings.length > 0) {
    parts.push(element("p", "The app wants to reach addresses on this machine or its network:"));
    parts.push(element("ul.app-notes", warnings.map(warningRow)));
  }
  parts.push(button(url ? `Load from ${printable(new URL(url).host)}` : "Load anyway", load));
  app.mount.replaceChildren(...parts);
  app.setPhase("offered");
  return true;
}

function warningRow({ directive, value, reason }: PolicyFinding): HTMLElement {
  const address = element("code", nameNode(asText(value), 300));
  return element("li", address, element("div.hint", printable(`${directive}: ${reason}`, 300)));
}
