// The record of an app: the messages in both directions, and notes about what was refused, replaced by a default, or
// unusual. Both are bounded.

import { batch, signal } from "@preact/signals";
import { asText, jsonExcerpt, memberAt } from "../../json/plain";
import { measureMessage } from "../messages/check";
import { clipped } from "../../text/printable";

// The entries in the log of an app. Beyond them, the oldest tenth leaves.
const LONGEST_LOG = 1000;
// The size up to which a message is measured for the log, in bytes. A larger one is shown with about this size.
const LARGEST_MEASURED = 1e8;
// The notes on an app. Further ones are ignored.
const MAX_NOTES = 200;

export type Dialect = "apps" | "legacy" | "";

export interface LogEntry {
  readonly at: number;
  readonly direction: "in" | "out" | "note";
  readonly dialect: Dialect;
  readonly method: string;
  readonly id?: unknown;
  /** Set for responses. */
  readonly answer?: "result" | "error" | undefined;
  /** The beginning of the message as JSON. */
  readonly raw: string;
  readonly bytes: number;
  readonly problem?: string | undefined;
}

export type NoteKind = "refused" | "defaulted" | "warning" | "error";

export interface Note {
  readonly kind: NoteKind;
  readonly text: string;
}

/** Collects notes while an app is being read. */
export type TakeNote = (kind: NoteKind, text: string) => void;

/** A message to record. If `bytes` is absent, the size is measured. */
export interface RecordedMessage {
  readonly direction: "in" | "out";
  readonly dialect: Dialect;
  readonly method: unknown;
  readonly message: unknown;
  readonly bytes?: number;
  readonly problem?: string | undefined;
}

/** A kind of change of an app: of its log, or of anything else. */
export type AppChange = "change" | "log";

// The beginning of an id that is kept, in characters. The rest is left out.
const LONGEST_ID = 200;

/** The record of one app. Its changes are counted, each kind at most once for each animation frame. */
export class AppRecord {
  readonly counts = { change: signal(0), log: signal(0) };
  log: LogEntry[] = [];
  // The number of log entries that are no longer kept.
  dropped = 0;
  notes: Note[] = [];
  readonly #due = new Set<AppChange>();

  protected resetRecord(): void {
    Object.assign(this, { log: [], dropped: 0, notes: [] });
  }

  note(kind: NoteKind, text: string): void {
    if (this.notes.length >= MAX_NOTES || this.notes.some((note) => note.text === text)) return;
    this.notes.push({ kind, text });
    this.announce("change");
  }

  recordMessage({ message, method, bytes, ...entry }: RecordedMessage): void {
    const id = memberAt(message, "id") ?? memberAt(message, "messageId");
    this.record({
      ...entry,
      method: clipped(asText(method ?? ""), 200),
      id: typeof id === "number" || id === undefined ? id : clipped(asText(id), LONGEST_ID),
      answer: answerOf(message),
      raw: jsonExcerpt(message),
      bytes: bytes ?? measureMessage(message, LARGEST_MEASURED).bytes,
    });
  }

  record(entry: Pick<LogEntry, "direction"> & Partial<LogEntry>): void {
    this.log.push({ at: Date.now(), dialect: "", method: "", raw: "", bytes: 0, ...entry });
    if (this.log.length > LONGEST_LOG) {
      this.log.splice(0, LONGEST_LOG / 10);
      this.dropped += LONGEST_LOG / 10;
    }
    this.announce("log");
  }

  announce(type: AppChange): void {
    if (this.#due.size === 0) requestAnimationFrame(() => this.#countDue());
    this.#due.add(type);
  }

  #countDue(): void {
    const due = [...this.#due];
    this.#due.clear();
    batch(() => due.forEach((type) => (this.counts[type].value += 1)));
  }

  /** Has the component that calls this drawn again when the app has changed. Returns the number of changes so far. */
  useChanges(): number {
    return this.counts.change.value;
  }
}

function answerOf(message: unknown): "result" | "error" | undefined {
  if (!memberAt(message, "jsonrpc") || memberAt(message, "method") !== undefined) return undefined;
  return memberAt(message, "error") === undefined ? "result" : "error";
}
