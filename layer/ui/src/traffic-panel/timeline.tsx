// The operations of each client as bars along the time.

import type { VNode } from "preact";
import { stepOf } from "../dom/list-keys";
import { clockTime, formatDuration, formatNumber } from "../text/units";
import { rowAt } from "../viewer/virtual-rows";
import { EmptyNote } from "./empty-note";
import { type Bar, type Lane, MOST_BARS, timelineOf } from "./lanes";
import type { TrafficModel } from "./model";
import { durationWords, methodWords, nameWords, stateWords } from "./words";

interface TimelineProps {
  readonly model: TrafficModel;
  readonly onEnter: () => void;
}

export function TimelineView({ model, onEnter }: TimelineProps): VNode {
  const operations = model.operations.value;
  if (operations.length === 0) return <EmptyNote model={model} />;
  const { lanes, from, to, leftOut } = timelineOf(operations, Date.now());
  return (
    <div class="traffic-timeline">
      <p class="hint">
        {`${clockTime(from)} to ${clockTime(to)}, ${formatDuration(to - from)}.`}
        {leftOut > 0 && ` The last ${MOST_BARS} operations; ${formatNumber(leftOut)} earlier ones are left out.`}
      </p>
      {lanes.map((lane, index) => (
        <LaneView key={lane.client} lane={lane} index={index} model={model} onEnter={onEnter} />
      ))}
    </div>
  );
}

interface LaneProps extends TimelineProps {
  readonly lane: Lane;
  readonly index: number;
}

function LaneView({ lane, index, model, onEnter }: LaneProps): VNode {
  const { client, bars, summary } = lane;
  const at = bars.findIndex(({ operation }) => operation.request.seq === model.active.value);
  const select = (bar: Bar | undefined) => {
    if (bar) model.select(rowAt(model.rows.value, bar.operation.request.seq));
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === "Enter" && at >= 0) return onEnter();
    const sideways = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const step = sideways ?? stepOf(event);
    if (step === undefined) return undefined;
    event.preventDefault();
    const start = at < 0 ? (step > 0 ? -1 : bars.length) : at;
    return select(bars[Math.max(0, Math.min(bars.length - 1, start + step))]);
  };
  const id = (position: number) => `traffic-bar-${index}-${position}`;
  return (
    <div class="traffic-lane">
      <p>
        <bdi>{client}</bdi> <span class="hint">{summary}</span>
      </p>
      <div
        class="traffic-bars"
        role="listbox"
        tabIndex={0}
        aria-orientation="horizontal"
        aria-label={`Operations of ${client} by time`}
        aria-activedescendant={at < 0 ? undefined : id(at)}
        onKeyDown={onKey}
      >
        {bars.map((bar, position) => (
          <div
            key={bar.operation.key}
            id={id(position)}
            role="option"
            aria-label={barWords(bar)}
            title={barWords(bar)}
            aria-selected={position === at}
            data-state={bar.operation.state}
            style={{ insetInlineStart: `${bar.start}%`, width: `max(3px, ${bar.width}%)` }}
            onClick={() => select(bar)}
          />
        ))}
      </div>
    </div>
  );
}

function barWords({ operation }: Bar): string {
  const { request } = operation;
  const words = [methodWords(request), nameWords(request), stateWords(operation), durationWords(operation)];
  return `${words.filter(Boolean).join(" ")}, ${clockTime(request.at)}`;
}
