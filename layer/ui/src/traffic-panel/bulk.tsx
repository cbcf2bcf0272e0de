// Several operations at once: those that only read can be run again together, others only if the user ticks that.

import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { settings } from "../settings";
import { displayName } from "../text/printable";
import { counted, formatNumber } from "../text/units";
import { catalog } from "../tools/catalog";
import { isReadOnly } from "../tools/hints";
import type { Operation } from "../traffic/operation";
import type { TrafficModel } from "./model";
import { type Replay, replayOf } from "./replay";
import { runAgain } from "./run-again";
import { problemOf, verdictOf } from "./run-tab";
import { methodWords, nameWords } from "./words";

// The selected operations that are listed. Further ones are run as well.
const MOST_SHOWN = 200;

interface Candidate {
  readonly operation: Operation;
  readonly replay: Replay;
  readonly isReadOnly: boolean;
}

export function BulkView({ model, onClose }: { readonly model: TrafficModel; readonly onClose: () => void }): VNode {
  const operations = model.selectedOperations.value;
  const candidates = operations.flatMap(candidateOf);
  const readOnly = candidates.filter((one) => one.isReadOnly);
  const others = candidates.length - readOnly.length;
  // The consent is for these operations, and ends when others are selected.
  const asked = candidates.map(({ operation }) => operation.key).join(" ");
  const [agreedTo, setAgreedTo] = useState("");
  const withOthers = agreedTo === asked;
  const [verdicts, setVerdicts] = useState<ReadonlyMap<string, string>>(new Map());
  const running = useRef<AbortController | undefined>(undefined);
  const [isRunning, setRunning] = useState(false);
  useEffect(() => () => running.current?.abort(), []);
  const chosen = withOthers ? candidates : readOnly;
  const run = async () => {
    const controller = new AbortController();
    running.current = controller;
    setRunning(true);
    setVerdicts(new Map());
    for (const { operation, replay } of chosen) {
      if (controller.signal.aborted) break;
      const verdict = verdictOf(await runAgain(replay, operation, controller.signal));
      setVerdicts((known) => new Map([...known, [operation.key, verdict]]));
    }
    setRunning(false);
  };
  return (
    <div class="traffic-detail" role="region" aria-label="Selected operations" tabIndex={0}>
      <div class="traffic-detail-head">
        <h3>{counted(operations.length, "operation")} selected</h3>
        <button type="button" class="quiet small" aria-label="Hide the details" onClick={onClose}>
          Hide
        </button>
      </div>
      <p class="hint">{skippedWords(operations.length - candidates.length)}</p>
      {others > 0 && (
        <label class="check">
          <input
            type="checkbox"
            checked={withOthers}
            disabled={isRunning}
            onChange={(event) => setAgreedTo(event.currentTarget.checked ? asked : "")}
          />
          Also run {counted(others, "call")} of tools that may change something
        </label>
      )}
      <div class="traffic-actions">
        <button
          type="button"
          class="small primary"
          disabled={isRunning || chosen.length === 0}
          onClick={() => void run()}
        >
          Run {formatNumber(chosen.length)} again
        </button>
        {isRunning && (
          <button type="button" class="small" onClick={() => running.current?.abort()}>
            Cancel
          </button>
        )}
        <span class="hint" role="status">
          {verdicts.size > 0 && `${formatNumber(verdicts.size)} of ${formatNumber(chosen.length)} done`}
        </span>
      </div>
      <ul class="traffic-verdicts">
        {candidates.slice(0, MOST_SHOWN).map(({ operation, replay, isReadOnly: reads }) => (
          <li key={operation.key}>
            <bdi>{methodWords(operation.request)}</bdi>{" "}
            <bdi>{nameWords(operation.request) || displayName(replay.method)}</bdi>{" "}
            {!reads && <span class="badge">may change something</span>}{" "}
            <span class="hint">{verdicts.get(operation.key) ?? ""}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function candidateOf(operation: Operation): Candidate[] {
  const replay = replayOf(operation.request);
  if (!replay || problemOf(replay) !== undefined) return [];
  const { item } = replay;
  if (item?.kind !== "tool") return [{ operation, replay, isReadOnly: true }];
  const tool = catalog.value.tools.find(({ name }) => name === item.id);
  return [{ operation, replay, isReadOnly: isReadOnly(tool?.["annotations"]) }];
}

function skippedWords(skipped: number): string {
  const rest = skipped > 0 ? ` ${counted(skipped, "operation")} cannot be run again as recorded.` : "";
  const who = settings.mayExecute
    ? "They run one after the other, with your permissions."
    : "This server does not allow tools to run.";
  return who + rest;
}
