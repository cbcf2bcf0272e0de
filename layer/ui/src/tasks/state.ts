// The state of a task: a call that goes on after its response. There are two forms, the extension of 2026-07-28 and the experimental one
// of 2025-11-25.

import { type MaybeNode, numberAt, textAt, valueOf } from "../json/node";
import type { LiveEnd } from "../protocol/live";
import { displayName, printable } from "../text/printable";

export type TaskForm = "extension" | "experimental";

export interface TaskState {
  readonly form: TaskForm;
  readonly id: string;
  /** One of MCP's, or whatever the server says in its place. */
  readonly status: string;
  readonly message: string;
  /** Time since the epoch, in milliseconds, after which the server may have forgotten the task. */
  readonly expires: number | undefined;
  /** The time to wait between two polls, if the server names one. */
  readonly pollMs: number | undefined;
}

// Maximum number of characters in a task's id. A task with a longer one is refused.
const LONGEST_ID = 1000;
// Maximum number of characters in a task's message. A longer one is cut.
const LONGEST_MESSAGE = 2000;
// The shortest time between two polls that a server can ask for. A shorter one is raised to this.
const SHORTEST_POLL_MS = 500;
// The longest time between two polls that a server can ask for. A longer one is cut to this.
const LONGEST_POLL_MS = 60_000;

export function hasEnded({ status }: Pick<TaskState, "status">): boolean {
  return ["completed", "failed", "cancelled"].includes(status);
}

export function needsInput({ status }: Pick<TaskState, "status">): boolean {
  return status === "input_required";
}

/** Returns the task that a live request has begun, if its result is one. Throws if the task has no usable id. */
export function begunTask({ event, ...end }: LiveEnd): TaskState | undefined {
  const result = event === "result" && "root" in end ? valueOf(end.root, "result") : undefined;
  if (textAt(result, "resultType") === "task") return taskState("extension", result);
  const task = valueOf(result, "task");
  return textAt(task, "taskId") === undefined ? undefined : taskState("experimental", task);
}

/** Reads a state. Throws if it is that of another task than `expected`, or of none. */
export function taskState(form: TaskForm, node: MaybeNode, expected?: string): TaskState {
  const id = textAt(node, "taskId") ?? "";
  if (id === "") throw new Error("The server sent a task without an id, so it cannot be followed.");
  if (id.length > LONGEST_ID)
    throw new Error(`The server sent a task whose id has more than ${LONGEST_ID} characters.`);
  if (expected !== undefined && id !== expected) {
    throw new Error(
      `The server answered with the task ${displayName(id, 60)} when asked for ${displayName(expected, 60)}.`,
    );
  }
  const created = Date.parse(textAt(node, "createdAt") ?? "");
  const ttl = durationAt(node, "ttlMs") ?? durationAt(node, "ttl");
  const poll = durationAt(node, "pollIntervalMs") ?? durationAt(node, "pollInterval");
  return {
    form,
    id,
    status: printable(textAt(node, "status") ?? "", 60) || "working",
    message: printable(textAt(node, "statusMessage") ?? "", LONGEST_MESSAGE),
    expires: ttl === undefined ? undefined : (Number.isNaN(created) ? Date.now() : created) + ttl,
    pollMs: poll === undefined ? undefined : Math.min(LONGEST_POLL_MS, Math.max(SHORTEST_POLL_MS, poll)),
  };
}

function durationAt(node: MaybeNode, key: string): number | undefined {
  const number = numberAt(node, key);
  return number !== undefined && Number.isFinite(number) && number >= 0 ? number : undefined;
}
