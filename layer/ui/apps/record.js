// The record of an app: the messages in both directions, and notes about what was refused, defaulted or unusual. Both are bounded.
//
//   log:   { at, direction: "in" | "out" | "note", dialect: "apps" | "legacy" | "", method, id, answer, raw, bytes, problem }
//   notes: { kind: "refused" | "defaulted" | "warning" | "error", text }
//
// Events: "change" (anything but the log) and "log", each at most once per animation frame.
const LONGEST_LOG = 1000;
const LARGEST_MEASURED = 1e8;
const MAX_NOTES = 200;

class AppRecord extends EventTarget {
  due = new Set();

  resetRecord() {
    Object.assign(this, { log: [], dropped: 0, notes: [] });
  }

  note(kind, text) {
    if (this.notes.length >= MAX_NOTES || this.notes.some((note) => note.text === text)) return;
    this.notes.push({ kind, text });
    this.announce("change");
  }

  recordMessage(direction, dialect, method, message, bytes = measureMessage(message, LARGEST_MEASURED).bytes, problem) {
    const id = message?.id ?? message?.messageId;
    const answer = message?.jsonrpc && message.method === undefined ? (message.error === undefined ? "result" : "error") : undefined;
    this.record({ direction, dialect, method: clipped(asText(method ?? ""), 200), id, answer, raw: jsonExcerpt(message), bytes, problem });
  }

  record(entry) {
    this.log.push({ at: Date.now(), dialect: "", method: "", raw: "", bytes: 0, ...entry });
    if (this.log.length > LONGEST_LOG) {
      this.log.splice(0, LONGEST_LOG / 10);
      this.dropped += LONGEST_LOG / 10;
    }
    this.announce("log");
  }

  announce(type) {
    if (this.due.size === 0) requestAnimationFrame(() => this.dispatchDue());
    this.due.add(type);
  }

  dispatchDue() {
    const due = [...this.due];
    this.due.clear();
    for (const type of due) this.dispatchEvent(new Event(type));
  }
}
