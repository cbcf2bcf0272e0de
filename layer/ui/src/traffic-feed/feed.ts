// The traffic of the server in this page: followed as soon as somebody asks for it, and kept within bounds.

import { signal } from "@preact/signals";
import { accessHeaders } from "../access/credentials";
import { memberAt, parsedJson } from "../json/plain";
import { server } from "../protocol/server";
import { nextTask } from "../scheduling/slices";
import { trafficScope, settings } from "../settings";
import { readRecord } from "../traffic/record";
import { TrafficStore } from "../traffic/store";
import type { Place, TrafficEvent } from "./events";
import type { FeedState } from "./state";
import { TrafficStream } from "./stream";

// Events are processed for so long before the page is drawn.
const SLICE_MS = 10;

/** The traffic of the server, as far as the page has it. */
export const liveTraffic = new TrafficStore();

export const feedState = signal<FeedState>({ kind: "off" });

/** The traffic that this page sees: that of its viewer, or that of all clients. */
const scope = signal(settings.traffic);

/** False if the server shows traffic that nothing records. */
export const hasRecorder = signal(true);

export function recordingWords(): string {
  if (!hasRecorder.value) return "Not recording";
  const whose = scope.value === "own" ? "your own calls" : "all clients";
  return `Recording MCP traffic of ${whose}`;
}

/** The number of records that could not be read. */
export const unreadable = signal(0);

/** The process that the records come from, by its random name. Empty until the stream has begun. */
export const trafficEpoch = signal("");

// The records up to this number passed before this page began to follow.
let pastUntil = 0;
let place: Place | undefined;
let waiting: TrafficEvent[] = [];
let isWorking = false;
let following: AbortController | undefined;
let followedAs = "";

/**
 * Calls `listener` after each change of `liveTraffic`, and opens the stream if it is not open yet. Returns a function
 * that ends the calls; the stream stays.
 */
export function subscribeTraffic(listener: () => void = () => undefined): () => void {
  if (settings.traffic && !following) start();
  return liveTraffic.subscribe(listener);
}

/** Returns whether the record with this number passed before this page began to follow. */
export function isPast(seq: number): boolean {
  return seq <= pastUntil;
}

function start(): void {
  server.subscribe(() => {
    // The caller may be another one, and so may be the server that refused the traffic.
    const caller = JSON.stringify([...accessHeaders()]);
    if (following && caller === followedAs && feedState.peek().kind !== "refused") return;
    if (following && caller !== followedAs) {
      waiting = [];
      startOver(undefined);
    }
    followedAs = caller;
    following?.abort();
    following = new AbortController();
    void new TrafficStream(user).follow(following.signal);
  });
}

const user = {
  place: () => {
    const last = waiting.findLast(({ event }) => event === "record");
    return place && last ? { ...place, after: last.seq } : place;
  },
  eventsAfter: (known: Place | undefined): TrafficEvent[] => {
    if (!place) return [];
    const hello: TrafficEvent = {
      event: "hello",
      data: JSON.stringify({
        epoch: place.epoch,
        scope: scope.peek(),
        newest: user.place()?.after,
        recorder: hasRecorder.peek(),
      }),
      seq: 0,
    };
    const after = known?.epoch === place.epoch ? known.after : 0;
    const { records, gaps } = liveTraffic;
    const kept: TrafficEvent[] = [
      ...records.map(({ seq, text }) => ({ event: "record", data: text, seq }) as const),
      ...gaps.map(({ from, to }) => ({ event: "gap", data: JSON.stringify({ from, to }), seq: to }) as const),
    ];
    return [hello, ...kept.filter(({ seq }) => seq > after).sort((one, other) => one.seq - other.seq), ...waiting];
  },
  onEvents: (events: readonly TrafficEvent[]) => {
    for (const event of events) waiting.push(event);
    void work();
  },
  onState: (state: FeedState) => (feedState.value = state),
};

// Takes what has arrived, in time slices.
async function work(): Promise<void> {
  if (isWorking) return;
  isWorking = true;
  while (waiting.length > 0) {
    const pauseAt = performance.now() + SLICE_MS;
    let taken = 0;
    while (taken < waiting.length && performance.now() < pauseAt) {
      take(waiting[taken]!);
      taken += 1;
    }
    waiting.splice(0, taken);
    await nextTask();
  }
  isWorking = false;
}

function take({ event, data, seq }: TrafficEvent): void {
  if (event === "record") takeRecord(data, seq);
  else if (event === "hello") takeHello(parsedJson(data));
  else {
    const gap = parsedJson(data);
    takeGap(numberAt(gap, "from"), numberAt(gap, "to"));
  }
}

function takeRecord(data: string, seq: number): void {
  if (!place || seq <= place.after) return;
  place = { ...place, after: seq };
  try {
    liveTraffic.append(readRecord(data, seq));
  } catch {
    unreadable.value += 1;
  }
}

// The records of another epoch come from another process.
function takeHello(hello: unknown): void {
  const epoch = memberAt(hello, "epoch");
  if (typeof epoch !== "string") return;
  const given = memberAt(hello, "scope");
  scope.value = trafficScope(typeof given === "string" ? given : undefined) ?? scope.value;
  hasRecorder.value = memberAt(hello, "recorder") !== false;
  if (epoch === place?.epoch) return;
  pastUntil = place ? 0 : (numberAt(hello, "newest") ?? 0);
  startOver({ epoch, after: 0 });
}

function takeGap(from = 0, to = 0): void {
  if (!place || to <= place.after) return;
  liveTraffic.gap(Math.max(from, place.after + 1), to);
  place = { ...place, after: to };
}

function startOver(at: Place | undefined): void {
  for (const operation of [...liveTraffic.operations]) liveTraffic.pin(operation, false);
  liveTraffic.clear();
  unreadable.value = 0;
  place = at;
  trafficEpoch.value = at?.epoch ?? "";
}

function numberAt(value: unknown, key: string): number | undefined {
  const number = memberAt(value, key);
  return typeof number === "number" ? number : undefined;
}
