import { type ReadonlySignal, useSignal } from "@preact/signals";
import type { ComponentChildren, RefObject, VNode } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { freshId } from "./attributes";

/** A tab with its panel, which is drawn when the tab is first opened. */
export interface TabView {
  readonly name: string;
  /** Shown in place of the name. */
  readonly label?: ComponentChildren;
  readonly draw: () => VNode;
  /** Set for a panel that is drawn anew whenever its tab is opened. */
  readonly isFresh?: boolean;
}

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly TabView[];
  /** The tab that is opened first; the first one by default. */
  readonly initial?: string | undefined;
  /** Called with the name of each tab that is opened later. */
  readonly onChoose?: ((name: string) => void) | undefined;
  /** Places the list and the panels, which otherwise follow one another. */
  readonly children?: (list: VNode, panels: VNode) => VNode;
}

/** Tabs with their panels. A panel that was opened keeps its state. */
export function Tabs({ label, tabs, initial, onChoose, children = stacked }: TabsProps): VNode {
  const chosen = useSignal(initial ?? tabs[0]?.name ?? "");
  const choose = (name: string) => {
    chosen.value = name;
    onChoose?.(name);
  };
  const { list, panels } = useTabs({ label, tabs, chosen, onChoose: choose });
  return children(list, panels);
}

/** Tabs whose choice is a part of somebody else's state. */
export function ChosenTabs(props: TabsOptions): VNode {
  const { list, panels } = useTabs(props);
  return stacked(list, panels);
}

function stacked(list: VNode, panels: VNode): VNode {
  return (
    <>
      {list}
      {panels}
    </>
  );
}

interface TabsOptions {
  readonly label: string;
  readonly tabs: readonly TabView[];
  /** The name of the open tab. */
  readonly chosen: ReadonlySignal<string>;
  readonly onChoose: (name: string) => void;
}

/** The list of some tabs and their panels, which need not stand together. */
interface DrawnTabs {
  readonly list: VNode;
  readonly panels: VNode;
}

/** Draws tabs and their panels apart. */
export function useTabs({ label, tabs, chosen, onChoose }: TabsOptions): DrawnTabs {
  const [id] = useState(freshId);
  const list = useRef<HTMLDivElement>(null);
  const panels = useRef<HTMLDivElement>(null);
  const opened = useRef(new Set<string>()).current;
  const current = Math.max(
    0,
    tabs.findIndex(({ name }) => name === chosen.value),
  );
  opened.add(tabs[current]!.name);
  useKeptFocus(list, panels, current);
  const choose = (index: number) => {
    keepHeight(panels.current!);
    onChoose(tabs[index]!.name);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const to = tabAfter(event.key, current, tabs.length);
    if (to === undefined) return;
    event.preventDefault();
    choose(to);
    (list.current!.children[to] as HTMLElement).focus();
  };
  return {
    list: (
      <div class="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
        {tabs.map(({ name, label: shown = name }, index) => (
          <button
            type="button"
            role="tab"
            id={`${id}-tab-${index}`}
            aria-controls={`${id}-panel-${index}`}
            aria-selected={index === current}
            tabIndex={index === current ? 0 : -1}
            onClick={() => choose(index)}
          >
            {shown}
          </button>
        ))}
      </div>
    ),
    panels: (
      <div ref={panels}>
        {tabs.map(({ name, draw, isFresh }, index) => (
          <div
            role="tabpanel"
            id={`${id}-panel-${index}`}
            aria-labelledby={`${id}-tab-${index}`}
            hidden={index !== current}
          >
            {(isFresh ? index === current : opened.has(name)) && draw()}
          </div>
        ))}
      </div>
    ),
  };
}

/** Focuses the tab of the panel that an element is in, which is about to go. */
export function focusTabOf(node: Element): void {
  const tab = node.closest('[role="tabpanel"]')?.getAttribute("aria-labelledby") ?? "";
  document.getElementById(tab)?.focus();
}

// A shorter panel must not make the page so short that it scrolls.
function keepHeight(panels: HTMLElement): void {
  const visible = Math.max(0, innerHeight - panels.getBoundingClientRect().top);
  panels.style.minHeight = `${Math.min(panels.offsetHeight, visible)}px`;
}

// Moves the focus to the tab when its panel has hidden the focused element.
function useKeptFocus(
  list: RefObject<HTMLElement | null>,
  panels: RefObject<HTMLElement | null>,
  current: number,
): void {
  const focused = useRef<Element | null>(null);
  focused.current = panels.current?.contains(document.activeElement) ? document.activeElement : null;
  useLayoutEffect(() => {
    if (focused.current && !focused.current.checkVisibility()) (list.current!.children[current] as HTMLElement).focus();
  }, [current]);
}

// The index of the tab that a key leads to.
function tabAfter(key: string, current: number, count: number): number | undefined {
  const steps: Partial<Record<string, number>> = {
    ArrowRight: current + 1,
    ArrowLeft: current - 1,
    Home: 0,
    End: -1,
  };
  const to = steps[key];
  return to === undefined ? undefined : (to + count) % count;
}
