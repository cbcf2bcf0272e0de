// The details of an operation, with what can be done with it.

import { copyButton } from "../dom/copy";
import { button, element } from "../dom/element";
import { type Tab, type TabSet, tabSet } from "../dom/by-hand";
import type { Opening } from "../history/opening";
import type { ItemId } from "../protocol/links";
import { catalog } from "../tools/catalog";
import { declaredApp } from "../tools/declared-app";
import { resultOf } from "../traffic/message";
import type { Note, Operation } from "../traffic/operation";
import type { TrafficRecord } from "../traffic/record";
import { counted } from "../text/units";
import { storyAction } from "../ui-catalog/save-story";
import { copiesOf } from "./copies";
import { headersTab, notesTab, rawTab, timingTab } from "./detail-tabs";
import { messagesTab, recordBody } from "./messages-tab";
import { recordedCall } from "./recorded-call";
import { type Replay, replayOf } from "./replay";
import { type RunTab, runTab } from "./run-tab";
import { durationWords, methodWords, nameWords, stateWords } from "./words";

export type OpenItem = (item: ItemId, opening: Opening) => void;

export interface DetailOptions {
  readonly onOpen: OpenItem;
  readonly onClose: () => void;
  readonly isPinned: boolean;
  readonly onPin: () => void;
  // The tab that is open, which stays when another operation is chosen.
  readonly tab: string;
  readonly onTab: (name: string) => void;
}

export interface Detail {
  readonly element: HTMLElement;
  // Cancels what is under way.
  readonly end: () => void;
}

const RUN_AGAIN = "Run again";

export function operationDetail(operation: Operation, options: DetailOptions): Detail {
  const { request, records, notes } = operation;
  const replay = replayOf(request);
  const item = replay?.item;
  const open = replay && item && (() => options.onOpen(item, { argumentsText: replay.argumentsText }));
  const run = replay && runTab(replay, operation, open);
  const tabs: Tab[] = [
    { name: "Messages", panel: () => messagesTab(operation) },
    { name: "Raw", panel: () => rawTab(records) },
    { name: "Timing", panel: () => timingTab(operation) },
    { name: "Headers", panel: () => headersTab(records) },
    namedNotes(notes),
    ...(run ? [{ name: RUN_AGAIN, panel: run.element }] : []),
  ];
  const views = tabsOf("Views of the operation", tabs, options);
  const actions = element(
    "div.traffic-actions",
    open && button("Open in the form", open, "small"),
    run && button(RUN_AGAIN, () => startRun(run, views), "small"),
    replay && appButton(operation, replay, options.onOpen),
    replay && storyButton(operation, replay),
    replay && copiesOf(replay).map(({ name, text }) => copyButton(text, `Copy as ${name}`)),
    button(options.isPinned ? "Unpin" : "Pin", options.onPin, "quiet small"),
  );
  return {
    element: element("div", headOf(operation, options), actions, views.list, views.panels),
    end: () => run?.end(),
  };
}

function startRun(run: RunTab, views: TabSet): void {
  views.choose(RUN_AGAIN);
  run.start();
}

function appButton(operation: Operation, replay: Replay, onOpen: OpenItem): HTMLElement | undefined {
  const { item } = replay;
  const tool = item?.kind === "tool" && catalog.value.tools.find(({ name }) => name === item.id);
  if (!tool || !declaredApp(tool) || operation.state === "open" || !operation.response?.raw) return undefined;
  const open = async () => {
    const call = await recordedCall(operation, replay);
    if (call) onOpen({ kind: "tool", id: tool.name }, { call, opensApp: true });
  };
  return button("Open its app", () => void open(), "small", {
    title: "Shows the app with the recorded arguments and result, without calling the tool",
  });
}

// A result with redacted values is no example.
function storyButton({ response }: Operation, { item, argumentsText }: Replay): HTMLElement | undefined {
  if (item?.kind !== "tool" || !response || response.redacted.length > 0) return undefined;
  return storyAction({ tool: item.id, result: resultOf(response), argumentsText });
}

function headOf(operation: Operation, { onClose }: DetailOptions): HTMLElement {
  const { request, rounds } = operation;
  const name = nameWords(request);
  return element(
    "div.traffic-detail-head",
    element("h3", element("bdi", methodWords(request)), " ", name && element("bdi", name)),
    element("span.badge", { "data-state": operation.state }, stateWords(operation)),
    element("span.hint", durationWords(operation)),
    rounds.length > 0 && element("span.hint", counted(rounds.length, "round")),
    hideButton(onClose),
  );
}

function hideButton(onClose: () => void): HTMLElement {
  return button("Hide", onClose, "quiet small", { "aria-label": "Hide the details" });
}

// The details of a record that belongs to no operation.
export function recordDetail(record: TrafficRecord, notes: readonly Note[], options: DetailOptions): Detail {
  const tabs: Tab[] = [
    { name: "Messages", panel: () => recordBody(record) },
    { name: "Raw", panel: () => rawTab([record]) },
    { name: "Headers", panel: () => headersTab([record]) },
    namedNotes(notes),
  ];
  const { list, panels } = tabsOf("Views of the message", tabs, options);
  const head = element(
    "div.traffic-detail-head",
    element("h3", element("bdi", methodWords(record))),
    element("span.hint", "Belongs to no request"),
    hideButton(options.onClose),
  );
  return { element: element("div", head, list, panels), end: () => undefined };
}

function namedNotes(notes: readonly Note[]): Tab {
  return { name: notes.length > 0 ? `Notes (${notes.length})` : "Notes", panel: () => notesTab(notes) };
}

function tabsOf(label: string, tabs: readonly Tab[], { tab, onTab }: DetailOptions): TabSet {
  const initial = tabs.find(({ name }) => name.startsWith(tab))?.name ?? "Messages";
  return tabSet(label, tabs, { initial, onChoose: (name) => onTab(name.replace(/ \(.*/, "")) });
}
