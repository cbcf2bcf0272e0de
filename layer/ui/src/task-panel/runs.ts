// The runs that follow tasks which belong to no call on the page: those of an earlier visit, and those that were left running.

import { type Signal, effect, signal, untracked } from "@preact/signals";
import { Run } from "../conversation/run";
import type { Outcome } from "../protocol/outcome";
import { type TaskEntry, isGone } from "../tasks/entries";
import { followed } from "../tasks/following";
import { hasEnded } from "../tasks/state";
import { tasks } from "../tasks/store";

// The tasks that are followed at the same time. Further ones wait.
const MOST_FOLLOWED = 20;

/** A run that follows a task, and its result. */
export interface TaskRun {
  readonly run: Run;
  readonly outcome: Signal<Outcome | undefined>;
}

/** The runs by the ids of their tasks. */
export const taskRuns = signal<ReadonlyMap<string, TaskRun>>(new Map());

/** Follows the tasks that go on and that nothing else follows. */
export function followTasks(): void {
  effect(() => {
    const now = Date.now();
    const runs = taskRuns.peek();
    const isLeft = (task: TaskEntry) =>
      !hasEnded(task) && !isGone(task, now) && !followed.value.has(task.id) && !runs.has(task.id);
    const running = [...runs.values()].filter(({ run }) => run.isRunning()).length;
    const left = tasks.value.filter(isLeft).slice(0, Math.max(0, MOST_FOLLOWED - running));
    untracked(() => left.forEach(openTask));
  });
}

/** Follows a task, or requests its result once more. */
export function openTask(task: TaskEntry): void {
  closeTask(task.id);
  const outcome = signal<Outcome | undefined>(undefined);
  // A task that runs cannot be run.
  const run = new Run({ onRun: () => undefined });
  taskRuns.value = new Map([...taskRuns.peek(), [task.id, { run, outcome }]]);
  void run.begin({
    request: { task },
    onBegin: () => undefined,
    onShown: () => undefined,
    onEnd: (end) => (outcome.value = end),
  });
}

/** No longer follows a task, which goes on. */
export function closeTask(id: string): void {
  taskRuns.peek().get(id)?.run.leave();
  taskRuns.value = new Map([...taskRuns.peek()].filter(([other]) => other !== id));
}
