import type { VNode } from "preact";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { Name } from "../../dom/name";
import { asText } from "../../json/plain";
import { tryReadJson } from "../../json/read";
import { printable } from "../../text/printable";
import { formatSize } from "../../text/units";
import { TextViewer } from "../../viewer/text-viewer";
import type { LogEntry } from "../model/record";
import { isProblem } from "./message-kinds";

const DIRECTIONS = { in: ["←", "from the app"], out: ["→", "to the app"], note: ["·", "note"] } as const;

interface TimelineRowProps {
  readonly entry: LogEntry;
  /** The time of the first message. */
  readonly start: number;
  /** The name of the message. */
  readonly label: string;
  readonly isOpen: boolean;
  /** Set for the row that Tab reaches. */
  readonly isTabStop: boolean;
  /** Called when the focus is within the row. */
  readonly onFocus: () => void;
  readonly onToggle: () => void;
}

/** A row of the timeline: a button that opens the message, and the message below it. */
export function TimelineRow(props: TimelineRowProps): VNode {
  const { entry, start, label, isOpen, isTabStop, onFocus, onToggle } = props;
  const { at, direction, method, id, answer, bytes, problem, dialect } = entry;
  const [arrow, meaning] = DIRECTIONS[direction];
  return (
    <li onFocusIn={onFocus}>
      <button type="button" class="app-row" aria-expanded={isOpen} tabIndex={isTabStop ? 0 : -1} onClick={onToggle}>
        <span class="app-time">{`${((at - start) / 1000).toFixed(3)} s`}</span>
        <span class={`app-arrow ${direction}`} role="img" aria-label={meaning}>
          {arrow}
        </span>
        <span class="app-method">
          <Name text={method || problem || "message"} limit={120} />
          <span class="hint">
            {id !== undefined && ` #${printable(asText(id), 40)}`}
            {answer && ` ${answer}`}
          </span>
        </span>
        {isProblem(entry) && <span class="badge destructive">problem</span>}
        {dialect === "legacy" && <span class="badge">{dialect}</span>}
        <span class="app-size">{bytes > 0 && formatSize(bytes)}</span>
      </button>
      {isOpen && <Message entry={entry} label={label} />}
    </li>
  );
}

// The message of a row: its problem, and its beginning as JSON.
function Message({ entry: { raw, bytes, problem }, label }: Pick<TimelineRowProps, "entry" | "label">): VNode {
  const place = useRef<HTMLDivElement>(null);
  const json = useMemo(() => tryReadJson(raw), [raw]);
  useLayoutEffect(() => place.current?.scrollIntoView({ block: "nearest" }), []);
  return (
    <div class="app-message" ref={place}>
      {problem && <p class="error">{printable(problem, 1000)}</p>}
      {raw.endsWith("…") && (
        <p class="hint">{`Only the beginning is kept; the whole message had ${formatSize(bytes)}.`}</p>
      )}
      <TextViewer text={raw} label={label} filename="message.json" json={json} />
    </div>
  );
}
