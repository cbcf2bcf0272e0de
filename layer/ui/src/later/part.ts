// The part of the script that is loaded after the list is painted: everything that opens with an item of the list.

import { checkFocus, startKeyboardGuard } from "../apps/focus/keyboard";
import { followPointer } from "../apps/focus/pointer";
import { tellAppsOfChanges } from "../apps/host/list-changes";
import { closeAppsWithPage } from "../apps/run/run";
import { startOpening } from "../app-feed/opening";
import { startConsole } from "../console/start";
import type { ItemSession, SessionOptions } from "../pane/item-session";
import type { Opening } from "../pane/opening";
import { startLogPanel } from "../log/panel";
import { OfferSession } from "../offers/session";
import { offerElement } from "../offers/view";
import type { ItemId } from "../protocol/links";
import { expectTools } from "../tool/expectation";
import { ToolSession } from "../tool/session";
import { toolElement } from "../tool/view";
import { startSharingConnections } from "../protocol/awake";
import { startReportFeed } from "../protocol/report-feed";
import { startChangeBar } from "../shell/change-bar";
import { startTrafficPanel } from "../traffic-panel/start";
import { Dock } from "../dom/dock";
import { startTasks } from "../task-panel/panel";
import { startTests } from "../tests/panel";
import { startQuestions } from "../question-panel/panel";
import { UiScreen } from "../ui-catalog/screen";
import { startUiCatalog } from "../ui-catalog/start";
import { startSignIn } from "../sign-in/dialog";
import { offersSignIn } from "../protocol/host";

export { checkFocus };
export { listChanges } from "../changes/list-changes";
export { isComplete, toolDifferences, withSchemas } from "../changes/tool-differences";
export { ReportCard } from "../clients/report-card";
export { Connect } from "../home/connect";
export { InstructionsView } from "../home/instructions";
export { PulseView } from "../home/pulse";
export { openDoctor } from "../shell/doctor";
export { openPalette } from "../palette/palette";
export { openSignIn } from "../sign-in/dialog";

export function createUiScreen(): UiScreen {
  return new UiScreen();
}

export function createSession({ kind, id }: ItemId, options: SessionOptions): ItemSession {
  return kind === "tool"
    ? new ToolSession(id, options, toolElement)
    : new OfferSession({ kind, id }, options, offerElement);
}

interface LaterOptions {
  // Loads everything again.
  readonly onReload: () => void;
  readonly onOpen: (item: ItemId, opening: Opening) => void;
}

/** Starts what works beside the items. */
export function startLater({ onReload, onOpen }: LaterOptions): void {
  void startSharingConnections();
  expectTools();
  startKeyboardGuard();
  followPointer();
  closeAppsWithPage();
  startConsole(onReload);
  const dock = new Dock();
  startTasks(dock);
  startTests(dock);
  startQuestions(dock);
  startLogPanel(dock);
  startTrafficPanel(dock, onOpen);
  startOpening(onOpen);
  startUiCatalog();
  startChangeBar(onReload);
  if (offersSignIn()) startSignIn(onReload);
  tellAppsOfChanges();
  startReportFeed();
}
