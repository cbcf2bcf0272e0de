// Recovery from outages: parts of the page that could not be loaded are loaded again by themselves, after growing pauses, while the page
// is visible. Calls of tools are never repeated.

import { signal } from "@preact/signals";
import { backOff } from "../scheduling/back-off";
import type { Outcome } from "./outcome";
import { HttpError, UnreachableError } from "./requests";

interface Outage {
  readonly problem: Error;
  // The time of the next attempt, as `performance.now()` counts; undefined during an attempt and while the page is hidden.
  readonly retryAt: number | undefined;
}

export const outage = signal<Outage | undefined>(undefined);

const PAUSES_MS = { first: 1000, longest: 30_000 };
// The longest pause that a server can ask for. A longer one is cut to this.
const LONGEST_RETRY_AFTER_MS = 3_600_000;

// A part of the page, identified by any object, with the function that loads it.
const waiting = new Map<object, () => Promise<unknown>>();
// The parts that have waited because of a 429: they do so once.
const obedient = new WeakSet();
let attempts = 0;
let trying: Promise<void> | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Has a part loaded again if its failure is one that may pass by itself, and returns whether it is. */
export function retryLater(part: object, problem: Error, load: () => Promise<unknown>): boolean {
  const isLimited = statusOf(problem) === 429 && retryAfterOf(problem) !== undefined && !obedient.has(part);
  if (!isLimited && !isOutage(problem)) {
    settled(part);
    return false;
  }
  if (isLimited) obedient.add(part);
  waiting.set(part, load);
  if (trying) outage.value = { problem, retryAt: undefined };
  else if (!outage.value) schedule(problem);
  return true;
}

/** Has a part loaded again with those that wait already, if there are any. */
export function retryAlong(part: object, load: () => Promise<unknown>): void {
  if (waiting.size > 0) waiting.set(part, load);
}

/** Called when a part has been loaded, has failed for good, or is not wanted any more. */
export function settled(part: object): void {
  obedient.delete(part);
  waiting.delete(part);
  if (waiting.size === 0 && !trying) end();
}

export function isWaiting(part: object): boolean {
  return waiting.has(part);
}

export function tryNow(): Promise<void> {
  trying ??= attempt().finally(() => {
    trying = undefined;
    if (waiting.size === 0) end();
    else if (outage.value) schedule(outage.value.problem);
  });
  return trying;
}

async function attempt(): Promise<void> {
  clearTimeout(timer);
  attempts += 1;
  if (outage.value) outage.value = { ...outage.value, retryAt: undefined };
  await Promise.allSettled([...waiting.values()].map((load) => load()));
}

function schedule(problem: Error): void {
  clearTimeout(timer);
  const isVisible = document.visibilityState === "visible";
  const pause = pauseMs(attempts, retryAfterOf(problem), Math.random());
  outage.value = { problem, retryAt: isVisible ? performance.now() + pause : undefined };
  if (isVisible) timer = setTimeout(() => void tryNow(), pause);
}

/** The pause before the next attempt, with a chance from 0 to 1 that spreads the pages that lost the same server. */
export function pauseMs(attempt: number, retryAfter: number | undefined, chance: number): number {
  return Math.max(backOff(attempt, PAUSES_MS, chance), Math.min((retryAfter ?? 0) * 1000, LONGEST_RETRY_AFTER_MS));
}

function end(): void {
  clearTimeout(timer);
  attempts = 0;
  outage.value = undefined;
}

function isOutage(problem: Error): boolean {
  return problem instanceof UnreachableError || [502, 503, 504].includes(statusOf(problem) ?? 0);
}

function statusOf(problem: Error): number | undefined {
  return problem instanceof HttpError ? problem.status : undefined;
}

function retryAfterOf(problem: Error): number | undefined {
  return problem instanceof HttpError ? problem.retryAfter : undefined;
}

let probe = () => undefined as unknown;

/** Sets what is requested to find out whether a failed call is the beginning of an outage. */
export function onSuspicion(load: () => unknown): void {
  probe = load;
}

/** Called when a call has failed in a way in which an outage begins. */
export function suspect({ kind, status, code }: Pick<Outcome, "kind" | "status" | "code">): void {
  if (kind === "failed" && (status ?? 502) === 502 && code === undefined) probe();
}

/** A hidden page does not try, and tries at once when it is shown again. */
export function followVisibility(): void {
  const follow = () => {
    if (!outage.value) return;
    if (document.visibilityState === "visible") return void tryNow();
    clearTimeout(timer);
    outage.value = { ...outage.value, retryAt: undefined };
  };
  document.addEventListener("visibilitychange", follow);
  addEventListener("online", follow);
}
