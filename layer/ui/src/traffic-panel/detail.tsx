// The details of an operation, with what can be done with it.

import type { Signal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { CopyButton } from "../dom/copy";
import { ChosenTabs, type TabView } from "../dom/tabs";
import { isTrue, rawOf, valueOf } from "../json/node";
import type { Opening } from "../pane/opening";
import type { ItemId } from "../protocol/links";
import type { Tool } from "../protocol/tools";
import { AddToTests } from "../tests/add-to-tests";
import type { Requested } from "../tests/draft";
import { counted } from "../text/units";
import { catalog } from "../tools/catalog";
import { declaredApp } from "../tools/declared-app";
import { messageOf, resultOf } from "../traffic/message";
import type { Note, Operation } from "../traffic/operation";
import type { TrafficRecord } from "../traffic/record";
import { StoryAction } from "../ui-catalog/save-story";
import { copiesOf } from "./copies";
import { HeadersTab, NotesTab, RawTab, TimingTab } from "./detail-tabs";
import { MessagesTab, RecordBody } from "./messages-tab";
import { recordedCall } from "./recorded-call";
import { type Replay, replayOf } from "./replay";
import { Reruns, RunTab } from "./run-tab";
import { durationWords, methodWords, nameWords, sizeWords, stateWords } from "./words";

export type OpenItem = (item: ItemId, opening: Opening) => void;

interface DetailProps {
  readonly onClose: () => void;
  /** The tab that is open, which stays when another operation is chosen. */
  readonly tab: Signal<string>;
}

interface OperationDetailProps extends DetailProps {
  readonly operation: Operation;
  readonly onOpen: OpenItem;
  readonly isPinned: boolean;
  readonly onPin: () => void;
}

const RUN_AGAIN = "Run again";

export function OperationDetail(props: OperationDetailProps): VNode {
  const { operation, onOpen, onClose, tab } = props;
  const { request, records, notes } = operation;
  const replay = useMemo(() => replayOf(request), [request]);
  const reruns = useMemo(() => replay && new Reruns(replay, operation), [operation]);
  useEffect(() => () => reruns?.cancel(), [reruns]);
  const item = replay?.item;
  const open = item && (() => onOpen(item, { argumentsText: replay.argumentsText }));
  const tabs: TabView[] = [
    { name: "Messages", draw: () => <MessagesTab operation={operation} /> },
    { name: "Raw", draw: () => <RawTab records={records} /> },
    { name: "Timing", draw: () => <TimingTab operation={operation} /> },
    { name: "Headers", draw: () => <HeadersTab records={records} /> },
    notesView(notes),
  ];
  if (reruns) tabs.push({ name: RUN_AGAIN, draw: () => <RunTab reruns={reruns} onOpen={open} /> });
  return (
    <div>
      <OperationHead operation={operation} onClose={onClose} />
      <Actions {...props} replay={replay} reruns={reruns} open={open} />
      <ChosenTabs label="Views of the operation" tabs={tabs} chosen={tab} onChoose={(name) => (tab.value = name)} />
    </div>
  );
}

interface ActionsProps extends OperationDetailProps {
  readonly replay: Replay | undefined;
  readonly reruns: Reruns | undefined;
  /** Opens the request in the form. */
  readonly open: (() => void) | undefined;
}

function Actions({ operation, replay, reruns, open, tab, onOpen, isPinned, onPin }: ActionsProps): VNode {
  const runAgain = () => {
    tab.value = RUN_AGAIN;
    void reruns?.start();
  };
  return (
    <div class="traffic-actions">
      {open && (
        <button type="button" class="small" onClick={open}>
          Open in the form
        </button>
      )}
      {reruns && (
        <button type="button" class="small" onClick={runAgain}>
          {RUN_AGAIN}
        </button>
      )}
      {replay && (
        <>
          <AppButton operation={operation} replay={replay} onOpen={onOpen} />
          <StoryOf operation={operation} replay={replay} />
          <TestOf operation={operation} replay={replay} />
          {copiesOf(replay).map(({ name, text }) => (
            <CopyButton key={name} text={text} label={`Copy as ${name}`} />
          ))}
        </>
      )}
      <button type="button" class="quiet small" onClick={onPin}>
        {isPinned ? "Unpin" : "Pin"}
      </button>
    </div>
  );
}

interface RecordedProps {
  readonly operation: Operation;
  readonly replay: Replay;
}

function AppButton({ operation, replay, onOpen }: RecordedProps & Pick<ActionsProps, "onOpen">): VNode | null {
  const tool = toolOf(replay);
  if (!tool || !declaredApp(tool) || operation.state === "open" || !operation.response?.raw) return null;
  const open = async () => {
    const call = await recordedCall(operation, replay);
    if (call) onOpen({ kind: "tool", id: tool.name }, { call, opensApp: true });
  };
  return (
    <button
      type="button"
      class="small"
      title="Shows the app with the recorded arguments and result, without calling the tool"
      onClick={() => void open()}
    >
      Open its app
    </button>
  );
}

function toolOf({ item }: Replay): Tool | undefined {
  return item?.kind === "tool" ? catalog.value.tools.find(({ name }) => name === item.id) : undefined;
}

// A result with redacted values is no example.
function StoryOf({ operation: { response }, replay: { item, argumentsText } }: RecordedProps): VNode | null {
  if (item?.kind !== "tool" || !response || response.redacted.length > 0) return null;
  return <StoryAction tool={item.id} result={resultOf(response)} argumentsText={argumentsText} />;
}

// A request with redacted values would be another one.
function TestOf({ operation: { request, response }, replay: { item, argumentsText } }: RecordedProps): VNode | null {
  if (item?.kind !== "tool" || !response || request.redacted.length + response.redacted.length > 0) return null;
  const requested = (): Requested => {
    const root = resultOf(response);
    const code = errorCode(response);
    const kind = response.kind === "error" ? "failed" : isTrue(valueOf(root, "isError")) ? "tool-error" : "success";
    return { verb: "call", name: item.id, argumentsText, kind, code, root };
  };
  return <AddToTests requested={requested} />;
}

function errorCode(response: TrafficRecord): number | undefined {
  const code = valueOf(valueOf(messageOf(response), "error"), "code");
  return code?.type === "number" ? Number(rawOf(code)) : undefined;
}

function OperationHead({ operation, onClose }: Pick<OperationDetailProps, "operation" | "onClose">): VNode {
  const { request, rounds } = operation;
  const name = nameWords(request);
  return (
    <div class="traffic-detail-head">
      <h3>
        <bdi>{methodWords(request)}</bdi> {name && <bdi>{name}</bdi>}
      </h3>
      <span class="badge" data-state={operation.state}>
        {stateWords(operation)}
      </span>
      <span class="hint">{[durationWords(operation), sizeWords(operation)].filter(Boolean).join(" · ")}</span>
      {rounds.length > 0 && <span class="hint">{counted(rounds.length, "round")}</span>}
      <HideButton onClose={onClose} />
    </div>
  );
}

export function HideButton({ onClose }: Pick<DetailProps, "onClose">): VNode {
  return (
    <button type="button" class="quiet small" aria-label="Hide the details" onClick={onClose}>
      Hide
    </button>
  );
}

interface RecordDetailProps extends DetailProps {
  readonly record: TrafficRecord;
  readonly notes: readonly Note[];
}

/** The details of a record that belongs to no operation. */
export function RecordDetail({ record, notes, onClose, tab }: RecordDetailProps): VNode {
  const tabs: TabView[] = [
    { name: "Messages", draw: () => <RecordBody record={record} /> },
    { name: "Raw", draw: () => <RawTab records={[record]} /> },
    { name: "Headers", draw: () => <HeadersTab records={[record]} /> },
    notesView(notes),
  ];
  return (
    <div>
      <div class="traffic-detail-head">
        <h3>
          <bdi>{methodWords(record)}</bdi>
        </h3>
        <span class="hint">Belongs to no request</span>
        <HideButton onClose={onClose} />
      </div>
      <ChosenTabs label="Views of the message" tabs={tabs} chosen={tab} onChoose={(name) => (tab.value = name)} />
    </div>
  );
}

function notesView(notes: readonly Note[]): TabView {
  const label = notes.length > 0 ? `Notes (${notes.length})` : "Notes";
  return { name: "Notes", label, draw: () => <NotesTab notes={notes} /> };
}
