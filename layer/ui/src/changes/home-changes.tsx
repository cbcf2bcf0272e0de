// The changes of all tools, shown on the home.

import type { VNode } from "preact";
import { Name } from "../dom/name";
import { Paged } from "../dom/paged";
import { QuietButton } from "../dom/quiet-button";
import { toolLink } from "../protocol/links";
import { changeSummary, isAnyBreaking } from "./difference";
import { changes, markAsSeen } from "./model";

const SHOWN_AT_ONCE = 10;
// The characters that are shown of a tool's name. A longer one is cut.
const LONGEST_NAME = 100;

interface ChangedTool {
  readonly name: string;
  readonly what: string;
  readonly isBreaking: boolean;
  /** Set if the tool is still there to be opened. */
  readonly isListed: boolean;
}

/** The tools that differ from those that were seen last. */
export function HomeChanges(): VNode {
  const tools = changedTools();
  const row = (index: number) => <Row key={index} tool={tools[index]!} />;
  return (
    <div class="home-changed">
      <p class="hint">{`Since ${new Date(changes.value.since).toLocaleString()}`}</p>
      <Paged count={tools.length} size={SHOWN_AT_ONCE} subject={changes.value} row={row}>
        {(rows) => <ul class="home-changes">{rows}</ul>}
      </Paged>
      <QuietButton label="Mark all as seen" onClick={markAsSeen} />
    </div>
  );
}

// The changed tools, those that may break clients first.
function changedTools(): ChangedTool[] {
  const { added, removed, changed } = changes.value;
  const tools = [
    ...removed.map((name) => ({ name, what: "removed", isBreaking: true, isListed: false })),
    ...[...changed].map(([name, differences]) => {
      return { name, what: changeSummary(differences), isBreaking: isAnyBreaking(differences), isListed: true };
    }),
    ...added.map((name) => ({ name, what: "new", isBreaking: false, isListed: true })),
  ];
  return tools.sort((a, b) => Number(b.isBreaking) - Number(a.isBreaking));
}

function Row({ tool: { name, what, isBreaking, isListed } }: { readonly tool: ChangedTool }): VNode {
  const label = <Name text={name} limit={LONGEST_NAME} />;
  return (
    <li>
      {isListed ? <a href={toolLink(name)}>{label}</a> : <s>{label}</s>}
      <span class={isBreaking ? "badge breaking" : "hint"}>{what}</span>
    </li>
  );
}
