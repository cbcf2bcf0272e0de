// The selected line of the console, in full, with what it means.

import type { VNode } from "preact";
import { CopyButton } from "../dom/copy";
import type { ConsoleModel } from "./model";
import type { ConsoleRow } from "./rows";
import { gapText, shownText, SOURCE_LABELS } from "./line-list";

const ABOUT_STDOUT =
  "The server wrote this to stdout, but it is no MCP message. Stdout is for messages only, and some clients disconnect " +
  "because of other text. Write it to stderr: console.error(…) in JavaScript, print(…, file=sys.stderr) in Python, " +
  "eprintln!(…) in Rust.";

const ABOUT_GAPS = "The newest 10,000 lines are kept, up to 1 MiB. The server wrote more before they could be shown.";

export function LineDetail({ model, row }: { readonly model: ConsoleModel; readonly row: ConsoleRow }): VNode {
  const line = row.kind === "line" ? row.line : undefined;
  return (
    <div class="console-detail" role="region" aria-label="The selected line" tabIndex={0}>
      <div class="console-detail-head">
        <span class="hint">
          {line ? `${new Date(line.time).toLocaleString()} · ${SOURCE_LABELS[line.source]}` : "mcp-ui"}
        </span>
        {line && <CopyButton text={() => line.text} />}
        <button type="button" class="quiet small" onClick={() => (model.selected.value = undefined)}>
          Close the line
        </button>
      </div>
      {row.kind === "gap" ? (
        <p>{gapText(row.count)}.</p>
      ) : (
        <pre>
          <bdi>{shownText(row.line.text, Infinity)}</bdi>
        </pre>
      )}
      {row.kind === "gap" && <p class="hint">{ABOUT_GAPS}</p>}
      {line?.source === "stdout" && <p class="console-advice">{ABOUT_STDOUT}</p>}
    </div>
  );
}
