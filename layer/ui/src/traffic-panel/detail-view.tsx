// The details beside the list, drawn again when the operation has gone on.

import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import { formatNumber } from "../text/units";
import { HideButton, type OpenItem, OperationDetail, RecordDetail } from "./detail";
import type { TrafficModel } from "./model";
import { gapWords } from "./operation-list";
import type { GapRow, TrafficRow } from "./rows";

interface DetailProps {
  readonly model: TrafficModel;
  readonly row: TrafficRow;
  readonly onOpen: OpenItem;
  readonly onClose: () => void;
}

export function DetailView({ model, row, onOpen, onClose }: DetailProps): VNode {
  return (
    <div class="traffic-detail" role="region" aria-label="Details" tabIndex={0}>
      {row.kind === "gap" ? (
        <GapDetail row={row} onClose={onClose} />
      ) : (
        <MadeDetail key={row.number} model={model} row={row} onOpen={onOpen} onClose={onClose} />
      )}
    </div>
  );
}

// An operation goes on while it is shown. It is drawn again only when it has got more.
function MadeDetail({ model, row, onOpen, onClose }: DetailProps): VNode | null {
  const operation = row.kind === "operation" ? row.operation : undefined;
  const isPinned = operation !== undefined && model.isPinned(operation);
  return useMemo(() => {
    if (operation) {
      return (
        <OperationDetail
          operation={operation}
          onOpen={onOpen}
          onClose={onClose}
          tab={model.tab}
          isPinned={isPinned}
          onPin={() => model.pin(operation)}
        />
      );
    }
    if (row.kind !== "record") return null;
    const notes = model.set.peek().store.notesOf(row.record);
    return <RecordDetail record={row.record} notes={notes} onClose={onClose} tab={model.tab} />;
  }, [
    operation ?? (row.kind === "record" ? row.record : row),
    operation?.records.length,
    operation?.state,
    operation?.notes.length,
    isPinned,
  ]);
}

function GapDetail({ row, onClose }: { readonly row: GapRow; readonly onClose: () => void }): VNode {
  const { from, to } = row.gap;
  return (
    <div>
      <div class="traffic-detail-head">
        <h3>{gapWords(row)}</h3>
        <HideButton onClose={onClose} />
      </div>
      <p>
        {`The messages ${formatNumber(from)} to ${formatNumber(to)} were dropped before they reached this page: the server keeps a `}
        limited number of messages, and does not wait for pages that are too slow.
      </p>
    </div>
  );
}
