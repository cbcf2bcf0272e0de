// The words of the filter.

import type { VNode } from "preact";

const TERMS: readonly (readonly [term: string, meaning: string])[] = [
  ["method:tools/call", "the method; * stands for any text"],
  ["tool:show_*", "the name of the tool, resource or prompt"],
  ["status:error", "with an error; or open, done, failed, cancelled, lost, late"],
  ["client:claude*", "the client that sent it"],
  ["session: caller: task: app: id:", "by session, caller, task, the URI of the app, or the id of the message"],
  ["kind: from: transport: revision:", "by the kind of the message, its sender (client, server, explorer) and so on"],
  ["note:*", "with a note, by the name of its rule"],
  ["larger:10k slower:500ms", "by size and duration"],
  ["since:5m", "newer than five minutes"],
  ['"text"', "anywhere in the messages"],
  ["-tool:echo", "without these; a comma separates alternatives"],
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
