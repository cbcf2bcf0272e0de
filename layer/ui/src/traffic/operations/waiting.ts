// The time for which operations wait for a person. Questions that are open at once count once.

import type { Operation } from "../operation";

interface Waiting {
  questions: number;
  since: number;
}

const waits = new WeakMap<Operation, Waiting>();

export function beginWaiting(operation: Operation, at: number): void {
  const wait = waits.get(operation);
  if (wait) wait.questions += 1;
  else waits.set(operation, { questions: 1, since: at });
}

export function endWaiting(operation: Operation, at: number): void {
  const wait = waits.get(operation);
  if (!wait) return;
  wait.questions -= 1;
  if (wait.questions === 0) stopWaiting(operation, at);
}

/** Ends the wait for all questions, as an operation that has ended does. */
export function stopWaiting(operation: Operation, at: number): void {
  const wait = waits.get(operation);
  if (!wait) return;
  waits.delete(operation);
  operation.waitedForPerson += Math.max(0, at - wait.since);
}
