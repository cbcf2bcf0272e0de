import type { VNode } from "preact";
import { Name } from "../dom/name";
import type { HistoryEntry } from "../history/entries";
import { shownHistory } from "../history/store";
import { toolLink } from "../protocol/links";
import { callFacts } from "../results/facts";
import { settings } from "../settings";
import { printable } from "../text/printable";

const SHOWN_CALLS = 6;

/** Returns the last calls of all tools. */
export function lastCalls(): readonly HistoryEntry[] {
  return settings.keepsHistory ? shownHistory.value.slice(0, SHOWN_CALLS) : [];
}

interface LastCallsProps {
  readonly calls: readonly HistoryEntry[];
  /** Called before the link of a call is followed. */
  readonly onOpen: (call: HistoryEntry) => void;
}

export function LastCalls({ calls, onOpen }: LastCallsProps): VNode {
  return (
    <ol class="home-calls">
      {calls.map((call, index) => (
        <Row key={index} call={call} onOpen={onOpen} />
      ))}
    </ol>
  );
}

interface RowProps extends Omit<LastCallsProps, "calls"> {
  readonly call: HistoryEntry;
}

function Row({ call, onOpen }: RowProps): VNode {
  // With these keys, the browser opens the link elsewhere.
  const onClick = ({ ctrlKey, metaKey, shiftKey }: MouseEvent) => {
    if (!ctrlKey && !metaKey && !shiftKey) onOpen(call);
  };
  return (
    <li>
      <div class="home-call-head">
        <a class="home-call" href={toolLink(call.tool, call.arguments)} onClick={onClick}>
          <Name text={call.tool} limit={100} />
        </a>
        <span class={call.kind}>{printable(callFacts(call).label, 60)}</span>
        <time class="hint">{timeOf(new Date(call.started))}</time>
      </div>
      <code class="hint">{printable(call.arguments.replace(/\s+/g, " "), 120)}</code>
    </li>
  );
}

// The time of day is enough for the calls of today.
function timeOf(started: Date): string {
  const isToday = started.toDateString() === new Date().toDateString();
  return isToday ? started.toLocaleTimeString() : started.toLocaleString();
}
