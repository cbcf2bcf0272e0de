// The tests of a file, which the program around the explorer reads and runs.

import { signal } from "@preact/signals";
import { type PlainObject, isObject, memberAt, parsedJson } from "../json/plain";
import { bodyText } from "../protocol/body-text";
import { hasHostEndpoint, hostPath } from "../protocol/host";
import { refusal, send } from "../protocol/requests";
import { messageOf } from "../text/error";

export interface ListedTest {
  readonly name: string;
  /** The line in the file, or 0 for the lock. */
  readonly line: number;
}

export interface TestList {
  readonly file: string;
  readonly isWritable: boolean;
  readonly tests: readonly ListedTest[];
  /** Why the file cannot be read, as a sentence. */
  readonly problem: string | null;
}

/** A part of a result that is not as expected, or a change of the server since its lock was taken. */
export interface Problem {
  readonly message: string;
  readonly path?: string | readonly string[];
  readonly expected?: string | null;
  readonly actual?: string | null;
  readonly impact?: string;
  /** Set if it is about a snapshot or the lock, which can be accepted as they are now. */
  readonly recorded: boolean;
}

export interface TestOutcome {
  readonly name: string;
  readonly state: "passed" | "failed" | "error";
  readonly ms: number;
  readonly problems: readonly Problem[];
  /** Why there is no result, as a sentence. */
  readonly error: string | null;
  /** The revision of the protocol, if the file names several. */
  readonly revision: string | null;
}

/** Undefined until the list is there, and without a file. */
export const list = signal<TestList | undefined>(undefined);
/** The last outcomes by the names of the tests: one for each revision. */
export const outcomes = signal<ReadonlyMap<string, readonly TestOutcome[]>>(new Map());
/** The name of the test that runs, "" for all, undefined for none. */
export const running = signal<string | undefined>(undefined);
export const problem = signal("");

export function hasTests(): boolean {
  return hasHostEndpoint("tests");
}

export async function loadTests(): Promise<void> {
  await noticing(async () => (list.value = (await request()) as TestList));
}

/** Runs all tests, or one. With `accepts`, what the server returns becomes what is expected. */
export async function runTests(name: string | null, accepts = false): Promise<void> {
  running.value = name ?? "";
  await noticing(async () => {
    const report = await request({ run: { name, accept: accepts } });
    const found = new Map(name === null ? [] : outcomes.peek());
    if (name !== null) found.delete(name);
    for (const outcome of outcomesIn(report)) found.set(outcome.name, [...(found.get(outcome.name) ?? []), outcome]);
    outcomes.value = found;
    await loadTests();
  });
  running.value = undefined;
}

/** Adds a test to the file. Fails with the reason of the program. */
export async function addTest(test: string): Promise<void> {
  list.value = (await request({ add: { test } })) as TestList;
}

function outcomesIn(report: unknown): readonly TestOutcome[] {
  const suites = (memberAt(report, "suites") ?? []) as readonly PlainObject[];
  return suites.flatMap(({ tests, revision }) =>
    (tests as readonly TestOutcome[]).map((test) => ({ ...test, revision: (revision ?? null) as string | null })),
  );
}

async function noticing(work: () => Promise<unknown>): Promise<void> {
  try {
    problem.value = "";
    await work();
  } catch (failure) {
    problem.value = messageOf(failure);
  }
}

async function request(order?: PlainObject): Promise<unknown> {
  const response = await send(
    hostPath("tests"),
    order ? { method: "POST", body: JSON.stringify(order) } : { method: "GET" },
  );
  const text = await bodyText(response);
  const value = parsedJson(text);
  if (!response.ok || !isObject(value)) throw refusal(response, text);
  return value;
}
