// The list of tools: groups and tools as rows of fixed height. Only visible rows are in the document.
const ROW_REMS = { group: 2.25, tool: 3.25 };
const ROWS_AROUND = 4;

class ToolList {
  constructor() {
    this.scroller = byId("list-scroller");
    this.list = byId("list");
    Object.assign(this, { groups: [], haystacks: new Map(), words: [], rows: [], matches: 0, selected: undefined });
    Object.assign(this, { closed: new Set(), running: new Set(), shown: new Map() });
    this.scroller.addEventListener("scroll", () => this.draw(), { passive: true });
    this.list.addEventListener("keydown", (event) => this.onKey(event));
    new ResizeObserver(() => this.layOut()).observe(this.scroller);
  }

  setTools(tools) {
    this.groups = groupTools(tools);
    this.haystacks = new Map(tools.map((tool) => [tool, haystackOf(tool)]));
    this.layOut();
  }

  setFilter(query) {
    this.words = wordsOf(query);
    this.scroller.scrollTop = 0;
    this.layOut();
  }

  toolNamed(name) {
    return [...this.haystacks.keys()].find((tool) => tool.name === name);
  }

  // Computes all rows and their positions; `draw` then creates the visible ones.
  layOut() {
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    let top = rem / 3;
    this.rows = [];
    this.matches = 0;
    const add = (row, height) => {
      this.rows.push({ ...row, top, height });
      top += height;
    };
    for (const group of this.groups) {
      const tools = group.tools.filter((tool) => matchesWords(this.haystacks.get(tool), this.words));
      const closed = this.closed.has(group.name) && this.words.length === 0;
      this.matches += tools.length;
      if (group.name && tools.length > 0) add({ group: group.name, closed, count: tools.length }, ROW_REMS.group * rem);
      if (!closed) for (const tool of tools) add({ tool, prefix: group.name }, ROW_REMS.tool * rem);
    }
    this.list.style.setProperty("height", `${top}px`);
    this.redraw();
  }

  // Redraws every visible row.
  redraw() {
    const focused = this.focusedIndex();
    this.list.replaceChildren();
    this.shown.clear();
    this.draw();
    this.shown.get(focused)?.firstChild.focus({ preventScroll: true });
  }

  draw() {
    const { scrollTop, clientHeight } = this.scroller;
    const first = this.indexAt(scrollTop) - ROWS_AROUND;
    const last = this.indexAt(scrollTop + clientHeight) + ROWS_AROUND;
    const focused = this.focusedIndex();
    for (const [index, item] of this.shown) {
      if ((index >= first && index <= last) || index === focused) continue;
      item.remove();
      this.shown.delete(index);
    }
    for (let index = Math.max(0, first); index <= last && index < this.rows.length; index += 1) {
      if (this.shown.has(index)) continue;
      const item = this.item(index);
      const next = Math.min(...[...this.shown.keys()].filter((other) => other > index));
      this.list.insertBefore(item, this.shown.get(next) ?? null);
      this.shown.set(index, item);
    }
    this.setTabStop();
  }

  indexAt(offset) {
    const after = this.rows.findIndex((row) => row.top > offset);
    return (after < 0 ? this.rows.length : after) - 1;
  }

  item(index) {
    const row = this.rows[index];
    const item = element("li", { "aria-setsize": this.rows.length, "aria-posinset": index + 1, "data-index": index }, row.tool ? this.toolRow(row) : this.groupRow(row));
    item.style.setProperty("top", `${row.top}px`);
    item.style.setProperty("height", `${row.height}px`);
    return item;
  }

  groupRow({ group, closed, count }) {
    const toggle = () => {
      // A filter opens all groups.
      if (this.words.length > 0) return;
      if (!this.closed.delete(group)) this.closed.add(group);
      this.layOut();
    };
    const row = button(element("bdi", marked(printable(group), this.words)), toggle, "group-row", { "aria-expanded": !closed });
    row.append(element("span", count));
    return row;
  }

  toolRow({ tool, prefix }) {
    const { words } = this;
    const name = displayName(tool.name);
    const cut = name.startsWith(prefix) ? prefix.length : 0;
    const title = typeof tool.title === "string" && element("bdi.tool-title", marked(printable(tool.title), words));
    const about = typeof tool.description === "string" && element("bdi", marked(printable(excerpt(tool.description, words)), words));
    const running = this.running.has(tool.name) && element("span.running", { role: "img", "aria-label": "running" });
    const badges = hintsOf(tool).filter((hint) => hint.inList).map(badge);
    const current = tool.name === this.selected && "page";
    const onclick = (event) => current && !event.ctrlKey && !event.metaKey && !event.shiftKey && event.preventDefault();
    return element(
      "a.tool-row",
      { href: toolLink(tool.name), "aria-current": current, onclick },
      element("span.line", element("bdi.tool-name", element("span.prefix", marked(name.slice(0, cut), words)), marked(name.slice(cut), words)), running, badges),
      element("span.line.about", title, about),
    );
  }

  // A roving tab index: Tab reaches one row, and the arrow keys move from there.
  setTabStop() {
    const stop = [this.focusedIndex(), this.rowOf(this.selected), Math.min(...this.shown.keys())].find((index) => this.shown.has(index));
    for (const [index, item] of this.shown) item.firstChild.tabIndex = index === stop ? 0 : -1;
  }

  rowOf(name) {
    return this.rows.findIndex(({ tool }) => tool && tool.name === name);
  }

  focusedIndex() {
    return Number(this.list.contains(document.activeElement) ? document.activeElement.closest("li").dataset.index : -1);
  }

  onKey(event) {
    const current = this.focusedIndex();
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -Infinity, End: Infinity };
    if (!(event.key in steps) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.focusRow(Math.min(this.rows.length - 1, Math.max(0, current + steps[event.key])));
  }

  focusRow(index) {
    if (!this.rows[index]) return;
    this.reveal(index);
    this.shown.get(index).firstChild.focus({ preventScroll: true });
    this.setTabStop();
  }

  reveal(index) {
    const { top, height } = this.rows[index];
    const { scrollTop, clientHeight } = this.scroller;
    if (top < scrollTop) this.scroller.scrollTop = top;
    else if (top + height > scrollTop + clientHeight) this.scroller.scrollTop = top + height - clientHeight;
    this.draw();
  }

  select(name) {
    this.selected = name;
    this.redraw();
    if (this.rowOf(name) >= 0) this.reveal(this.rowOf(name));
  }

  setRunning(name, running) {
    this.running[running ? "add" : "delete"](name);
    this.redraw();
  }
}
