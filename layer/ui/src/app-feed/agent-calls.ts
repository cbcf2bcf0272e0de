// The calls of other clients, as they begin and end in the traffic that the page follows.

import { isPast, liveTraffic, subscribeTraffic, trafficEpoch } from "../traffic-feed/feed";
import type { Operation } from "../traffic/operation";
import type { TrafficRecord } from "../traffic/record";
import { type AgentCall, agentCallOf, hasEnded } from "./agent-call";

export interface CallListener {
  readonly onBegun: (call: AgentCall) => void;
  readonly onEnded?: (call: AgentCall) => void;
  /** Called when so many messages were dropped before they reached the page. */
  readonly onMissed?: (messages: number) => void;
  /** Called when the server has begun anew. */
  readonly onRestart?: () => void;
}

const listeners = new Set<CallListener>();
const calls = new WeakMap<Operation, AgentCall>();
const ended = new WeakSet<Operation>();
let isFollowing = false;
let epoch = "";
let lastSeq = 0;

/** Tells a listener of calls until the function that is returned is called. */
export function subscribeCalls(listener: CallListener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Follows the traffic from now on. What has passed before is left out. */
export function followCalls(): void {
  if (isFollowing) return;
  isFollowing = true;
  epoch = trafficEpoch.peek();
  lastSeq = newestSeq();
  subscribeTraffic(take);
  trafficEpoch.subscribe(take);
}

function newestSeq(): number {
  return Math.max(liveTraffic.records.at(-1)?.seq ?? 0, liveTraffic.gaps.at(-1)?.to ?? 0);
}

function take(): void {
  if (trafficEpoch.peek() !== epoch && trafficEpoch.peek() !== "") {
    if (epoch) for (const { onRestart } of listeners) onRestart?.();
    epoch = trafficEpoch.peek();
    lastSeq = 0;
  }
  const before = lastSeq;
  lastSeq = Math.max(before, newestSeq());
  for (const { from, to } of liveTraffic.gaps) {
    if (to > before && !isPast(to))
      for (const { onMissed } of listeners) onMissed?.(to - Math.max(from, before + 1) + 1);
  }
  for (const record of since(before)) takeRecord(record);
}

function since(seq: number): readonly TrafficRecord[] {
  const { records } = liveTraffic;
  let start = records.length;
  while (start > 0 && records[start - 1]!.seq > seq) start -= 1;
  return records.slice(start);
}

function takeRecord(record: TrafficRecord): void {
  const operation = liveTraffic.operationOf(record);
  if (!operation || isPast(record.seq)) return;
  takeOperation(operation);
  // The result of a task comes with another request.
  if (operation.parent) takeOperation(operation.parent);
}

function takeOperation(operation: Operation): void {
  if (ended.has(operation)) return;
  const call = calls.get(operation) ?? begun(operation);
  if (!call || !hasEnded(operation)) return;
  ended.add(operation);
  for (const { onEnded } of listeners) onEnded?.(call);
}

function begun(operation: Operation): AgentCall | undefined {
  const call = agentCallOf(operation);
  if (!call) return undefined;
  calls.set(operation, call);
  for (const { onBegun } of listeners) onBegun(call);
  return call;
}
