// The records and operations that the page keeps: the latest ones within bounds, and those that are pinned.

import type { Note, Operation } from "./operation";
import { Correlator } from "./operations/correlator";
import type { TrafficRecord } from "./record";

export interface StoreLimits {
  readonly records: number;
  // Of the records' JSON, in characters.
  readonly characters: number;
}

export const DEFAULT_LIMITS: StoreLimits = { records: 10_000, characters: 64 * 1024 * 1024 };
const MOST_PINNED = 100;
const MOST_GAPS = 100;
const NO_NOTES: readonly Note[] = [];

// Sequence numbers, inclusive, of records that the page did not get.
export interface Gap {
  readonly from: number;
  readonly to: number;
}

export class TrafficStore {
  private readonly kept: TrafficRecord[] = [];
  private readonly begun: Operation[] = [];
  private readonly missed: Gap[] = [];
  private readonly pinned = new Set<Operation>();
  private readonly listeners = new Set<() => void>();
  private owners = new WeakMap<TrafficRecord, Operation>();
  private notes = new WeakMap<TrafficRecord, Note[]>();
  private correlator = new Correlator();
  private characters = 0;
  private changeCount = 0;

  constructor(private readonly limits: StoreLimits = DEFAULT_LIMITS) {}

  // The records, oldest first. The array is the same one after every change.
  get records(): readonly TrafficRecord[] {
    return this.kept;
  }

  // The operations, in the order of their first records. The array is the same one after every change.
  get operations(): readonly Operation[] {
    return this.begun;
  }

  get gaps(): readonly Gap[] {
    return this.missed;
  }

  // A number that grows with every change.
  get revision(): number {
    return this.changeCount;
  }

  // Calls the listener after every change. Returns a function that ends it.
  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  append(record: TrafficRecord): void {
    this.add(record);
    this.changed();
  }

  // Appends many records, as of a file, with one change.
  appendAll(records: Iterable<TrafficRecord>): void {
    for (const record of records) this.add(record);
    this.changed();
  }

  // Notes that records are missing: `gap` events, and what was dropped before the page began to listen.
  gap(from: number, to: number): void {
    this.missed.push({ from, to });
    if (this.missed.length > MOST_GAPS) this.missed.shift();
    this.changed();
  }

  // Forgets everything that is not pinned.
  clear(): void {
    const keep = new Set([...this.pinned].flatMap(({ records }) => records));
    this.kept.splice(0, Infinity, ...this.kept.filter((record) => keep.has(record)));
    for (const operation of this.begun) if (!this.pinned.has(operation)) this.correlator.forget(operation);
    this.begun.splice(0, Infinity, ...this.begun.filter((operation) => this.pinned.has(operation)));
    this.missed.length = 0;
    this.characters = this.kept.reduce((sum, { text }) => sum + text.length, 0);
    this.changed();
  }

  // Keeps an operation when older ones leave. Returns whether it could: pinned operations have bounds, too.
  pin(operation: Operation, isPinned = true): boolean {
    if (isPinned && this.pinned.size >= MOST_PINNED) return false;
    if (isPinned) this.pinned.add(operation);
    else this.pinned.delete(operation);
    this.changed();
    return true;
  }

  isPinned(operation: Operation): boolean {
    return this.pinned.has(operation);
  }

  operationOf(record: TrafficRecord): Operation | undefined {
    return this.owners.get(record);
  }

  notesOf(record: TrafficRecord): readonly Note[] {
    return this.notes.get(record) ?? NO_NOTES;
  }

  private add(record: TrafficRecord): void {
    this.kept.push(record);
    this.characters += record.text.length;
    const operation = this.correlator.add(record);
    if (operation) {
      this.owners.set(record, operation);
      if (operation.request === record) this.begun.push(operation);
    }
    while (this.kept.length > this.limits.records || this.characters > this.limits.characters) {
      if (!this.dropOldest()) break;
    }
  }

  private dropOldest(): boolean {
    const index = this.kept.findIndex((record) => {
      const operation = this.owners.get(record);
      return !(operation && this.pinned.has(operation));
    });
    const [record] = index < 0 ? [] : this.kept.splice(index, 1);
    if (!record) return false;
    this.characters -= record.text.length;
    const operation = this.owners.get(record);
    if (operation?.request !== record) return true;
    this.correlator.forget(operation);
    this.begun.splice(this.begun.indexOf(operation), 1);
    return true;
  }

  private changed(): void {
    this.changeCount += 1;
    for (const listener of this.listeners) listener();
  }
}
