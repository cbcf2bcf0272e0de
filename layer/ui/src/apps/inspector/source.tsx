import type { VNode } from "preact";
import { CopyButton } from "../../dom/copy";
import { formatSize } from "../../text/units";
import { TextViewer } from "../../viewer/text-viewer";
import type { HostedApp } from "../model/hosted-app";
import { regionLabel } from "../model/region-label";
import { useKeyOf } from "../../dom/key-of";

/** The document of an app, with its size and its SHA-256. */
export function AppSource({ app }: { readonly app: HostedApp }): VNode {
  app.useChanges();
  const { html, sha256 } = app;
  const key = useKeyOf(html);
  if (html === undefined) return <p class="hint">There is no document yet.</p>;
  return (
    <div class="app-part" key={key}>
      <p class="hint">
        {`${formatSize(new Blob([html]).size)} · SHA-256 `}
        {sha256 ? (
          <>
            <code>{sha256}</code>
            <CopyButton text={() => sha256} label="Copy SHA-256" />
          </>
        ) : (
          "needs HTTPS or localhost"
        )}
      </p>
      <TextViewer text={html} label={regionLabel(app, "Document")} filename="app.html" />
    </div>
  );
}
