import type { VNode } from "preact";
import { errorAdvice } from "../conversation/advice";
import { useKeyOf } from "../dom/key-of";
import { Result } from "../results/result-view";
import { Share } from "../results/share";
import { StoryAction } from "../ui-catalog/save-story";
import { AddToTests } from "../tests/add-to-tests";
import type { Requested } from "../tests/draft";
import type { Runs, ShownResult } from "./runs";

function requestedBy(tool: string, { argumentsText, outcome: { kind, code, root } }: ShownResult): Requested {
  return { verb: "call", name: tool, argumentsText, kind, code, root };
}

/** The result of a tool's last run. */
export function ResultPlace({ runs }: { readonly runs: Runs }): VNode {
  const shown = runs.shown.value;
  const key = useKeyOf(shown);
  return (
    <section aria-label="Result" ref={runs.place}>
      {shown && (
        <>
          <p class="hint" hidden={!runs.isFed.value}>
            The result of your own call:
          </p>
          <p class="stale-note" role="status">
            {runs.staleNote}
          </p>
          <Result
            key={key}
            call={shown.outcome}
            notes={shown.notes}
            argumentsText={shown.isStored ? shown.argumentsText : undefined}
            action={
              <>
                <StoryAction tool={runs.tool} result={shown.outcome.root} argumentsText={shown.argumentsText} />
                <AddToTests requested={() => requestedBy(runs.tool, shown)} />
                <Share tool={runs.tool} argumentsText={shown.argumentsText} outcome={shown.outcome} />
              </>
            }
            advice={errorAdvice(shown.outcome, shown.actions)}
          />
        </>
      )}
    </section>
  );
}
