// The calls that agents make now.

import { signal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import { throttled } from "../scheduling/throttled";
import { counted } from "../text/units";
import { clientWords } from "../traffic/client-words";
import type { Operation } from "../traffic/operation";
import { liveTraffic, subscribeTraffic } from "../traffic-feed/feed";

const SPAN_MS = 60_000;
const BARS = 30;
const DRAW_MS = 500;
const SHOWN_AGENTS = 3;
// The operations in which the last call of an agent is looked for. Older ones are not looked at.
const SEARCHED = 1000;

export interface Pulse {
  /** The calls in each part of the last minute, the oldest first. */
  readonly bars: readonly number[];
  readonly calls: number;
  readonly agents: readonly string[];
  /** The newest call, however old it is. */
  readonly last?: { readonly agent: string; readonly at: number } | undefined;
}

/** Counts the requests of other clients in the last minute. Only the newest operations are looked at. */
export function pulseOf(operations: readonly Operation[], now: number): Pulse {
  const bars = Array.from({ length: BARS }, () => 0);
  const agents = new Set<string>();
  let last: Pulse["last"];
  for (let index = operations.length - 1; index >= 0; index -= 1) {
    const { request } = operations[index]!;
    const age = now - request.at;
    if (age >= SPAN_MS && (last || operations.length - index > SEARCHED)) break;
    if (request.explorer || request.other) continue;
    last ??= { agent: clientWords(request), at: request.at };
    if (age >= SPAN_MS) break;
    const bar = BARS - 1 - Math.floor((Math.max(0, age) / SPAN_MS) * BARS);
    bars[bar]! += 1;
    agents.add(clientWords(request));
  }
  return { bars, calls: bars.reduce((sum, count) => sum + count, 0), agents: [...agents], last };
}

/** The last minute of the traffic, as bars and in words. */
export function PulseView(): VNode {
  useEffect(() => {
    const draw = throttled(() => (pulse.value = pulseOf(liveTraffic.operations, Date.now())), DRAW_MS);
    const end = subscribeTraffic(draw);
    // The bars move also while nothing arrives.
    const timer = setInterval(draw, SPAN_MS / BARS);
    draw();
    return () => {
      clearInterval(timer);
      end();
    };
  }, []);
  return <PulseBars pulse={pulse.value} />;
}

const pulse = signal<Pulse>(pulseOf([], 0));

export function PulseBars({ pulse: { bars, calls, agents, last } }: { readonly pulse: Pulse }): VNode {
  const most = Math.max(1, ...bars);
  const others = agents.length - SHOWN_AGENTS;
  return (
    <button type="button" class="pulse" onClick={() => document.getElementById("traffic-open")?.click()}>
      {calls > 0 && (
        <svg viewBox={`0 0 ${BARS * 4} 20`} preserveAspectRatio="none" aria-hidden="true">
          {bars.map((count, index) => {
            const height = count === 0 ? 1 : 2 + (18 * count) / most;
            return <rect key={index} x={index * 4} y={20 - height} width="3" height={height} />;
          })}
        </svg>
      )}
      <span>
        {calls === 0 ? "No agent has called in the last minute." : `${counted(calls, "request")} in the last minute`}
      </span>
      {calls === 0 && last && (
        <bdi class="hint">{`The last was ${last.agent}, at ${new Date(last.at).toLocaleTimeString()}.`}</bdi>
      )}
      {agents.length > 0 && (
        <bdi class="hint">{agents.slice(0, SHOWN_AGENTS).join(", ") + (others > 0 ? ` and ${others} more` : "")}</bdi>
      )}
    </button>
  );
}
