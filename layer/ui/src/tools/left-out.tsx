// The tools that the explorer excluded from the list: their number, and on a click their names and the reasons.

import type { VNode } from "preact";
import { LazyDetails } from "../dom/lazy-details";
import { Name } from "../dom/name";
import { Paged } from "../dom/paged";
import { type PlainObject, asText } from "../json/plain";
import { printable } from "../text/printable";
import { counted } from "../text/units";

interface LeftOutProps {
  readonly tools: readonly PlainObject[];
}

/** The number of the tools that were left out, which opens their list. */
export function LeftOut({ tools }: LeftOutProps): VNode | null {
  if (tools.length === 0) return null;
  return (
    <LazyDetails summary={`${counted(tools.length, "tool was", "tools were")} left out`}>
      {() => (
        <div tabIndex={0} role="region" aria-label="Tools that were left out">
          <LeftOutList tools={tools} />
        </div>
      )}
    </LazyDetails>
  );
}

/** The names of the tools with the reasons, page by page. */
export function LeftOutList({ tools, size }: LeftOutProps & { readonly size?: number | undefined }): VNode {
  return (
    <Paged count={tools.length} size={size} subject={tools} row={(index) => <Row key={index} tool={tools[index]!} />}>
      {(rows) => <ul class="app-notes">{rows}</ul>}
    </Paged>
  );
}

function Row({ tool: { name, index, reason } }: { readonly tool: PlainObject }): VNode {
  return (
    <li>
      {typeof name === "string" ? (
        <code>
          <Name text={name} />
        </code>
      ) : (
        `tool number ${Number(index) + 1}`
      )}
      <div class="hint">{printable(asText(reason ?? ""), 500)}</div>
    </li>
  );
}
