// The changes of one tool, shown with the tool.

import type { VNode } from "preact";
import { changeSummary, isAnyBreaking } from "./difference";
import { DifferenceList } from "./differences-view";
import { changes } from "./model";

/** The changes of a tool since it was seen last; an empty element if there are none. */
export function ToolChanges({ name }: { readonly name: string }): VNode {
  const { changed, since } = changes.value;
  const differences = changed.get(name) ?? [];
  return (
    <div class="tool-changes" hidden={differences.length === 0}>
      {differences.length > 0 && (
        <details key={since} open={isAnyBreaking(differences)}>
          <summary>{`Changed since ${new Date(since).toLocaleString()}: ${changeSummary(differences)}`}</summary>
          <DifferenceList differences={differences} />
        </details>
      )}
    </div>
  );
}
