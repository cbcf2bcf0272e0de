// Parts of rooms that still build their nodes by hand.

import { formatNumber } from "../text/units";
import { freshId } from "./attributes";
import { type Child, button, element } from "./element";

// A <details> element whose content is created when it is first opened.
export function lazyDetails(summary: Child, make: () => Node, ...body: readonly Child[]): HTMLDetailsElement {
  const details = element("details", element("summary", summary), body);
  details.addEventListener("toggle", () => details.append(make()), { once: true });
  return details;
}

// Fills a long list page by page, one page per click. `make` returns the node of the entry at an index.
export function fillPaged(list: Element, count: number, make: (index: number) => Node, size = 100): HTMLButtonElement {
  const more = button("", () => addPage(list.childElementCount), "small");
  const addPage = (start: number) => {
    const end = Math.min(start + size, count);
    for (let index = start; index < end; index += 1) list.append(make(index));
    more.textContent = `Show more (${formatNumber(count - end)} left)`;
    more.hidden = end === count;
  };
  addPage(0);
  return more;
}

// A tab with its panel: a node, or a function that creates the node when the tab is first opened. If `fresh` is set,
// the function is called each time the tab is opened.
export interface Tab {
  readonly name: string;
  readonly panel: Node | (() => Node);
  readonly fresh?: boolean;
}

export interface TabOptions {
  readonly initial?: string;
  readonly onChoose?: (name: string) => void;
}

export interface TabSet {
  readonly list: HTMLElement;
  readonly panels: HTMLElement;
  choose(name: string): void;
}

export function tabSet(label: string, tabs: readonly Tab[], { initial, onChoose }: TabOptions = {}): TabSet {
  const list = element("div.tabs", { role: "tablist", "aria-label": label });
  const panels = element("div");
  const entries = tabs.map((entry, index) => {
    const tab = button(entry.name, () => choose(index), "", { role: "tab", id: freshId() });
    const body = element("div", { role: "tabpanel", id: freshId(), "aria-labelledby": tab.id });
    tab.setAttribute("aria-controls", body.id);
    list.append(tab);
    panels.append(body);
    return { ...entry, tab, body };
  });

  function choose(chosen: number): void {
    const focused = document.activeElement;
    const isWithin = panels.contains(focused);
    // A shorter panel must not make the page so short that it scrolls.
    const visible = Math.max(0, innerHeight - panels.getBoundingClientRect().top);
    panels.style.minHeight = `${Math.min(panels.offsetHeight, visible)}px`;
    entries.forEach(({ tab, body, panel, fresh }, index) => {
      tab.setAttribute("aria-selected", String(index === chosen));
      tab.tabIndex = index === chosen ? 0 : -1;
      body.hidden = index !== chosen;
      if (index === chosen && (fresh || !body.hasChildNodes())) {
        body.replaceChildren(typeof panel === "function" ? panel() : panel);
      }
    });
    const entry = entries[chosen];
    if (!entry) return;
    // The focused element may have been removed or hidden.
    if (isWithin && !focused?.checkVisibility()) entry.tab.focus();
    onChoose?.(entry.name);
  }

  list.addEventListener("keydown", (event) => {
    const current = entries.findIndex(({ tab }) => tab === document.activeElement);
    const steps: Partial<Record<string, number>> = {
      ArrowRight: current + 1,
      ArrowLeft: current - 1,
      Home: 0,
      End: -1,
    };
    const to = steps[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = (to + entries.length) % entries.length;
    choose(next);
    entries[next]?.tab.focus();
  });
  const chooseNamed = (name: string | undefined) =>
    choose(
      Math.max(
        0,
        entries.findIndex((entry) => entry.name === name),
      ),
    );
  chooseNamed(initial);
  return { list, panels, choose: chooseNamed };
}
