import type { VNode } from "preact";
import { STATE_WORDS, startedApps } from "../apps/model/running-apps";
import type { HostedApp } from "../apps/model/hosted-app";
import { toolLink } from "../protocol/links";
import { displayName } from "../text/printable";
import { OpensApps } from "./opens-apps";

/** The apps that run in this page: their names, tools, states, and who has opened them. */
export function RunningApps(): VNode | null {
  const apps = startedApps.value;
  // The only app, opened by the viewer, needs no list.
  if (apps.length === 1 && !apps[0]!.openedBy) return null;
  return (
    <details class="running-apps">
      <summary>{`Running apps (${apps.filter(({ isOver }) => !isOver).length})`}</summary>
      <div>
        <ul aria-label="Running apps">
          {apps.map((app, index) => (
            <AppRow key={index} app={app} />
          ))}
        </ul>
        <OpensApps />
      </div>
    </details>
  );
}

function AppRow({ app }: { readonly app: HostedApp }): VNode {
  const { title, name } = app.appInfo ?? {};
  return (
    <li>
      <bdi>{displayName(title ?? name ?? app.uri, 80)}</bdi>
      {" · "}
      <a href={toolLink(app.tool.name)}>
        <bdi>{displayName(app.tool.name, 80)}</bdi>
      </a>
      {" · opened by "}
      <bdi>{app.openedBy ?? "you"}</bdi>
      {" · "}
      {STATE_WORDS[app.phase]}{" "}
      {!app.isOver && (
        <button type="button" class="quiet small" onClick={() => void app.close()}>
          Stop
        </button>
      )}
    </li>
  );
}
