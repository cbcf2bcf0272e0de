// A recorded call as an entry of the history, so that it can be shown with its tool.

import type { HistoryEntry } from "../history/entries";
import { outcomeOf } from "../protocol/live-outcome";
import { messageOf } from "../traffic/message";
import { type Operation, durationOf } from "../traffic/operation";
import type { Replay } from "./replay";

/** Returns undefined if the record is no call of a tool, or its answer was not kept. */
export async function recordedCall(operation: Operation, replay: Replay): Promise<HistoryEntry | undefined> {
  const { request, response } = operation;
  const root = response && messageOf(response);
  if (replay.item?.kind !== "tool" || !root) return undefined;
  const outcome = await outcomeOf({ event: response.kind === "error" ? "error" : "result", root });
  const { root: _, ...facts } = outcome;
  return {
    kind: "failed",
    headline: "",
    size: response.bytes,
    duration: durationOf(operation) ?? 0,
    started: request.at,
    tool: replay.item.id,
    arguments: replay.argumentsText,
    ...facts,
  };
}
