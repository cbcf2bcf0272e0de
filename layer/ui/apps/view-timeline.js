// The messages between an app and this page, the newest at the bottom; each can be opened to show its raw JSON. An app may send
// thousands, so the list is drawn only while visible, a few times per second at most, and with few rows unless paused.
const TIMELINE_ROWS = 100;
const TIMELINE_MS = 250;

const MESSAGE_KINDS = new Map([
  ["Everything", () => true],
  ["From the app", ({ direction }) => direction === "in"],
  ["To the app", ({ direction }) => direction === "out"],
  ["Problems", isProblem],
]);

function isProblem({ problem, answer, method }) {
  return problem !== undefined || answer === "error" || method.endsWith("sandbox-report");
}

const DIRECTIONS = { in: ["←", "from the app"], out: ["→", "to the app"], note: ["·", "note"] };

class AppTimeline {
  constructor(run) {
    // `next` counts log entries from the very first, including dropped ones; `following` is off while the user reads further up.
    Object.assign(this, { run, next: 0, inSight: false, paused: false, following: true, isWhole: true, due: undefined });
    this.rows = element("ol.app-rows", { "aria-label": "Messages", onkeydown: (event) => this.onKey(event), onfocusin: (event) => this.onFocus(event) });
    this.rows.addEventListener("scroll", () => this.onScroll(), { passive: true });
    this.kind = element("select", { "aria-label": "Which messages", onchange: () => this.redraw() }, [...MESSAGE_KINDS.keys()].map((kind) => element("option", kind)));
    this.method = element("input", { type: "search", placeholder: "Filter by method", "aria-label": "Filter by method", ...VERBATIM, oninput: () => this.redraw() });
    this.pauseButton = button("Pause", () => this.pause(!this.paused), "small", { "aria-pressed": false });
    this.newest = button("↓ Newest", () => this.follow(), "small", { hidden: true });
    this.count = element("span.hint");
    const text = () => appReport(run);
    const save = () => downloadBytes(text(), "app-log.json");
    const bar = element("div.app-bar", this.kind, this.method, this.pauseButton, copyButton(text, "Copy log"), button("Save log", save, "quiet small"));
    this.element = element("div.app-timeline", bar, this.rows, element("div.app-bar", this.count, this.newest));
    run.addEventListener("log", () => this.drawSoon());
    new IntersectionObserver((seen) => {
      this.inSight = seen.at(-1).isIntersecting;
      this.draw();
    }).observe(this.element);
  }

  drawSoon() {
    if (this.inSight) this.due ??= setTimeout(() => this.draw(), TIMELINE_MS);
  }

  // Each load of an app has its own log.
  begin(log) {
    Object.assign(this, { log, start: log[0]?.at });
    this.redraw();
  }

  // Redraws the filtered list: all of it while paused, otherwise its end.
  redraw() {
    Object.assign(this, { next: 0, following: true, isWhole: true });
    this.rows.replaceChildren();
    this.draw(Infinity, this.paused ? Infinity : TIMELINE_ROWS);
  }

  draw(room = this.room(), most = TIMELINE_ROWS) {
    clearTimeout(this.due);
    this.due = undefined;
    const { log, dropped } = this.run;
    if (log !== this.log) return this.begin(log);
    this.start ??= log[0]?.at;
    const fresh = [];
    const end = dropped + log.length;
    for (this.next = Math.max(this.next, dropped); this.next < end && fresh.length < room; this.next += 1) {
      const entry = log[this.next - dropped];
      if (this.matches(entry)) fresh.push([entry, this.next + 1]);
    }
    this.append(fresh, most);
    const facts = [
      counted(end, "message"),
      this.next < end && `${(end - this.next).toLocaleString("en")} not shown yet`,
      dropped > 0 && `the first ${dropped.toLocaleString("en")} no longer kept`,
      !this.isWhole && `the last ${TIMELINE_ROWS} shown, all while paused`,
    ];
    this.count.textContent = facts.filter(Boolean).join(" · ");
    this.newest.hidden = this.following || this.paused || this.next === end;
  }

