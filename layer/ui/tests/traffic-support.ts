// The corpus of recorded conversations, and operations as its files describe them.
import { readFileSync, readdirSync } from "node:fs";
import type { Operation, Round } from "../src/traffic/operation";
import { type TrafficRecord, readRecord } from "../src/traffic/record";
import { TrafficStore } from "../src/traffic/store";

const FOLDER = "tests/traffic-corpus/";

export interface Conversation {
  readonly name: string;
  readonly lines: readonly string[];
  readonly operations: readonly Record<string, unknown>[];
}

export const CORPUS: readonly Conversation[] = readdirSync(FOLDER)
  .filter((file) => file.endsWith(".jsonl"))
  .map((file) => {
    const expected = JSON.parse(readFileSync(FOLDER + file.replace(".jsonl", ".json"), "utf8")) as Conversation;
    const lines = readFileSync(FOLDER + file, "utf8")
      .trimEnd()
      .split("\n");
    return { name: file.replace(".jsonl", ""), lines, operations: expected.operations };
  });

export function recordsOf(lines: readonly string[]): TrafficRecord[] {
  return lines.map((line, index) => readRecord(line, index + 1));
}

export function storeOf(records: readonly TrafficRecord[]): TrafficStore {
  const store = new TrafficStore();
  store.appendAll(records);
  return store;
}

// A record of a message, with members that are of no interest to the test.
export function record(members: Record<string, unknown>, seq: number): TrafficRecord {
  const base = { at: 1000 * seq, transport: "http", from: "client", kind: "request", caller: "c", bytes: 100 };
  return readRecord(JSON.stringify({ ...base, ...members }), seq);
}

// Describes an operation by the numbers that `lineOf` gives its records.
export function described(operation: Operation, lineOf = (record: TrafficRecord) => record.seq): object {
  const { request, state, response, rounds, task, parent, waitedForPerson, notes } = operation;
  const lines = (records: readonly TrafficRecord[]) => records.map(lineOf);
  const pair = ({ asked, answered }: Round) => [lineOf(asked), answered ? lineOf(answered) : null];
  const members = {
    request: lineOf(request),
    state,
    response: response && lineOf(response),
    records: lines(operation.records),
    rounds: rounds.map(pair),
    progress: lines(operation.progress),
    logs: lines(operation.logs),
    notifications: lines(operation.notifications),
    task: task && `${task.id} ${task.status}`,
    parent: parent && lineOf(parent.request),
    waited: Math.round(waitedForPerson),
    notes: notes.map(({ rule, record }) => `${rule} ${lineOf(record)}`),
  };
  return Object.fromEntries(Object.entries(members).filter(([, value]) => !isEmpty(value)));
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === 0 || (Array.isArray(value) && value.length === 0);
}
