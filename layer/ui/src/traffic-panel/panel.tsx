// The panel of the traffic: the state of the stream, its controls, the list or the timeline, and the details.

import type { VNode } from "preact";
import { useRef } from "preact/hooks";
import { useTick } from "../dom/tick";
import { printable } from "../text/printable";
import { counted, formatNumber } from "../text/units";
import { feedState, hasRecorder, recordingWords, unreadable } from "../traffic-feed/feed";
import { stateWords } from "../traffic-feed/state";
import { BulkView } from "./bulk";
import type { OpenItem } from "./detail";
import { DetailView } from "./detail-view";
import type { TrafficModel } from "./model";
import { OperationList } from "./operation-list";
import { Toolbar } from "./toolbar";
import { WaterfallView } from "./waterfall";

interface PanelProps {
  readonly model: TrafficModel;
  readonly onOpen: OpenItem;
}

export function TrafficPanel({ model, onOpen }: PanelProps): VNode {
  const list = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const row = model.activeRow.value;
  const isBulk = model.selectedOperations.value.length > 1;
  const close = () => {
    model.unselect();
    list.current?.focus();
  };
  const enter = () => body.current?.querySelector<HTMLElement>(".traffic-detail")?.focus();
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented || (!row && !isBulk)) return;
    event.preventDefault();
    close();
  };
  return (
    <>
      <Toolbar model={model} />
      <div class="traffic-body" data-detail={row !== undefined || isBulk} ref={body} onKeyDown={onKey}>
        {model.view.value === "list" ? (
          <OperationList model={model} list={list} onEnter={enter} />
        ) : (
          <WaterfallView model={model} onEnter={enter} />
        )}
        {isBulk ? (
          <BulkView model={model} onClose={close} />
        ) : (
          row && <DetailView model={model} row={row} onOpen={onOpen} onClose={close} />
        )}
      </div>
    </>
  );
}

/** What is recorded and shown, beside the title of the panel. */
export function StatusLine({ model }: { readonly model: TrafficModel }): VNode {
  const shown = model.rows.value.length;
  const all = model.count.value;
  const count = shown === all ? counted(all, "row") : `${formatNumber(shown)} of ${counted(all, "row")}`;
  const lost = unreadable.value;
  return (
    <p class="traffic-status">
      {model.set.value.isLive && hasRecorder.value && (
        <>
          <span class="recording-mark" aria-hidden="true" />
          <span class="traffic-recording">{recordingWords()}</span>
          <StreamState />
        </>
      )}
      <span class="hint">{count}</span>
      {lost > 0 && <span class="hint">{counted(lost, "message")} could not be read.</span>}
      <span class="hint" role="status">
        {model.fileNote.value}
      </span>
    </p>
  );
}

function StreamState(): VNode {
  const state = feedState.value;
  useTick(state.kind === "reconnecting");
  const reason = "reason" in state ? `: ${printable(state.reason, 300)}` : "";
  return (
    <span class="stream-state" data-state={state.kind} role="status">
      {stateWords(state, Date.now())}
      {reason}
    </span>
  );
}
