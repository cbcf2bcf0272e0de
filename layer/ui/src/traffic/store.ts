// The records and operations that the page keeps: the latest ones within bounds, and those that are pinned.

import { type Steps, finish } from "../scheduling/slices";
import { Noting } from "./notes/noting";
import type { Note, Operation } from "./operation";
import { Correlator } from "./operations/correlator";
import type { TrafficRecord } from "./record";

export interface StoreLimits {
  readonly records: number;
  /** Of the records' JSON, in characters. */
  readonly characters: number;
}

export const DEFAULT_LIMITS: StoreLimits = { records: 10_000, characters: 64 * 1024 * 1024 };
// The operations that are pinned. A further one cannot be pinned.
const MOST_PINNED = 100;
// The gaps that are kept. The oldest leave.
const MOST_GAPS = 100;
const STRAYS_MS = 10 * 60 * 1000;
const NO_NOTES: readonly Note[] = [];

/** Sequence numbers, inclusive, of records that the page did not get. */
export interface Gap {
  readonly from: number;
  readonly to: number;
}

export class TrafficStore {
  readonly #kept: TrafficRecord[] = [];
  readonly #begun: Operation[] = [];
  readonly #missed: Gap[] = [];
  readonly #pinned = new Set<Operation>();
  readonly #listeners = new Set<() => void>();
  readonly #owners = new WeakMap<TrafficRecord, Operation>();
  readonly #notes = new WeakMap<TrafficRecord, readonly Note[]>();
  readonly #correlator = new Correlator();
  readonly #noting = new Noting();
  #characters = 0;
  #changeCount = 0;
  #lastAt = 0;
  #unsureUntil = 0;

  constructor(private readonly limits: StoreLimits = DEFAULT_LIMITS) {}

  /** The records, oldest first. The array is the same one after every change. */
  get records(): readonly TrafficRecord[] {
    return this.#kept;
  }

  /** The operations, in the order of their first records. The array is the same one after every change. */
  get operations(): readonly Operation[] {
    return this.#begun;
  }

  get gaps(): readonly Gap[] {
    return this.#missed;
  }

  /** A number that grows with every change. */
  get revision(): number {
    return this.#changeCount;
  }

  /** Calls the listener after every change. Returns a function that ends it. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  append(record: TrafficRecord): void {
    this.#add(record);
    this.#changed();
  }

  /** Appends many records, as of a file, with one change. */
  appendAll(records: Iterable<TrafficRecord>): void {
    finish(this.appending(records));
  }

  *appending(records: Iterable<TrafficRecord>): Steps<void> {
    for (const record of records) {
      this.#add(record);
      yield;
    }
    this.#changed();
  }

  /** Notes that records are missing: `gap` events, and what was dropped before the page began to listen. */
  gap(from: number, to: number): void {
    this.#missed.push({ from, to });
    if (this.#missed.length > MOST_GAPS) this.#missed.shift();
    this.#expectStrays();
    this.#changed();
  }

  /** Forgets everything that is not pinned. */
  clear(): void {
    for (const operation of [...this.#begun]) if (!this.isPinned(operation)) this.#forget(operation);
    this.#kept.splice(0, Infinity, ...this.#kept.filter((record) => this.isPinned(this.#owners.get(record))));
    this.#missed.length = 0;
    this.#characters = sizeOf(this.#kept);
    this.#expectStrays();
    this.#changed();
  }

  /**
   * Keeps an operation when older ones leave. Returns whether it could: pinned operations take half of the room at
   * most.
   */
  pin(operation: Operation, isPinned = true): boolean {
    const records = [...this.#pinned, operation].flatMap(({ records }) => records);
    const fits = records.length <= this.limits.records / 2 && sizeOf(records) <= this.limits.characters / 2;
    if (isPinned && !(fits && this.#pinned.size < MOST_PINNED && this.#begun.includes(operation))) return false;
    if (isPinned) this.#pinned.add(operation);
    else this.#pinned.delete(operation);
    this.#changed();
    return true;
  }

  isPinned(operation: Operation | undefined): boolean {
    return operation !== undefined && this.#pinned.has(operation);
  }

  operationOf(record: TrafficRecord): Operation | undefined {
    return this.#owners.get(record);
  }

  notesOf(record: TrafficRecord): readonly Note[] {
    return this.#notes.get(record) ?? NO_NOTES;
  }

  #add(record: TrafficRecord): void {
    this.#kept.push(record);
    this.#characters += record.text.length;
    this.#lastAt = record.at;
    const placement = this.#correlator.add(record);
    const { operation, early } = placement;
    if (operation) {
      this.#owners.set(record, operation);
      if (operation.request === record) this.#begun.push(operation);
    }
    if (operation && early) {
      this.#owners.set(early, operation);
      this.#notes.delete(early);
    }
    const notes = this.#noting.notesOn(placement, record.at > this.#unsureUntil);
    if (notes.length > 0) this.#notes.set(record, notes);
    operation?.notes.push(...notes);
    while (this.#kept.length > this.limits.records || this.#characters > this.limits.characters) this.#dropOldest();
  }

  // A record that belongs to a pinned operation stays, unless there is no other.
  #dropOldest(): void {
    const index = this.#kept.findIndex((record) => !this.isPinned(this.#owners.get(record)));
    if (index < 0) this.#pinned.clear();
    const record = removed(this.#kept, Math.max(0, index));
    if (!record) return;
    this.#characters -= record.text.length;
    const operation = this.#owners.get(record);
    if (operation?.request === record) this.#forget(operation);
  }

  // An operation leaves with its first record. The records that stay must not keep the others in memory.
  #forget(operation: Operation): void {
    if (operation.state === "open") this.#expectStrays();
    this.#correlator.forget(operation);
    removed(this.#begun, this.#begun.indexOf(operation));
    for (const record of operation.records) this.#owners.delete(record);
    operation.parent = undefined;
  }

  // After records are missing, answers whose requests are among them are no mistakes.
  #expectStrays(): void {
    this.#unsureUntil = this.#lastAt + STRAYS_MS;
  }

  #changed(): void {
    this.#changeCount += 1;
    for (const listener of this.#listeners) listener();
  }
}

function sizeOf(records: readonly TrafficRecord[]): number {
  return records.reduce((sum, { text }) => sum + text.length, 0);
}

// Takes an item out of a list. The first one, which it mostly is, does not move the others.
function removed<T>(list: T[], index: number): T | undefined {
  return index === 0 ? list.shift() : list.splice(index, 1)[0];
}
