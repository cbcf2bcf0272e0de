// The timeline: each operation in a row of its own, with a bar from its request to its end, in lanes by client.

import type { RefObject, VNode } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { useTick } from "../dom/tick";
import { clockTime, formatDuration } from "../text/units";
import type { Operation } from "../traffic/operation";
import { RowList } from "../viewer/row-list";
import { rowAt } from "../viewer/virtual-rows";
import { EmptyNote } from "./empty-note";
import { argumentsExcerpt } from "./excerpts";
import type { TimeAxis } from "./axis";
import { type BarRow, type Waterfall, type WaterfallRow, waterfallOf } from "./lanes";
import type { TrafficModel } from "./model";
import { durationWords, methodWords, nameWords, stateWords } from "./words";

const ROW_REMS = 1.75;
const MOST_ZOOM = 1024;
// The least distance of the lines of the axis, in pixels.
const TICK_PIXELS = 90;
// A bar that ends behind this share has its duration before it.
const LATE = 88;

interface WaterfallProps {
  readonly model: TrafficModel;
  readonly onEnter: () => void;
}

export function WaterfallView({ model, onEnter }: WaterfallProps): VNode {
  const operations = model.operations.value;
  useTick(operations.some(({ state }) => state === "open"));
  if (operations.length === 0) return <EmptyNote model={model} />;
  return <Bars model={model} waterfall={waterfallOf(operations, Date.now())} onEnter={onEnter} />;
}

interface BarsProps extends WaterfallProps {
  readonly waterfall: Waterfall;
}

function Bars({ model, waterfall, onEnter }: BarsProps): VNode {
  const { rows, axis } = waterfall;
  const zoom = model.zoom.value;
  const seq = model.active.value;
  const active = rows.find((row) => row.kind === "bar" && row.operation.request.seq === seq) as BarRow | undefined;
  const list = useRef<HTMLDivElement>(null);
  const view = useVisiblePart(list, zoom, active);
  const setZoom = (to: number) => (model.zoom.value = Math.min(MOST_ZOOM, Math.max(1, to)));
  const select = (index: number) => {
    const before = active ? rowAt(rows, active.number) : -1;
    // Lanes are passed over.
    const bar = rows[index]?.kind === "lane" ? rows[index + (index < before && index > 0 ? -1 : 1)] : rows[index];
    if (bar?.kind === "bar") model.select(rowAt(model.rows.value, bar.operation.request.seq));
  };
  const onKey = ({ key, ctrlKey, metaKey }: KeyboardEvent) => {
    if (ctrlKey || metaKey) return false;
    if (key === "Enter" && active) onEnter();
    else if (key === "+" || key === "=") setZoom(zoom * 2);
    else if (key === "-") setZoom(zoom / 2);
    else return false;
    return true;
  };
  return (
    <div class="traffic-waterfall" style={{ "--zoom": zoom }}>
      <div class="waterfall-head">
        <span class="waterfall-zoom">
          <ZoomButton label="Zoom out" text="−" isOff={zoom === 1} onClick={() => setZoom(zoom / 2)} />
          <ZoomButton label="Zoom in" text="+" isOff={zoom === MOST_ZOOM} onClick={() => setZoom(zoom * 2)} />
          <span class="hint">{`from ${clockTime(axis.from)}`}</span>
        </span>
        <Axis axis={axis} part={view} />
      </div>
      <RowList
        label="Operations by time"
        name="waterfall"
        rows={rows}
        rowRems={ROW_REMS}
        state={model.waterfall}
        list={list}
        active={active?.number}
        view={(row) => ({
          class: row.kind === "lane" ? "waterfall-row waterfall-lane" : "waterfall-row",
          isSelected: row === active,
          data: { "data-state": row.kind === "bar" ? row.operation.state : undefined, "data-active": row === active },
          children: <RowContent row={row} />,
        })}
        onSelect={select}
        onKey={onKey}
      />
    </div>
  );
}

interface ZoomButtonProps {
  readonly label: string;
  readonly text: string;
  readonly isOff: boolean;
  readonly onClick: () => void;
}

function ZoomButton({ label, text, isOff, onClick }: ZoomButtonProps): VNode {
  return (
    <button type="button" class="quiet small" aria-label={label} aria-disabled={isOff || undefined} onClick={onClick}>
      {text}
    </button>
  );
}

// The visible part of the axis: its first point and its length as shares of the axis, and its length in pixels.
interface Part {
  readonly first: number;
  readonly share: number;
  readonly pixels: number;
}