  // Rows are removed at the top only while the list follows the newest; otherwise it would move while being read.
  room() {
    if (this.paused) return 0;
    return this.following ? Infinity : 2 * TIMELINE_ROWS - this.rows.childElementCount;
  }

  append(entries, most) {
    if (entries.length === 0) return;
    const { rows, following } = this;
    const excess = following ? rows.childElementCount + entries.length - most : 0;
    if (excess > 0) this.isWhole = false;
    for (const row of [...rows.children].slice(0, Math.max(0, excess))) row.remove();
    rows.append(...entries.slice(-most).map(([entry, number]) => this.row(entry, number)));
    if (!this.tabStop()) rows.firstChild.firstChild.tabIndex = 0;
    if (following) rows.scrollTop = rows.scrollHeight;
  }

  matches(entry) {
    return MESSAGE_KINDS.get(this.kind.value)(entry) && entry.method.toLowerCase().includes(this.method.value.toLowerCase());
  }

  row(entry, number) {
    const { at, direction, method, id, answer, bytes, problem, dialect } = entry;
    const [arrow, meaning] = DIRECTIONS[direction];
    const row = button("", () => this.toggle(row, entry, number), "app-row", { "aria-expanded": false, tabindex: -1 });
    const name = element("span.app-method", nameNode(method || problem || "message", 120), element("span.hint", id !== undefined && ` #${printable(asText(id), 40)}`, answer && ` ${answer}`));
    row.append(
      element("span.app-time", `${((at - this.start) / 1000).toFixed(3)} s`),
      element("span", { class: `app-arrow ${direction}`, role: "img", "aria-label": meaning }, arrow),
      name,
      isProblem(entry) ? element("span.badge.destructive", "problem") : "",
      dialect === "legacy" ? element("span.badge", dialect) : "",
      element("span.app-size", bytes > 0 && formatSize(bytes)),
    );
    return element("li", row);
  }

  toggle(row, { raw, bytes, problem }, number) {
    const open = row.nextSibling === null;
    this.following = false;
    row.setAttribute("aria-expanded", open);
    if (!open) return row.nextSibling.remove();
    const part = raw.endsWith("…") && element("p.hint", `The beginning of ${formatSize(bytes)}`);
    const text = textViewer(raw, { label: regionLabel(this.run, `Message ${number}`), filename: "message.json", json: tryReadJson(raw) });
    row.after(element("div.app-message", problem && element("p.error", printable(problem, 1000)), part, text));
    return row.nextSibling.scrollIntoView({ block: "nearest" });
  }

  pause(paused) {
    this.paused = paused;
    this.pauseButton.setAttribute("aria-pressed", paused);
    if (paused && !this.isWhole) this.redraw();
    else this.draw();
  }

  follow() {
    this.following = true;
    this.draw();
    this.rows.scrollTop = this.rows.scrollHeight;
  }

  onScroll() {
    const { scrollTop, clientHeight, scrollHeight } = this.rows;
    this.following = scrollTop + clientHeight > scrollHeight - 4 && !this.rows.contains(document.activeElement);
  }

  // A roving tab index: Tab reaches one row, and the arrow keys move from there.
  onKey(event) {
    const from = event.target.closest(".app-row")?.parentElement;
    const to = { ArrowDown: from?.nextSibling, ArrowUp: from?.previousSibling, Home: this.rows.firstChild, End: this.rows.lastChild }[event.key];
    if (!from || !to) return;
    event.preventDefault();
    to.firstChild.focus();
  }

  onFocus({ target }) {
    this.following = false;
    const row = target.closest("li").firstChild;
    const stop = this.tabStop();
    if (stop) stop.tabIndex = -1;
    row.tabIndex = 0;
  }

  tabStop() {
    return this.rows.querySelector(".app-row[tabindex='0']");
  }
}

// Everything known about a run, for a bug report.
function appReport({ tool, uri, state, appInfo, notes, policy, model, tried, log, dropped, ...run }) {
  const message = ({ raw, ...entry }) => ({ ...entry, at: new Date(entry.at).toISOString(), message: plainOrText(raw) });
  const whole = { tool: tool.name, uri, state, appInfo, notes, policy, model, tried, dropped, log: log.map(message) };
  return JSON.stringify(whole, null, 2);
}

function plainOrText(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
