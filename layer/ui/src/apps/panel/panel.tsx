import type { ComponentChildren, VNode } from "preact";
import { useRef, useState } from "preact/hooks";
import { freshId } from "../../dom/attributes";
import { useKeyOf } from "../../dom/key-of";
import { Name } from "../../dom/name";
import { printable } from "../../text/printable";
import { AppInspector } from "../inspector/inspector";
import type { HostedApp } from "../model/hosted-app";
import { regionLabel } from "../model/region-label";
import { ModeButtons } from "./mode-buttons";
import { PermissionBoxes } from "./permissions";
import { AppStage } from "./stage";
import { AppState, AppStatus } from "./status";
import { AppSwitches, switchesTitle } from "./switches";

interface AppProps {
  readonly app: HostedApp;
}

interface PanelProps extends AppProps {
  /** Further controls in the head. */
  readonly tools?: ComponentChildren;
}

/** The panel of an app: its head, switches, status, stage and inspector. */
export function AppPanel({ app, tools }: PanelProps): VNode {
  // The parts hold state of their app.
  return <Panel key={useKeyOf(app)} app={app} tools={tools} />;
}

function Panel({ app, tools }: PanelProps): VNode {
  app.useChanges();
  const [id] = useState(freshId);
  const [isTrying, setTrying] = useState(false);
  const reload = useRef<HTMLButtonElement>(null);
  const leave = () => {
    reload.current?.focus();
    void app.close();
  };
  return (
    <section class="app-panel" aria-label={regionLabel(app, "App")}>
      <header class="app-head">
        <AppName app={app} />
        <AppState app={app} />
        {tools}
        <span class="field-actions">
          <ModeButtons app={app} />
          <button
            type="button"
            class="quiet small"
            aria-expanded={isTrying}
            aria-controls={id}
            onClick={() => setTrying(!isTrying)}
          >
            {switchesTitle(app)}
          </button>
          <button type="button" class="quiet small" ref={reload} onClick={() => void app.reload()}>
            Reload
          </button>
          <button type="button" class="quiet small" hidden={app.isOver} onClick={leave}>
            Close
          </button>
        </span>
      </header>
      <AppSwitches app={app} id={id} isShown={isTrying} />
      <PermissionBoxes app={app} />
      <AppStatus app={app} />
      <AppStage app={app} />
      <AppInspector app={app} />
    </section>
  );
}

// The name that the app gives itself, also while it is loaded again; its URI until it has given one.
function AppName({ app }: AppProps): VNode {
  app.useChanges();
  const last = useRef(app.appInfo);
  if (app.appInfo?.["name"]) last.current = app.appInfo;
  const { title, name, version = "" } = last.current ?? {};
  if (!name) {
    return (
      <h3>
        {"App "}
        <span class="mono hint">
          <Name text={app.uri} limit={100} />
        </span>
      </h3>
    );
  }
  return (
    <h3>
      <Name text={title ?? name} limit={100} /> <span class="hint">{printable(version, 40)}</span>
    </h3>
  );
}
