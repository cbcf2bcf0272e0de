// The details beside the list, drawn again when the operation has gone on.

import type { VNode } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { formatNumber } from "../text/units";
import { type Detail, type DetailOptions, type OpenItem, operationDetail, recordDetail } from "./detail";
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

function MadeDetail({ model, row, onOpen, onClose }: DetailProps): VNode {
  const operation = row.kind === "operation" ? row.operation : undefined;
  const isPinned = operation !== undefined && model.isPinned(operation);
  const options: DetailOptions = {
    onOpen,
    onClose,
    isPinned,
    onPin: () => operation && model.pin(operation),
    tab: model.tab,
    onTab: (name) => (model.tab = name),
  };
  const make = (): Detail | undefined => {
    if (operation) return operationDetail(operation, options);
    return row.kind === "record"
      ? recordDetail(row.record, model.set.peek().store.notesOf(row.record), options)
      : undefined;
  };
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const detail = make();
    place.current?.replaceChildren(...(detail ? [detail.element] : []));
    return () => detail?.end();
  }, [operation?.records.length, operation?.state, operation?.notes.length, isPinned]);
  return <div class="mounted" ref={place} />;
}

function GapDetail({ row, onClose }: { readonly row: GapRow; readonly onClose: () => void }): VNode {
  const { from, to } = row.gap;
  return (
    <div>
      <div class="traffic-detail-head">
        <h3>{gapWords(row)}</h3>
        <button type="button" class="quiet small" aria-label="Hide the details" onClick={onClose}>
          Hide
        </button>
      </div>
      <p>
        {`The messages ${formatNumber(from)} to ${formatNumber(to)} were dropped before they reached this page: the server keeps a `}
        limited number of messages, and does not wait for pages that are too slow.
      </p>
    </div>
  );
}
