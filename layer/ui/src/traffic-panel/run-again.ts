// Sends a recorded request once more, with the permissions of the viewer, and compares the answers.

import type { Difference } from "../changes/difference";
import { inputRequestOf } from "../conversation/input-request";
import type { MaybeNode } from "../json/node";
import { pathOf, pointerOf } from "../json/path";
import { currentOffer } from "../protocol/client";
import { followLive } from "../protocol/live";
import { outcomeOf } from "../protocol/live-outcome";
import type { Outcome } from "../protocol/outcome";
import { messageOf as reasonOf } from "../text/error";
import { errorOf, resultOf } from "../traffic/message";
import type { Operation } from "../traffic/operation";
import type { TrafficRecord } from "../traffic/record";
import { jsonDifferences } from "./json-differences";
import { type Replay, paramsText } from "./replay";

export interface Rerun {
  readonly outcome: Outcome;
  /** Absent if the record, or the run, has no answer to compare. */
  readonly differences: readonly Difference[] | undefined;
}

// Members of a result that belong to the revision and the connection rather than to the answer.
const NOT_COMPARED = new Set(["_meta", "resultType"]);
const ASKS = "The server asks questions before it answers. Open the request in the form, and run it there.";

export async function runAgain(replay: Replay, { response }: Operation, signal: AbortSignal): Promise<Rerun> {
  const started = Date.now();
  const clock = performance.now();
  let size = 0;
  let changes: Partial<Outcome>;
  try {
    const request = { method: replay.method, params: paramsText(replay), ...currentOffer() };
    const onBytes = (count: number) => (size += count);
    const end = await followLive(request, { signal, onBytes, onMessage: () => undefined });
    changes = inputRequestOf(end) ? { kind: "failed", headline: ASKS } : await outcomeOf(end);
  } catch (problem) {
    changes = signal.aborted
      ? { kind: "cancelled", headline: "Cancelled" }
      : { kind: "failed", headline: reasonOf(problem) };
  }
  const duration = performance.now() - clock;
  const outcome: Outcome = { kind: "failed", headline: "", started, size, duration, ...changes };
  return { outcome, differences: response && differencesOf(response, outcome.root) };
}

function differencesOf(recorded: TrafficRecord, after: MaybeNode): readonly Difference[] | undefined {
  const before = resultOf(recorded) ?? errorOf(recorded);
  if (!before || !after) return undefined;
  // Redacted members cannot be compared.
  const redacted = new Set(recorded.redacted.map((pointer) => pointerOf(pathOf(pointer).slice(1))));
  return jsonDifferences(before, after).filter(
    ({ path }) => !NOT_COMPARED.has(path[0] ?? "") && !redacted.has(pointerOf(path)),
  );
}
