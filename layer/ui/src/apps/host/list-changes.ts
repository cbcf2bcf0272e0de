// The changes of the server's lists, as far as apps are told of them. Nothing else that the server reports reaches an app.

import { feedState, subscribeReports } from "../../protocol/report-feed";
import { hasChangeStream, reportedLists } from "../../protocol/reports";
import { server } from "../../protocol/server";
import { throttled } from "../../scheduling/throttled";
import { settings } from "../../settings";
import { openFrames } from "../model/open-frames";

const APP_LISTS = ["tools", "resources"] as const;
// The time between two notes to apps about a list. Changes within it are told once, at its end.
const TELL_MS = 1000;

type AppList = (typeof APP_LISTS)[number];

/** Returns whether apps are told when a list has changed. */
export function isTold(list: AppList): boolean {
  const known = server.value;
  const mayUse = list !== "tools" || settings.mayExecute;
  const hasStream = known !== undefined && hasChangeStream(known) && feedState.value.kind !== "failed";
  return mayUse && hasStream && reportedLists(known).includes(list);
}

/** Tells each app that has initialised. */
export function tellAppsOfChanges(): void {
  const tellers = APP_LISTS.map((list) => [list, throttled(() => tell(list), TELL_MS)] as const);
  subscribeReports((report) => {
    if (report.kind !== "list" && report.kind !== "gap") return;
    // A list may have changed in a gap, which an app does not know of.
    for (const [list, tellSoon] of tellers) if (report.kind === "gap" || report.list === list) tellSoon();
  });
}

function tell(list: AppList): void {
  if (!isTold(list)) return;
  for (const { bridge } of openFrames) if (bridge?.isOpen) bridge.notify(`notifications/${list}/list_changed`, {});
}
