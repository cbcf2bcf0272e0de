// The words of the filter.

import type { VNode } from "preact";

const TERMS: readonly (readonly [term: string, meaning: string])[] = [
  ["method:tools/call", "the method; * stands for any text"],
  ["tool:show_*", "the name of the tool, resource or prompt"],
  ["status:error", "open, done, failed, cancelled, lost or late; ok, error"],
  ["client:claude*", "the client that sent it"],
  ["session: caller: task: app:", "by session, caller, task, or the URI of the app"],
  ["larger:10k slower:500ms", "by size and duration"],
  ["since:5m", "newer than five minutes"],
  ['"text"', "anywhere in the messages"],
  ["-tool:echo", "not"],
];

export function FilterHelp(): VNode {
  return (
    <details class="traffic-help">
      <summary aria-label="The words of the filter">?</summary>
      <dl>
        {TERMS.map(([term, meaning]) => (
          <div key={term}>
            <dt>
              <code>{term}</code>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
