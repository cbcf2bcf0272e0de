// The last calls of one tool, with actions to show, reuse, repeat and clear them.

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { focusTabOf } from "../dom/tabs";
import { QuietButton } from "../dom/quiet-button";
import { tryReadJson } from "../json/read";
import { callFacts } from "../results/facts";
import { settings } from "../settings";
import { AddToTests } from "../tests/add-to-tests";
import type { Requested } from "../tests/draft";
import { clipped } from "../text/printable";
import { Comparison } from "./comparison";
import type { HistoryEntry } from "./entries";
import { callsOf, clearCalls, clearHistory } from "./store";

export interface HistoryActions {
  readonly onUse: (call: HistoryEntry) => void;
  readonly onShow: (call: HistoryEntry) => void;
  /** Absent if tools must not be run. */
  readonly onRun: ((call: HistoryEntry) => void) | undefined;
}

interface HistoryProps {
  readonly tool: string;
  readonly actions: HistoryActions;
}

export function History({ tool, actions }: HistoryProps): VNode {
  if (!settings.keepsHistory) return <p class="hint">History is switched off on this server.</p>;
  const calls = callsOf(tool);
  if (calls.length === 0) {
    return <p class="hint">No calls yet. They are kept in this browser only, without token and headers.</p>;
  }
  const clearing = (clear: () => void) => (event: { readonly currentTarget: Element }) => {
    focusTabOf(event.currentTarget);
    clear();
  };
  return (
    <div>
      <div class="viewer-bar">
        <span class="hint">Kept in this browser only.</span>
        <QuietButton label="Clear this tool's history" onClick={clearing(() => clearCalls(tool))} />
        <QuietButton label="Clear all history" onClick={clearing(clearHistory)} />
      </div>
      <ol class="calls">
        {calls.map((call, index) => (
          <Call key={call.started} call={call} previous={calls[index + 1]} {...actions} />
        ))}
      </ol>
    </div>
  );
}

function requestedBy({ tool, arguments: argumentsText, kind, code, text }: HistoryEntry): Requested {
  return { verb: "call", name: tool, argumentsText, kind, code, root: tryReadJson(text ?? "") };
}

interface CallProps extends HistoryActions {
  readonly call: HistoryEntry;
  // The run of the same tool before this one.
  readonly previous: HistoryEntry | undefined;
}

function Call({ call, previous, onShow, onUse, onRun }: CallProps): VNode {
  const { label, facts } = callFacts(call);
  const [isCompared, setCompared] = useState(false);
  return (
    <li>
      <div class="result-head">
        <strong class={call.kind}>{label}</strong>
        {facts.map((fact) => (
          <span key={fact} class="hint">
            {fact}
          </span>
        ))}
        <time class="hint">{new Date(call.started).toLocaleString()}</time>
        <span class="field-actions">
          {call.text === undefined ? (
            <span class="hint">Response not kept</span>
          ) : (
            <QuietButton label="Show" onClick={() => onShow(call)} />
          )}
          <QuietButton label="Use arguments" onClick={() => onUse(call)} />
          <AddToTests isQuiet requested={() => requestedBy(call)} />
          {onRun && <QuietButton label="Run again" onClick={() => onRun(call)} />}
          {previous && (
            <QuietButton label="Compare with previous" expanded={isCompared} onClick={() => setCompared(!isCompared)} />
          )}
        </span>
      </div>
      <code class="hint">{clipped(call.arguments.replace(/\s+/g, " "), 300)}</code>
      {previous && isCompared && <Comparison before={previous} after={call} />}
    </li>
  );
}