// Follows the visible part of the axis. A change of the zoom keeps the selected bar, or what is in the middle, in view.
function useVisiblePart(list: RefObject<HTMLElement | null>, zoom: number, active: BarRow | undefined): Part {
  const [part, setPart] = useState<Part>({ first: 0, share: 1, pixels: 1 });
  const measure = () => {
    const { current } = list;
    if (!current) return;
    const pixels = pixelsOf(current);
    const first = Math.abs(current.scrollLeft) / (pixels * zoom);
    // Most events are of scrolling down, which changes nothing of it.
    setPart((part) =>
      part.first === first && part.share === 1 / zoom && part.pixels === pixels
        ? part
        : { first, share: 1 / zoom, pixels },
    );
  };
  useLayoutEffect(() => {
    const { current } = list;
    if (!current) return undefined;
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    current.addEventListener("scroll", measure);
    return () => {
      observer.disconnect();
      current.removeEventListener("scroll", measure);
    };
  }, [zoom]);
  useLayoutEffect(() => {
    const { current } = list;
    if (!current) return;
    const middle = active ? (active.start + active.width / 2) / 100 : part.first + part.share / 2;
    const isVisible = active && middle >= part.first && middle <= part.first + part.share && part.share === 1 / zoom;
    if (!isVisible) {
      const left = Math.max(0, (middle - 0.5 / zoom) * pixelsOf(current) * zoom);
      current.scrollLeft = getComputedStyle(current).direction === "rtl" ? -left : left;
    }
    measure();
  }, [zoom, active?.number]);
  return part;
}

// The width of the bars that are visible, beside their labels.
function pixelsOf(list: HTMLElement): number {
  const label = list.querySelector<HTMLElement>(".waterfall-label");
  return Math.max(1, list.clientWidth - (label?.offsetWidth ?? 0));
}

function Axis({ axis, part: { first, share, pixels } }: { readonly axis: TimeAxis; readonly part: Part }): VNode {
  return (
    <div class="waterfall-axis" aria-hidden="true">
      {axis.ticks(first, share, Math.max(1, pixels / TICK_PIXELS)).map((tick) => (
        <span key={tick.time} class="waterfall-tick" style={{ insetInlineStart: `${100 * tick.share}%` }}>
          {axisWords(tick.time, axis.length * share)}
        </span>
      ))}
      {axis.skips(first, share).map((skip) => (
        <span
          key={skip.share}
          class="waterfall-skip"
          title={`${axisWords(skip.length, axis.length * share)} without traffic`}
          style={{ insetInlineStart: `${100 * skip.share}%`, width: `${100 * skip.width}%` }}
        />
      ))}
    </div>
  );
}

// A time, as exact as the length of what is shown needs. Both are in milliseconds.
function axisWords(time: number, shown: number): string {
  if (time < 1000) return `${Math.round(time)} ms`;
  const digits = shown < 1000 ? 2 : shown < 10_000 ? 1 : 0;
  const seconds = time / 1000;
  if (seconds < 120) return `${seconds.toFixed(digits)} s`;
  return `${Math.floor(seconds / 60)} min ${(seconds % 60).toFixed(digits)} s`;
}

function RowContent({ row }: { readonly row: WaterfallRow }): VNode {
  if (row.kind === "lane") {
    return (
      <span class="waterfall-label">
        <bdi>{row.title}</bdi> <span class="hint">{row.summary}</span>
      </span>
    );
  }
  const { operation, start, width, marks } = row;
  const isLate = start + width > LATE;
  const end = isLate ? { insetInlineEnd: `${100 - start}%` } : { insetInlineStart: `${start + width}%` };
  return (
    <>
      <Label operation={operation} />
      <span class="waterfall-track">
        <span class="waterfall-bar" style={{ insetInlineStart: `${start}%`, width: `${width}%` }} />
        {marks.map((mark, index) => (
          <span
            key={index}
            class={`waterfall-mark ${mark.kind}`}
            title={mark.kind === "question" ? "A question of the server" : "A report of progress"}
            style={{ insetInlineStart: `${mark.start}%`, width: `${mark.width}%` }}
          />
        ))}
        <span class="waterfall-duration" style={end}>
          {durationWords(operation) || formatDuration(Date.now() - operation.request.at)}
        </span>
      </span>
    </>
  );
}

function Label({ operation }: { readonly operation: Operation }): VNode {
  const { request, parent } = operation;
  const name = nameWords(request);
  return (
    <span class={parent ? "waterfall-label child" : "waterfall-label"}>
      <bdi class="traffic-method">{name || methodWords(request)}</bdi>
      <span class="unseen">{stateWords(operation)}</span>
      <bdi class="traffic-excerpt">{argumentsExcerpt(request) || (name && methodWords(request))}</bdi>
    </span>
  );
}
