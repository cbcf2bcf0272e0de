// Rules on the order of messages: states, answers and progress.

import { numberAt, valueOf } from "../../json/node";
import { idKeyOf, paramsOf } from "../message";
import type { Problem } from "../operations/placement";
import { formatNumber } from "../../text/units";
import type { TrafficRecord } from "../record";
import { NOTHING, type Rule, finding } from "./rule";

const STATE_PROBLEMS: Partial<Record<Problem, string>> = {
  "state changed": 'The "requestState" is another one than the server sent.',
  "state dropped": 'The "requestState" that the server sent is missing.',
  "state invented": 'The server sent no such "requestState".',
};

export const REQUEST_STATE: Rule = {
  name: "request-state",
  check: ({ placement: { problem, role }, isComplete }) => {
    const text = problem && STATE_PROBLEMS[problem];
    if (text === undefined || (role === "request" && !isComplete)) return NOTHING;
    return finding("error", text, "/params/requestState");
  },
};

export const STRAY_ANSWER: Rule = {
  name: "stray-answer",
  check: ({ placement, isComplete }) =>
    placement.problem === "no request" && isComplete
      ? finding("warning", "This answers no request that was recorded.")
      : NOTHING,
};

export const SECOND_ANSWER: Rule = {
  name: "second-answer",
  check: ({ placement }) =>
    placement.problem === "answered before" ? finding("error", "The request had been answered before.") : NOTHING,
};

export const LATE_ANSWER: Rule = {
  name: "late-answer",
  check: ({ placement, operation }) =>
    placement.role === "response" && operation?.state === "late" && operation.response === placement.record
      ? finding("info", "The request had been cancelled before this answer.")
      : NOTHING,
};

export const UNKNOWN_TOKEN: Rule = {
  name: "unknown-progress-token",
  check: ({ placement, isComplete }) =>
    placement.problem === "unknown token" && isComplete
      ? finding("warning", "No request has this progress token.", "/params/progressToken")
      : NOTHING,
};

export const PROGRESS_NOT_RISING: Rule = {
  name: "progress-not-rising",
  check: ({ placement, record, operation }) => {
    const before = placement.role === "progress" ? operation?.progress.at(-2) : undefined;
    const [was, is] = [before && progressOf(before), progressOf(record)];
    if (!before || was === undefined || is === undefined || is > was || tokenOf(before) !== tokenOf(record))
      return NOTHING;
    return finding(
      "warning",
      `Progress went from ${formatNumber(was)} to ${formatNumber(is)}; it has to rise.`,
      "/params/progress",
    );
  },
};

function progressOf(record: TrafficRecord): number | undefined {
  return numberAt(paramsOf(record), "progress");
}

function tokenOf(record: TrafficRecord): string | undefined {
  return idKeyOf(valueOf(paramsOf(record), "progressToken"));
}
