import type { VNode } from "preact";
import type { Difference } from "../changes/difference";
import { DifferenceList } from "../changes/differences-view";
import { valueDifferences } from "../changes/value-differences";
import { tryReadJson } from "../json/read";
import { callFacts } from "../results/facts";
import { counted } from "../text/units";
import type { HistoryEntry } from "./entries";

interface ComparisonProps {
  readonly before: HistoryEntry;
  readonly after: HistoryEntry;
}

/** The differences between two calls of one tool: in their arguments, and in their results as far as they are kept. */
export function Comparison({ before, after }: ComparisonProps): VNode {
  const isKept = before.text !== undefined && after.text !== undefined;
  const differences = callDifferences(before, after);
  const { length } = differences;
  const found = length === 0 ? "No differences" : counted(length, "difference");
  return (
    <div class="comparison">
      <p class="hint" role="status">
        {`${found} in ${isKept ? "arguments and result" : "the arguments; a response was not kept"}.`}
      </p>
      {length > 0 && <DifferenceList differences={differences} />}
    </div>
  );
}

function callDifferences(before: HistoryEntry, after: HistoryEntry): readonly Difference[] {
  const [was, is] = [callFacts(before).label, callFacts(after).label];
  const outcome = { path: ["outcome"], what: "Changed", before: was, after: is, isBreaking: false };
  return [
    ...textDifferences(before.arguments.trim() || "{}", after.arguments.trim() || "{}", "arguments"),
    ...(was === is ? [] : [outcome]),
    ...textDifferences(before.text, after.text, "result"),
  ];
}

function textDifferences(before: string | undefined, after: string | undefined, name: string): readonly Difference[] {
  if (before === undefined || after === undefined || before === after) return [];
  const [old, now] = [tryReadJson(before), tryReadJson(after)];
  if (old && now) return valueDifferences(old, now, [name]);
  return [{ path: [name], what: "Changed", before, after, isBreaking: false }];
}
