// The tasks of this page, in the browser's storage of this origin, under a key like that of the history.

import { signal } from "@preact/signals";
import { containsCredentials } from "../access/credentials";
import { store, stored } from "../dom/storage";
import { storageKey, settings } from "../settings";
import { type TaskEntry, parsedTasks, withState, withTask } from "./entries";
import type { TaskState } from "./state";

const TASKS_KEY = storageKey("tasks");

/** The newest first. */
export const tasks = signal<readonly TaskEntry[]>(settings.keepsHistory ? parsedTasks(stored(TASKS_KEY) ?? "[]") : []);

if (settings.keepsHistory) {
  addEventListener("storage", ({ key, newValue }) => {
    if (key === TASKS_KEY) tasks.value = parsedTasks(newValue ?? "[]");
  });
}

export function addTask(entry: TaskEntry): void {
  write(withTask(tasks.value, entry));
}

/** Each poll brings a state, which is often the same. */
export function updateTask(state: TaskState): void {
  const known = tasks.value.find(({ id }) => id === state.id);
  const isSame = known?.status === state.status && known.message === state.message && known.expires === state.expires;
  if (!isSame) write(withState(tasks.value, state));
}

export function forgetTasks(isForgotten: (entry: TaskEntry) => boolean): void {
  write(tasks.value.filter((entry) => !isForgotten(entry)));
}

function write(changed: readonly TaskEntry[]): void {
  tasks.value = changed;
  const kept = changed.filter((entry) => !containsCredentials(JSON.stringify(entry)));
  if (settings.keepsHistory) store(TASKS_KEY, JSON.stringify(kept));
}
