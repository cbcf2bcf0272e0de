// The number of items, and the notes above the list.

import { type VNode, render } from "preact";
import { byId } from "../dom/page";
import { server } from "../protocol/server";
import { counted, formatNumber } from "../text/units";
import { catalog } from "../tools/catalog";
import { FailureNote } from "../tools/failure-note";
import { LeftOut } from "../tools/left-out";
import { OFFER_WORDS, offerCatalog } from "../tools/offer-catalog";
import type { Sidebar } from "./sidebar";

interface SidebarProps {
  readonly sidebar: Sidebar;
}

export function showSidebar(sidebar: Sidebar): void {
  render(<Count sidebar={sidebar} />, byId("count"));
  render(<Note sidebar={sidebar} />, byId("list-note"));
  render(<LeftOutTools sidebar={sidebar} />, byId("left-out"));
}

function Count({ sidebar: { list, state } }: SidebarProps): VNode | null {
  const { kind } = state.value;
  if (kind !== "listed") return kind === "loading" ? <>Loading…</> : null;
  const { offers = [] } = offerCatalog.value ?? {};
  const { length } = catalog.value.tools;
  if (list.words.length === 0 || length + offers.length === 0) return <>{countedAll()}</>;
  const matches = list.isClose ? 0 : list.matches;
  return (
    <>{`${formatNumber(matches)} of ${offers.length > 0 ? formatNumber(length + offers.length) : countedAll()}`}</>
  );
}

// The number of tools, and those of the other offers of which there are any.
function countedAll(): string {
  const { offers = [] } = offerCatalog.value ?? {};
  const others = Object.entries(OFFER_WORDS).map(([kind, { one }]) => {
    const { length } = offers.filter((offer) => offer.kind === kind);
    return length > 0 && counted(length, one);
  });
  return [counted(catalog.value.tools.length, "tool"), ...others].filter(Boolean).join(", ");
}

function Note({ sidebar }: SidebarProps): VNode | null {
  const state = sidebar.state.value;
  switch (state.kind) {
    case "loading":
      return null;
    case "waiting":
      return <p class="hint">Waiting for the server</p>;
    case "failed":
      return <FailureNote problem={state.problem} retry={() => sidebar.again()} />;
    case "listed":
      return <ListNote sidebar={sidebar} />;
  }
}

// The reason why the list is empty, or not what was asked for.
function ListNote({ sidebar }: SidebarProps): VNode {
  const { matches, words, isClose } = sidebar.list;
  const isEmpty = catalog.value.tools.length + (offerCatalog.value?.offers.length ?? 0) === 0;
  const isFiltered = words.length > 0 && !isEmpty;
  if (isFiltered && isClose) return <p>Nothing matches. These are similar:</p>;
  if (isFiltered && matches === 0) {
    return (
      <>
        <p>Nothing matches.</p>
        <button type="button" onClick={() => sidebar.clear()}>
          Clear search
        </button>
      </>
    );
  }
  return (
    <>
      {isEmpty && <p>This server has no tools.</p>}
      {offerCatalog.value?.failures.map((reason) => (
        <p key={reason} class="failure">
          {reason}
        </p>
      ))}
    </>
  );
}

function LeftOutTools({ sidebar }: SidebarProps): VNode {
  const tools = sidebar.state.value.kind === "failed" ? [] : (server.value?.excludedTools ?? []);
  return <LeftOut tools={tools} />;
}
