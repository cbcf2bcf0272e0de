// The rows of the list, as they are shown.

import type { VNode } from "preact";
import { toolLink } from "../protocol/links";
import { displayName, printable } from "../text/printable";
import type { ListState } from "./list-state";
import type { GroupRow, ToolRow } from "./rows";
import { hintsOf } from "./hints";
import { excerpt, partsOf } from "./filter";

interface RowViewProps {
  readonly state: ListState;
  // Set for the row that Tab reaches.
  readonly isTabStop: boolean;
}

export function GroupRowView({ state, row, isTabStop }: RowViewProps & { readonly row: GroupRow }): VNode {
  const { name, isClosed, count } = row;
  return (
    <button
      type="button"
      class="group-row"
      aria-expanded={!isClosed}
      tabIndex={isTabStop ? 0 : -1}
      onClick={() => state.toggleGroup(name)}
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
  const isSelected = tool.name === state.selected.value;
  const onClick = (event: MouseEvent) => {
    if (isSelected && !event.ctrlKey && !event.metaKey && !event.shiftKey) event.preventDefault();
  };
  return (
    <a
      class="tool-row"
      href={toolLink(tool.name)}
      aria-current={isSelected ? "page" : undefined}
      tabIndex={isTabStop ? 0 : -1}
      onClick={onClick}
    >
      <span class="line">
        <ToolName name={displayName(tool.name)} prefix={prefix} words={words} />
        {state.running.value.has(tool.name) && <span class="running" role="img" aria-label="running" />}
        {hintsOf(tool)
          .filter((hint) => hint.inList)
          .map(({ word }) => (
            <span key={word} class={`badge ${word}`}>
              {word}
            </span>
          ))}
      </span>
      <About title={tool["title"]} description={tool["description"]} words={words} />
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
  readonly title: unknown;
  readonly description: unknown;
  readonly words: readonly string[];
}

function About({ title, description, words }: AboutProps): VNode {
  return (
    <span class="line about">
      {typeof title === "string" && (
        <bdi class="tool-title">
          <Marked text={printable(title)} words={words} />
        </bdi>
      )}
      {typeof description === "string" && (
        <bdi>
          <Marked text={printable(excerpt(description, words))} words={words} />
        </bdi>
      )}
    </span>
  );
}
