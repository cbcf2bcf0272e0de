// The state of the server's process, as the program that runs it sends it, and in words.

import { memberAt } from "../json/plain";
import type { SecondProcess } from "../protocol/host";
import { clockTime, counted } from "../text/units";

export interface DownState {
  readonly state: "down";
  readonly time: number;
  /** A sentence. */
  readonly reason: string;
  /** The last lines of stderr. */
  readonly stderr: readonly string[];
  /** The time of the next start, by the clock of `performance.now()`; undefined if no start is planned. */
  readonly restartsAt: number | undefined;
  /** A sentence about why the process is not started again by itself; empty if it is. */
  readonly staysDown: string;
}

interface ReadyState {
  readonly state: "ready";
  readonly since: number;
  readonly pid?: number | undefined;
  // Said only while there is a second process.
  readonly shared?: { readonly revision: string; readonly agents: number; readonly newest: SecondProcess };
}

export type ProcessState =
  | { readonly state: "starting" }
  | ReadyState
  | DownState
  // The program that runs the process cannot be reached.
  | { readonly state: "lost"; readonly reason: string };

/** Reads the data of an event. `now` is the present time of `performance.now()`. */
export function parsedState(data: string, now: number): ProcessState | undefined {
  const value: unknown = JSON.parse(data);
  const text = (name: string) => {
    const member = memberAt(value, name);
    return typeof member === "string" ? member : "";
  };
  const number = (name: string) => {
    const member = memberAt(value, name);
    return typeof member === "number" ? member : undefined;
  };
  switch (memberAt(value, "state")) {
    case "starting":
      return { state: "starting" };
    case "ready":
      return { state: "ready", since: number("since") ?? 0, pid: number("pid"), ...sharedOf(value) };
    case "down": {
      const stderr = memberAt(value, "stderr");
      const restartsIn = number("restartsIn");
      return {
        state: "down",
        time: number("time") ?? 0,
        reason: text("reason"),
        stderr: Array.isArray(stderr) ? stderr.filter((line) => typeof line === "string") : [],
        restartsAt: restartsIn === undefined ? undefined : now + restartsIn,
        staysDown: text("staysDown"),
      };
    }
    default:
      return undefined;
  }
}

function sharedOf(value: unknown): Pick<ReadyState, "shared"> {
  const newest = memberAt(value, "newest");
  if (newest === undefined) return {};
  const [revision, agents, state, reason] = [
    memberAt(value, "revision"),
    memberAt(value, "agents"),
    memberAt(newest, "state"),
    memberAt(newest, "reason"),
  ];
  const text = (member: unknown) => (typeof member === "string" ? member : "");
  const count = typeof agents === "number" ? agents : 0;
  return { shared: { revision: text(revision), agents: count, newest: { state: text(state), reason: text(reason) } } };
}

/** When the process is started again, if it is. */
export function restartText({ restartsAt, staysDown }: DownState, now: number): string {
  if (restartsAt === undefined) return staysDown;
  const seconds = Math.ceil((restartsAt - now) / 1000);
  return seconds > 0 ? `Starting again in ${seconds} s.` : "Starting again…";
}

export function stateText(state: ProcessState, now: number): string {
  switch (state.state) {
    case "starting":
      return "The server is starting.";
    case "ready":
      return state.shared ? processesText(state.shared) : runningText(state);
    case "down":
      return `${state.reason} ${restartText(state, now)}`;
    case "lost":
      return `Console disconnected. ${state.reason}`;
  }
}

function runningText({ since, pid }: ReadyState): string {
  const process = pid === undefined ? "" : ` (pid ${pid})`;
  return `Running since ${clockTime(since).slice(0, 8)}${process}`;
}

function processesText({ revision, agents, newest }: NonNullable<ReadyState["shared"]>): string {
  const sharers = agents > 0 ? `shared by the page and ${counted(agents, "agent")}` : "used by the page";
  const words: Record<string, string> = { starting: " (starting)", down: ` (down: ${newest.reason})` };
  return `2 processes: ${revision}, ${sharers} · 2026-07-28, on request${words[newest.state] ?? ""}`;
}

/** Tells whether the tools have to be listed again: the process that had been asked for them is another one. */
export class Restarts {
  #listed: number | undefined;

  /** Returns whether this state is that of another process than the last one that was ready. */
  isNew(state: ProcessState): boolean {
    if (state.state !== "ready") {
      // The list was requested when the page was loaded, and may have failed.
      this.#listed ??= 0;
      return false;
    }
    const isNew = this.#listed !== undefined && this.#listed !== state.since;
    this.#listed = state.since;
    return isNew;
  }
}
