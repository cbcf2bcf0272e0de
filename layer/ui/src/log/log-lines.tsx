import type { VNode } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { CopyButton } from "../dom/copy";
import { freshId } from "../dom/attributes";
import { LazyDetails } from "../dom/lazy-details";
import { Name } from "../dom/name";
import { rawOf } from "../json/node";
import { LOG_LEVELS } from "../protocol/client";
import type { Log, LogLine } from "../protocol/outcome";
import { printableLines } from "../text/printable";
import { formatNumber } from "../text/units";
import { TextViewer } from "../viewer/text-viewer";
import { JsonTree } from "../viewer/tree";
import { type LogEntry, logEntry, logText } from "./log";

// A longer text or value is shown as its beginning, until it is opened.
const SHORT = 300;

interface LogLinesProps {
  readonly label: string;
  readonly log: Log;
  /** Returns the time of a line in words. */
  readonly stamp: (line: LogLine) => string;
}

/** The lines of a log: one for each notification, of which the user chooses the least level. */
export function LogLines({ label, log, stamp }: LogLinesProps): VNode {
  const [least, setLeast] = useState(0);
  const body = useRef<HTMLDivElement>(null);
  const rows = useRef(new WeakMap<LogLine, Row>()).current;
  const rowOf = (line: LogLine) => {
    const known = rows.get(line) ?? drawnRow(line, stamp);
    rows.set(line, known);
    return known;
  };
  // Notifications other than log messages have no level, and are always shown.
  const shown = log.lines.map(rowOf).filter(({ severity = Infinity }) => severity >= least);
  useFollowedEnd(body);
  return (
    <div class="viewer">
      <div class="viewer-bar">
        <LevelChoice onChoose={setLeast} />
        <CopyButton text={() => logText(log)} />
      </div>
      {log.dropped > 0 && <p class="hint">{`${formatNumber(log.dropped)} older lines were dropped.`}</p>}
      <div class="log-body" tabIndex={0} role="region" aria-label={label} ref={body}>
        <ol>{shown.map(({ view }) => view)}</ol>
      </div>
    </div>
  );
}

function LevelChoice({ onChoose }: { readonly onChoose: (least: number) => void }): VNode {
  const [id] = useState(freshId);
  return (
    <span class="log-level">
      <label for={id}>Level</label>
      <select id={id} onChange={({ currentTarget }) => onChoose(Number(currentTarget.value))}>
        {LOG_LEVELS.map((name, index) => (
          <option value={index}>{index > 0 ? `${name} and above` : "all"}</option>
        ))}
      </select>
    </span>
  );
}

// Keeps the end in view where it was.
function useFollowedEnd(body: { readonly current: HTMLElement | null }): void {
  const before = body.current;
  const wasAtEnd = !before || before.scrollTop + before.clientHeight >= before.scrollHeight - 4;
  useLayoutEffect(() => {
    if (wasAtEnd && body.current) body.current.scrollTop = body.current.scrollHeight;
  });
}

/** A line, which is drawn once. */
interface Row {
  readonly severity: number | undefined;
  readonly view: VNode;
}

let lastRow = 0;

function drawnRow(line: LogLine, stamp: (line: LogLine) => string): Row {
  lastRow += 1;
  const entry = logEntry(line.raw);
  const { label, severity, logger } = entry;
  const view = (
    <li key={lastRow} data-severity={severity}>
      <span class="hint log-time">{stamp(line)}</span>
      {line.from !== undefined && (
        <span class="hint log-from">
          <Name text={line.from} limit={60} />
        </span>
      )}
      <span class="log-label">{label}</span>
      {logger && (
        <span class="hint">
          <Name text={logger} limit={60} />
        </span>
      )}
      <Content entry={entry} />
    </li>
  );
  return { severity, view };
}

function Content({ entry: { data, text, message } }: { readonly entry: LogEntry }): VNode {
  const whole = text ?? (data ? rawOf(data) : "");
  if (whole.length <= SHORT && (text !== undefined || data?.type !== "object")) {
    return <span class="prose">{printableLines(whole)}</span>;
  }
  const beginning = <Name text={(message ?? whole).replace(/\s+/g, " ")} limit={SHORT} />;
  return (
    <LazyDetails summary={beginning}>
      {() =>
        text !== undefined || !data ? (
          <TextViewer text={whole} label="The whole line" filename="log.txt" />
        ) : (
          <JsonTree node={data} />
        )
      }
    </LazyDetails>
  );
}
