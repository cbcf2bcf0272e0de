// One app on show: where it stands, what passed between it and this page, what was made of its wishes, and the frame it
// lives in.
//
//   state:  "reading" | "connecting" | "waiting" | "initializing" | "ready" | "closed" | "failed"
//   log:    { at, direction: "in" | "out" | "note", dialect: "apps" | "legacy" | "", method, id, raw, bytes, problem }
//   notes:  { kind: "refused" | "defaulted" | "warning" | "error", text }
//   policy: { text, approved, rejected, declared, violations }
//   model:  { messages: [{ at, role, content }], context: { content, structuredContent } }
//   tried:  { theme, displayMode, locale, width, relaxed }, each undefined until the user tries it
//
// Events: "change" (anything but the log) and "log", each at most once per animation frame.
const LONGEST_LOG = 1000;
const MOST_NOTES = 200;

class AppRun extends EventTarget {
  constructor(tool, uri) {
    super();
    Object.assign(this, { tool, uri, state: "reading", log: [], dropped: 0, notes: [], appTools: [], permissions: [] });
    this.policy = { text: "", approved: {}, rejected: [], declared: undefined, violations: [] };
    this.model = { messages: [], context: undefined };
    this.tried = {};
    this.mount = element("div.app-mount");
    this.due = new Set();
  }

  setState(state) {
    this.state = state;
    this.announce("change");
  }

  note(kind, text) {
    if (this.notes.length >= MOST_NOTES || this.notes.some((note) => note.text === text)) return;
    this.notes.push({ kind, text });
    this.announce("change");
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

  // What the author wants to see tried: another theme, display mode, locale, width, or a relaxed policy.
  try(name, value) {
    this.tried[name] = value;
    this.announce("change");
  }

  async reload() {}

  async close() {}

  // Calls a tool that the app itself offers.
  async callAppTool(name, args) {
    throw new Error(`The app does not answer yet: ${name} ${args}`);
  }

  // Why nothing is to be seen, in one sentence; "" when nothing is wrong.
  diagnosis() {
    return "";
  }
}
