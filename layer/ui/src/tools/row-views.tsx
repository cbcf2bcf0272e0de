// The rows of the list, as they are shown.

import type { ComponentChildren, VNode } from "preact";
import { changeWord } from "../changes/model";
import { aboutOffer, nameOf, offerTitle } from "./offer-words";
import { type ItemId, isSameItem, itemLink } from "../protocol/links";
import { displayName, printable } from "../text/printable";
import type { ListState } from "./list-state";
import type { GroupRow, OfferRow, ToolRow } from "./rows";
import { hintsOf } from "./hints";
import { titleOf } from "./title";
import { excerpt, partsOf } from "./filter";

interface RowViewProps {
  readonly state: ListState;
  // Set for the row that Tab reaches.
  readonly isTabStop: boolean;
}

export function GroupRowView({ state, row, isTabStop }: RowViewProps & { readonly row: GroupRow }): VNode {
  const { key, name, isClosed, count } = row;
  return (
    <button
      type="button"
      class="group-row"
      aria-expanded={!isClosed}
      tabIndex={isTabStop ? 0 : -1}
      onClick={() => state.toggleGroup(key)}
    >
      <bdi>
        <Marked text={printable(name)} words={state.words.value} />
      </bdi>
      <span>{count}</span>
    </button>
  );
}

export function ToolRowView({ state, row, isTabStop }: RowViewProps & { readonly row: ToolRow }): VNode {
  const { tool, prefix } = row;
  const words = state.words.value;
  const change = changeWord(tool.name);
  return (
    <ItemRow state={state} item={{ kind: "tool", id: tool.name }} isTabStop={isTabStop}>
      <span class="line">
        <ToolName name={displayName(tool.name)} prefix={prefix} words={words} />
        {state.running.value.has(tool.name) && <span class="running" role="img" aria-label="running" />}
        {[change, ...hintsOf(tool).map(({ short }) => short)].map(
          (word) =>
            word && (
              <span key={word} class={`badge ${word}`}>
                {word}
              </span>
            ),
        )}
      </span>
      <About title={titleOf(tool)} description={tool["description"]} words={words} />
    </ItemRow>
  );
}

export function OfferRowView({ state, row, isTabStop }: RowViewProps & { readonly row: OfferRow }): VNode {
  const { offer } = row;
  const words = state.words.value;
  return (
    <ItemRow state={state} item={offer} isTabStop={isTabStop}>
      <span class="line">
        <ToolName name={displayName(nameOf(offer))} prefix="" words={words} />
      </span>
      <About title={offerTitle(offer)} description={aboutOffer(offer)} words={words} />
    </ItemRow>
  );
}

interface ItemRowProps extends RowViewProps {
  readonly item: ItemId;
  readonly children: ComponentChildren;
}

// The link that opens an item.
function ItemRow({ state, item, isTabStop, children }: ItemRowProps): VNode {
  const isSelected = isSameItem(item, state.selected.value);
  const onClick = (event: MouseEvent) => {
    if (isSelected && !event.ctrlKey && !event.metaKey && !event.shiftKey) event.preventDefault();
  };
  return (
    <a
      class="tool-row"
      href={itemLink(item)}
      aria-current={isSelected ? "page" : undefined}
      tabIndex={isTabStop ? 0 : -1}
      onClick={onClick}
    >
      {children}
    </a>
  );
}

interface MarkedProps {
  readonly text: string;
  readonly words: readonly string[];
}

// A text in which the words of the filter are marked.
function Marked({ text, words }: MarkedProps): VNode {
  return <>{partsOf(text, words).map((part) => (part.isMatch ? <mark>{part.text}</mark> : part.text))}</>;
}

interface ToolNameProps {
  readonly name: string;
  readonly prefix: string;
  readonly words: readonly string[];
}

function ToolName({ name, prefix, words }: ToolNameProps): VNode {
  const cut = name.startsWith(prefix) ? prefix.length : 0;
  return (
    <bdi class="tool-name">
      <span class="prefix">
        <Marked text={name.slice(0, cut)} words={words} />
      </span>
      <Marked text={name.slice(cut)} words={words} />
    </bdi>
  );
}

interface AboutProps {
  readonly title: string | undefined;
  readonly description: unknown;
  readonly words: readonly string[];
}

function About({ title, description, words }: AboutProps): VNode {
  const about = typeof description === "string" ? excerpt(description, words) : undefined;
  return (
    <span class="line about">
      {title !== undefined && (
        <bdi class="tool-title">
          <Marked text={printable(title)} words={words} />
        </bdi>
      )}
      {about && (
        <bdi>
          {about.isCut && "…"}
          <Marked text={printable(about.text)} words={words} />
        </bdi>
      )}
    </span>
  );
}
