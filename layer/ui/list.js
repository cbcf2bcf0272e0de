// The list of tools: groups and tools as rows of fixed height, of which only those in sight exist.
const BADGES_IN_LIST = new Set(["read-only", "destructive"]);

class ToolList {
  constructor({ onToggle }) {
    this.scroller = byId("list-scroller");
    this.list = byId("list");
    this.onToggle = onToggle;
    this.groups = [];
    this.closed = new Set();
    this.running = new Set();
    this.words = [];
    this.rows = [];
    this.shown = new Map();
    this.selected = undefined;
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
    return this.rows.filter((row) => row.tool).length;
  }

  // Works out which rows there are and where; the drawing takes those in sight from it.
  layOut() {
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    const heights = { group: 2.25 * rem, tool: 3.25 * rem };
    const rows = [];
    let top = 0;
    const add = (row, height) => {
      rows.push({ ...row, top, height });
      top += height;
    };
    this.matches = 0;
    for (const group of this.groups) {
      const tools = group.tools.filter((tool) => matchesWords(this.haystacks.get(tool), this.words));
      if (tools.length === 0) continue;
      this.matches += tools.length;
      const closed = this.closed.has(group.name) && this.words.length === 0;
      if (group.name) add({ key: `group ${group.name}`, group, closed, count: tools.length }, heights.group);
      if (!closed) for (const tool of tools) add({ key: `tool ${tool.name}`, tool, prefix: group.name }, heights.tool);
    }
    this.rows = rows;
    this.list.style.setProperty("height", `${top}px`);
    this.shown.forEach((item) => item.remove());
    this.shown.clear();
    this.draw();
  }

  draw() {
    const { scrollTop, clientHeight } = this.scroller;
    const first = Math.max(0, this.indexAt(scrollTop) - 4);
    const last = Math.min(this.rows.length - 1, this.indexAt(scrollTop + clientHeight) + 4);
    const wanted = new Set();
    for (let index = first; index <= last; index += 1) wanted.add(index);
    const focused = this.focusedIndex();
    if (focused >= 0) wanted.add(focused);
    for (const [index, item] of this.shown) {
      if (wanted.has(index)) continue;
      item.remove();
      this.shown.delete(index);
    }
    for (const index of wanted) {
      if (this.shown.has(index)) continue;
      const item = this.item(index);
      const next = [...this.shown.keys()].filter((other) => other > index).reduce((a, b) => Math.min(a, b), Infinity);
      this.list.insertBefore(item, this.shown.get(next) ?? null);
      this.shown.set(index, item);
    }
    this.setTabStop();
  }

  indexAt(offset) {
    let low = 0;
    let high = this.rows.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.rows[middle].top <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  item(index) {
    const row = this.rows[index];
    const item = element("li", { "aria-setsize": this.rows.length, "aria-posinset": index + 1 }, row.tool ? this.toolRow(row) : this.groupRow(row));
    item.dataset.index = index;
    item.style.setProperty("top", `${row.top}px`);
    item.style.setProperty("height", `${row.height}px`);
    return item;
  }

  groupRow(row) {
    const toggle = () => {
      if (!this.closed.delete(row.group.name)) this.closed.add(row.group.name);
      this.layOut();
      this.focusRow(this.rows.findIndex((other) => other.key === row.key));
      this.onToggle?.();
    };
    const name = element("bdi", {}, marked(spelled(row.group.name, 80), this.words));
    return button("", toggle, { class: "group-row", "aria-expanded": !row.closed, tabindex: -1 }).appendChild(element("span", {}, name, element("span", { class: "count" }, row.count))).parentNode;
  }

  toolRow({ tool, prefix }) {
    const name = spelled(tool.name, 300);
    const title = typeof tool.title === "string" && tool.title ? spelled(tool.title, 200) : undefined;
    const about = typeof tool.description === "string" ? spelled(excerpt(tool.description, this.words), 200) : "";
    const shownPrefix = prefix && name.startsWith(prefix) ? prefix : "";
    const nameNode = element("bdi", { class: "tool-name" }, shownPrefix && element("span", { class: "prefix" }, marked(shownPrefix, this.words)), marked(name.slice(shownPrefix.length), this.words));
    const badges = hintsOf(tool.annotations).filter((hint) => BADGES_IN_LIST.has(hint.badge)).map(badge);
    const current = tool.name === this.selected;
    return element(
      "a",
      { href: toolLink(tool.name), class: "tool-row", "aria-current": current && "page", tabindex: -1 },
      element("span", { class: "line" }, nameNode, this.running.has(tool.name) && element("span", { class: "running", role: "img", "aria-label": "running" }), badges),
      element("span", { class: "line about" }, title && element("bdi", { class: "tool-title" }, marked(title, this.words)), element("bdi", {}, marked(about, this.words))),
    );
  }

  // One row at a time can be reached with Tab; the arrow keys go on from there.
  setTabStop() {
    const focused = this.focusedIndex();
    const selected = this.rows.findIndex((row) => row.tool?.name === this.selected && this.selected !== undefined);
    const stop = [focused, selected, Math.min(...this.shown.keys())].find((index) => this.shown.has(index));
    for (const [index, item] of this.shown) item.firstElementChild.tabIndex = index === stop ? 0 : -1;
  }

  focusedIndex() {
    const item = this.list.contains(document.activeElement) && document.activeElement.closest("li");
    return item ? Number(item.dataset.index) : -1;
  }

  onKey(event) {
    const current = this.focusedIndex();
    const page = Math.max(1, Math.floor(this.scroller.clientHeight / (this.rows[current]?.height ?? 50)) - 1);
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity };
    if (!(event.key in steps) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.focusRow(Math.min(this.rows.length - 1, Math.max(0, current + steps[event.key])));
  }

  focusRow(index) {
    if (!this.rows[index]) return;
    this.reveal(index);
    this.shown.get(index)?.firstElementChild.focus({ preventScroll: true });
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
    const index = this.rows.findIndex((row) => row.tool?.name === name);
    this.redraw();
    if (index >= 0) this.reveal(index);
  }

  setRunning(name, running) {
    if (running) this.running.add(name);
    else this.running.delete(name);
    this.redraw();
  }

  // Draws the rows in sight anew, without losing the focus.
  redraw() {
    const focused = this.focusedIndex();
    for (const [index, item] of this.shown) {
      const fresh = this.item(index);
      item.replaceWith(fresh);
      this.shown.set(index, fresh);
    }
    this.setTabStop();
    if (focused >= 0) this.shown.get(focused)?.firstElementChild.focus({ preventScroll: true });
  }

  // The tool before or after the selected one, among those that the filter leaves.
  neighbour(step) {
    const tools = this.rows.filter((row) => row.tool).map((row) => row.tool.name);
    const at = tools.indexOf(this.selected);
    return at < 0 ? tools[0] : tools[at + step];
  }
}
