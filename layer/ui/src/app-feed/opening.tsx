// Opens the apps of tools that other clients call, if the viewer wants that.

import { button, element, nameNode } from "../dom/element";
import { isDialogOpen } from "../dom/dialogs";
import { announce, byId } from "../dom/page";
import type { Opening } from "../history/opening";
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

// `onOpen` opens the view of a tool.
export function startOpening(onOpen: (item: ItemId, opening: Opening) => void): void {
  if (!settings.traffic) return;
  const bar = element("section.notice", { "aria-label": "Apps of agents", hidden: true });
  byId("outage").after(bar);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const notice = (call: AgentCall, words: string, ...actions: HTMLElement[]) => {
    clearTimeout(timer);
    const hide = button("Hide", () => (bar.hidden = true), "quiet small");
    const text = element("span", nameNode(call.client), " called ", nameNode(call.tool, 60), words);
    bar.replaceChildren(text, ...actions, hide);
    bar.hidden = false;
    announce(`${call.client} called ${displayName(call.tool, 60)}${words}`);
    if (actions.length === 0) timer = setTimeout(() => (bar.hidden = true), NOTICE_MS);
  };
  const open = (call: AgentCall) => {
    onOpen(
      { kind: "tool", id: call.tool },
      {
        onShown: () => {
          followers.find(({ tool }) => tool === call.tool)?.open(call);
        },
      },
    );
    notice(call, ": opened its app.");
  };
  subscribeCalls({
    onBegun: (call) => {
      if (!opensApps.peek() || !call.input || !hasClosedApp(call)) return;
      // Whoever is typing, or about to click, stays where they are.
      if (isDialogOpen() || document.activeElement?.matches(EDITED) || isPointedAt()) {
        notice(
          call,
          ", which has an app.",
          button("Open its app", () => open(call), "small"),
        );
      } else {
        settleView();
        open(call);
      }
    },
  });
  if (opensApps.peek()) followCalls();
}

function hasClosedApp({ tool: name }: AgentCall): boolean {
  const tool = toolNamed(name);
  const app = tool && declaredApp(tool);
  if (!app || app.problem) return false;
  return !followers.some(({ uri, app: state }) => uri === app.uri && state.peek() === "open");
}
