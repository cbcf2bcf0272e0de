// Opens the apps of tools that other clients call, if the viewer wants that.

import { type Signal, signal } from "@preact/signals";
import type { VNode } from "preact";
import { isDialogOpen } from "../dom/dialogs";
import { drawn } from "../dom/drawn";
import { Name } from "../dom/name";
import { announce, byId } from "../dom/page";
import { QuietButton } from "../dom/quiet-button";
import type { Opening } from "../pane/opening";
import type { ItemId } from "../protocol/links";
import { settings } from "../settings";
import { displayName } from "../text/printable";
import { toolNamed } from "../tools/catalog";
import { declaredApp } from "../tools/declared-app";
import type { AgentCall } from "./agent-call";
import { followCalls, subscribeCalls } from "./agent-calls";
import { followers } from "./follower";
import { opensApps } from "./settings";
import { isPointedAt, settleView } from "./unasked-switch";

const NOTICE_MS = 10_000;
const EDITED = "textarea, select, iframe, [contenteditable], input:not([type=checkbox], [type=radio])";

/** A notice about the call of an agent: its app was opened, or can be opened. */
interface Notice {
  readonly call: AgentCall;
  readonly words: string;
  /** Opens the app; undefined if it is open. */
  readonly open: (() => void) | undefined;
}

/** Opens apps from now on. `onOpen` opens the view of a tool. */
export function startOpening(onOpen: (item: ItemId, opening: Opening) => void): void {
  if (!settings.traffic) return;
  const notice = signal<Notice | undefined>(undefined);
  byId("outage").after(drawn(<NoticeBar notice={notice} />));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const say = (said: Notice) => {
    clearTimeout(timer);
    notice.value = said;
    announce(`${said.call.client} called ${displayName(said.call.tool, 60)}${said.words}`);
    if (!said.open) timer = setTimeout(() => (notice.value = undefined), NOTICE_MS);
  };
  const open = (call: AgentCall) => {
    const openApp = () => {
      [...followers].find(({ tool }) => tool === call.tool)?.open(call);
    };
    onOpen({ kind: "tool", id: call.tool }, { onShown: openApp });
    say({ call, words: ": opened its app.", open: undefined });
  };
  subscribeCalls({
    onBegun: (call) => {
      if (!opensApps.peek() || !call.input || !hasClosedApp(call)) return;
      // Whoever is typing, or about to click, stays where they are.
      if (isDialogOpen() || document.activeElement?.matches(EDITED) || isPointedAt()) {
        say({ call, words: ", which has an app.", open: () => open(call) });
      } else {
        settleView();
        open(call);
      }
    },
  });
  if (opensApps.peek()) followCalls();
}

function NoticeBar({ notice }: { readonly notice: Signal<Notice | undefined> }): VNode {
  const said = notice.value;
  return (
    <section class="notice app-notice" aria-label="Apps of agents" hidden={!said}>
      {said && (
        <>
          <span>
            <Name text={said.call.client} />
            {" called "}
            <Name text={said.call.tool} limit={60} />
            {said.words}
          </span>
          {said.open && (
            <button type="button" class="small" onClick={said.open}>
              Open its app
            </button>
          )}
          <QuietButton label="Hide" onClick={() => (notice.value = undefined)} />
        </>
      )}
    </section>
  );
}

function hasClosedApp({ tool: name }: AgentCall): boolean {
  const tool = toolNamed(name);
  const app = tool && declaredApp(tool);
  if (!app || app.problem) return false;
  return ![...followers].some(({ uri, app: state }) => uri === app.uri && state.peek() === "open");
}
