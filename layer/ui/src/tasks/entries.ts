// The tasks that the page remembers, as they are stored. A task of an older server belongs to the session of the client that began it.

import { memberAt, parsedList } from "../json/plain";
import type { ClientOffer } from "../protocol/client";
import { type TaskState, hasEnded } from "./state";

export interface TaskEntry extends TaskState, ClientOffer {
  /** The tool that was called, if it is known. */
  readonly tool: string | undefined;
  /** Time since the epoch, in milliseconds. */
  readonly started: number;
}

// The tasks that are remembered. The oldest that has ended leaves, or else the oldest.
const MOST_TASKS = 50;

/** Reads entries leniently: another version of the page may have stored them. */
export function parsedTasks(text: string): TaskEntry[] {
  return parsedList(text, isEntry);
}

function isEntry(value: unknown): value is TaskEntry {
  const isText = (key: string) => typeof memberAt(value, key) === "string";
  const isTime = typeof memberAt(value, "started") === "number";
  const form = memberAt(value, "form");
  return (
    isTime &&
    ["id", "status", "message", "capabilities"].every(isText) &&
    (form === "extension" || form === "experimental")
  );
}

/**
 * Puts an entry at the front, in place of the one with its id. The oldest ones are dropped, first those that have
 * ended.
 */
export function withTask(tasks: readonly TaskEntry[], entry: TaskEntry): TaskEntry[] {
  const others = tasks.filter(({ id }) => id !== entry.id);
  const kept = [entry, ...others];
  if (kept.length <= MOST_TASKS) return kept;
  const oldest = others.findLastIndex(hasEnded);
  return kept.filter((_, index) => index !== (oldest < 0 ? kept.length - 1 : oldest + 1));
}

export function withState(tasks: readonly TaskEntry[], { id, status, message, expires }: TaskState): TaskEntry[] {
  return tasks.map((entry) => (entry.id === id ? { ...entry, status, message, expires } : entry));
}

export function isGone({ expires }: TaskEntry, now: number): boolean {
  return expires !== undefined && now > expires;
}
