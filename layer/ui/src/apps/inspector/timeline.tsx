// The messages between an app and this page, the newest at the bottom; each can be opened to show its raw JSON.

import type { RefObject, VNode } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { VERBATIM } from "../../dom/attributes";
import { CopyButton } from "../../dom/copy";
import { downloadBytes } from "../../dom/downloads";
import { QuietButton } from "../../dom/quiet-button";
import type { HostedApp } from "../model/hosted-app";
import { regionLabel } from "../model/region-label";
import { MESSAGE_KINDS } from "./message-kinds";
import { appReport } from "./report";
import { TimelineModel } from "./timeline-model";
import { TimelineRow } from "./timeline-row";

const END_TOLERANCE = 4;
const FILTER = "Filter by method";

interface TimelineProps {
  readonly app: HostedApp;
}

interface PartProps extends TimelineProps {
  readonly timeline: TimelineModel;
}

export function AppTimeline({ app }: TimelineProps): VNode {
  const [timeline] = useState(() => new TimelineModel(app));
  const place = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const observer = new IntersectionObserver((seen) => timeline.seen(seen.at(-1)?.isIntersecting === true));
    observer.observe(place.current!);
    const unsubscribe = app.counts.log.subscribe(() => timeline.drawSoon());
    return () => {
      observer.disconnect();
      unsubscribe();
      timeline.end();
    };
  }, []);
  const goToNewest = () => {
    timeline.follow();
    scrollToEnd(list);
  };
  return (
    <div class="app-timeline" ref={place}>
      <TimelineBar app={app} timeline={timeline} />
      <Rows app={app} timeline={timeline} list={list} />
      <div class="app-bar">
        <span class="hint">{timeline.facts}</span>
        <button type="button" class="small" hidden={!timeline.hasNewer.value} onClick={goToNewest}>
          ↓ Newest
        </button>
      </div>
    </div>
  );
}

function TimelineBar({ app, timeline }: PartProps): VNode {
  const [kind, setKind] = useState("Everything");
  const [method, setMethod] = useState("");
  const isPaused = timeline.isPaused.value;
  const text = () => appReport(app);
  const filter = (kind: string, method: string) => {
    setKind(kind);
    setMethod(method);
    timeline.filter(kind, method);
  };
  return (
    <div class="app-bar">
      <select
        aria-label="Which messages"
        value={kind}
        onChange={({ currentTarget }) => filter(currentTarget.value, method)}
      >
        {[...MESSAGE_KINDS.keys()].map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      <input
        type="search"
        placeholder={FILTER}
        aria-label={FILTER}
        {...VERBATIM}
        value={method}
        onInput={({ currentTarget }) => filter(kind, currentTarget.value)}
      />
      <button type="button" class="small" aria-pressed={isPaused} onClick={() => timeline.pause(!isPaused)}>
        Pause
      </button>
      <CopyButton text={text} label="Copy log" />
      <QuietButton label="Save log" onClick={() => downloadBytes(text(), "app-log.json")} />
    </div>
  );
}

interface RowsProps extends PartProps {
  readonly list: RefObject<HTMLOListElement | null>;
}

function Rows({ app, timeline, list }: RowsProps): VNode {
  const rows = timeline.rows.value;
  const opened = timeline.opened.value;
  // A roving tab index: Tab reaches one row, and the arrow keys move from there.
  const wanted = timeline.tabStop.value;
  const stop = rows.some(({ number }) => number === wanted) ? wanted : rows[0]?.number;
  useLayoutEffect(() => {
    if (timeline.isFollowing) scrollToEnd(list);
  }, [rows]);
  const onScroll = ({ currentTarget }: { readonly currentTarget: HTMLOListElement }) => {
    const { scrollTop, clientHeight, scrollHeight } = currentTarget;
    const isAtEnd = scrollTop + clientHeight > scrollHeight - END_TOLERANCE;
    timeline.isFollowing = isAtEnd && !currentTarget.contains(document.activeElement);
  };
  return (
    <ol class="app-rows" aria-label="Messages" ref={list} onScroll={onScroll} onKeyDown={moveFocus}>
      {rows.map(({ entry, number }) => (
        <TimelineRow
          key={number}
          entry={entry}
          start={timeline.start}
          label={regionLabel(app, `Message ${number}`)}
          isOpen={opened.has(number)}
          isTabStop={number === stop}
          onFocus={() => timeline.focused(number)}
          onToggle={() => timeline.toggle(number)}
        />
      ))}
    </ol>
  );
}

function scrollToEnd(list: RefObject<HTMLOListElement | null>): void {
  if (list.current) list.current.scrollTop = list.current.scrollHeight;
}

function moveFocus(event: KeyboardEvent & { readonly currentTarget: HTMLOListElement }): void {
  const list = event.currentTarget;
  const from = event.target instanceof Element ? event.target.closest(".app-row")?.parentElement : undefined;
  if (!from) return;
  const targets: Partial<Record<string, Element | null>> = {
    ArrowDown: from.nextElementSibling,
    ArrowUp: from.previousElementSibling,
    Home: list.firstElementChild,
    End: list.lastElementChild,
  };
  const to = targets[event.key];
  if (!to) return;
  event.preventDefault();
  to.querySelector<HTMLElement>(".app-row")?.focus();
}
