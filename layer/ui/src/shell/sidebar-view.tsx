// The number of items, and the notes above the list.

import { type VNode, render } from "preact";
import { byId } from "../dom/page";
import type { ItemId } from "../protocol/links";
import { server } from "../protocol/server";
import { counted, formatNumber } from "../text/units";
import { catalog } from "../tools/catalog";
import { FailureNote } from "../tools/failure-note";
import { LeftOut } from "../tools/left-out";
import { OFFER_WORDS, offerCatalog, offersByKind } from "../tools/offer-catalog";
import type { Sidebar } from "./sidebar";

interface SidebarProps {
  readonly sidebar: Sidebar;
}

export function showSidebar(sidebar: Sidebar): void {
  render(<Count sidebar={sidebar} />, byId("count"));
  render(<Kinds sidebar={sidebar} />, byId("kinds"));
  render(<Note sidebar={sidebar} />, byId("list-note"));
  render(<LeftOutTools sidebar={sidebar} />, byId("left-out"));
}

function Count({ sidebar: { list, state } }: SidebarProps): VNode | null {
  const { kind } = state.value;
  if (kind !== "listed") return kind === "loading" ? <>Loading…</> : null;
  const counts = countsOfKinds();
  const all = counts.reduce((sum, [, count]) => sum + count, 0);
  const [, tools] = counts[0]!;
  if (list.words.length === 0 || all === 0) return counts.length > 1 ? null : <>{counted(tools, "tool")}</>;
  const matches = list.isClose ? 0 : list.matches;
  return <>{`${formatNumber(matches)} of ${counts.length > 1 ? formatNumber(all) : counted(tools, "tool")}`}</>;
}

// The number of items of each kind, which shows and hides them.
function Kinds({ sidebar: { list, state } }: SidebarProps): VNode | null {
  const counts = countsOfKinds();
  if (state.value.kind !== "listed" || counts.length < 2) return null;
  return (
    <>
      {counts.map(([kind, count, word]) => (
        <button
          key={kind}
          type="button"
          class="quiet small"
          aria-pressed={!list.isHidden(kind)}
          onClick={() => list.toggleKind(kind)}
        >
          {counted(count, word)}
        </button>
      ))}
    </>
  );
}

// Tools, and the other kinds of offers of which there are any.
function countsOfKinds(): (readonly [kind: ItemId["kind"], count: number, word: string])[] {
  const others = offersByKind.value.map(({ kind, offers }) => [kind, offers.length, OFFER_WORDS[kind].one] as const);
  return [["tool", catalog.value.tools.length, "tool"], ...others];
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
      {!isEmpty && !isFiltered && matches === 0 && <p>Everything is switched off.</p>}
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
