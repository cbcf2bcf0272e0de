import { copyButton } from "../../dom/copy";
import { element } from "../../dom/element";
import type { HostedApp } from "../model/hosted-app";
import { regionLabel } from "../model/region-label";
import { formatSize } from "../../text/units";
import { textViewer } from "../../viewer/text-viewer";

// The document of an app, with its size and its SHA-256.
export function appSourceView(app: HostedApp): HTMLElement {
  const { html, sha256 } = app;
  if (html === undefined) return element("p.hint", "There is no document yet.");
  const copy = (hash: string) => copyButton(() => hash, "Copy SHA-256");
  const hash = sha256 ? [element("code", sha256), copy(sha256)] : "needs HTTPS or localhost";
  const facts = element("p.hint", `${formatSize(new Blob([html]).size)} · SHA-256 `, hash);
  return element(
    "div.app-part",
    facts,
    textViewer(html, { label: regionLabel(app, "Document"), filename: "app.html" }),
  );
}
