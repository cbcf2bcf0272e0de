// The console above the status bar: its tools, the end of the process if it is down, the lines, and the selected one.

import type { VNode } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { printable } from "../text/printable";
import { counted, formatNumber } from "../text/units";
import { FilterBox } from "../viewer/filter-box";
import { scrollToEnd } from "../viewer/virtual-rows";
import { CopyButton } from "../dom/copy";
import { useTick } from "../dom/tick";
import { LEVELS, type Level, linesText } from "./line";
import { LineDetail } from "./line-detail";
import { LineList, shownText } from "./line-list";
import type { ConsoleModel } from "./model";
import { type DownState, restartText } from "./process-state";

const LEVEL_NAMES: Readonly<Record<Level, string>> = {
  info: "Everything",
  warning: "Warnings and errors",
  error: "Errors",
};

export function ConsolePanel({ model }: { readonly model: ConsoleModel }): VNode {
  const list = useRef<HTMLDivElement>(null);
  const process = model.process.value;
  const row = model.selectedRow.value;
  const close = () => {
    model.setOpen(false);
    document.getElementById("console-open")?.focus();
  };
  useLayoutEffect(() => list.current?.focus(), []);
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.preventDefault();
    if (model.selected.value === undefined) close();
    else {
      model.selected.value = undefined;
      list.current?.focus();
    }
  };
  return (
    <section class="console" aria-label="Console" onKeyDown={onKey}>
      <ConsoleBar model={model} onEnd={() => scrollToEnd(list.current)} onClose={close} />
      {process.state === "down" && <Down process={process} />}
      <LineList model={model} list={list} />
      {row && <LineDetail model={model} row={row} />}
    </section>
  );
}

interface BarProps {
  readonly model: ConsoleModel;
  readonly onEnd: () => void;
  readonly onClose: () => void;
}

function ConsoleBar({ model, onEnd, onClose }: BarProps): VNode {
  const lines = () => model.rows.value.flatMap((row) => (row.kind === "line" ? [row.line] : []));
  const shown = lines().length;
  const all = model.lines.value.length;
  const follow = () => {
    model.isFollowing.value = !model.isFollowing.value;
    if (model.isFollowing.value) onEnd();
  };
  return (
    <div class="console-bar">
      <h2>Console</h2>
      <FilterBox label="Filter the console" placeholder="Filter lines" query={model.query} />
      <select
        aria-label="Lines to show"
        value={model.least.value}
        onChange={(event) => (model.least.value = LEVELS.find((name) => name === event.currentTarget.value) ?? "info")}
      >
        {LEVELS.map((level) => (
          <option key={level} value={level}>
            {LEVEL_NAMES[level]}
          </option>
        ))}
      </select>
      <span class="hint" role="status">
        {shown === all ? counted(all, "line") : `${formatNumber(shown)} of ${counted(all, "line")}`}
      </span>
      <button type="button" class="quiet small" aria-pressed={model.isFollowing.value} onClick={follow}>
        Follow the end
      </button>
      <CopyButton text={() => linesText(lines())} />
      <button type="button" class="quiet small" onClick={onClose}>
        Close
      </button>
    </div>
  );
}

function Down({ process }: { readonly process: DownState }): VNode {
  useTick(process.restartsAt !== undefined);
  return (
    <div class="console-down">
      <p>
        <strong>{printable(process.reason, 1000)}</strong> {restartText(process, performance.now())}
      </p>
      {process.stderr.length > 0 && (
        <>
          <p class="hint">The end of its stderr:</p>
          <pre tabIndex={0} role="region" aria-label="The end of stderr">
            <bdi>{process.stderr.map((line) => shownText(line, Infinity)).join("\n")}</bdi>
          </pre>
        </>
      )}
    </div>
  );
}
