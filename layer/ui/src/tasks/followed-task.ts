// Follows a task by polling: to its result, or to the next questions of the server.

import { type MaybeNode, membersOf, rawOf, valueOf } from "../json/node";
import { readJson } from "../json/read";
import { compactObject } from "../json/write";
import type { LiveEnd } from "../protocol/live";
import { outcomeOf } from "../protocol/live-outcome";
import { untilVisible } from "../scheduling/visible";
import { messageOf } from "../text/error";
import { Pauses } from "./pauses";
import { type TaskState, hasEnded, needsInput, taskState } from "./state";

/** Sends a live request. Both texts are JSON. */
export type Send = (method: string, params: string) => Promise<LiveEnd>;

export class TaskCancelled extends Error {}

export class FollowedTask {
  readonly #pauses = new Pauses();
  // The keys of the questions that were answered. A server may repeat them until it has processed the answers.
  readonly #answered = new Set<string>();
  #wake: (() => void) | undefined;

  /** `onState` is called with each state, and with the reason if the server cannot be reached at the moment. */
  constructor(
    public state: TaskState,
    private readonly onState: (state: TaskState, trouble?: string) => void,
  ) {
    onState(state);
  }

  /**
   * Sends answers, the member `resume` of a live request, if there are any. Then follows the task. Throws if it was
   * cancelled.
   */
  async next(send: Send, signal: AbortSignal, resume?: string): Promise<LiveEnd> {
    if (resume !== undefined) {
      const refusal = await this.#answer(send, valueOf(readJson(resume), "inputResponses"));
      if (refusal) return refusal;
    }
    for (let isFirst = true; ; isFirst = false) {
      signal.throwIfAborted();
      if (!isFirst || resume !== undefined) await this.#pause(this.#pauses.next(this.state.pollMs), signal);
      const end = await this.#poll(send, signal);
      if (end) return end;
    }
  }

  /** Ends the present pause, since the task has changed. */
  pollNow(): void {
    this.#wake?.();
  }

  /** Asks the server to cancel the task, which it only acknowledges. Returns the reason if it refuses. */
  async cancel(send: Send): Promise<string | undefined> {
    const end = await send("tasks/cancel", this.#params());
    return end.event === "result" ? undefined : (await outcomeOf(end)).headline;
  }

  #params(...others: readonly (readonly [string, string | undefined])[]): string {
    return compactObject([["taskId", JSON.stringify(this.state.id)], ...others]);
  }

  async #answer(send: Send, responses: MaybeNode): Promise<LiveEnd | undefined> {
    if (!responses) return undefined;
    const end = await send("tasks/update", this.#params(["inputResponses", rawOf(responses)]));
    if (end.event !== "result") return end;
    for (const { key } of membersOf(responses)) this.#answered.add(key);
    return undefined;
  }

  async #poll(send: Send, signal: AbortSignal): Promise<LiveEnd | undefined> {
    const { state } = this;
    await untilVisible();
    let end: LiveEnd;
    try {
      end = await send("tasks/get", this.#params());
    } catch (problem) {
      if (signal.aborted) throw problem;
      return this.#retryAfter(messageOf(problem), signal);
    }
    if (end.event === "refused" && (end.status >= 500 || end.status === 429))
      return this.#retryAfter(`the server answered ${end.status}`, signal);
    if (end.event !== "result") return end;
    const result = valueOf(end.root, "result");
    this.#show(taskState(state.form, result, state.id));
    if (this.state.status === "cancelled") throw new TaskCancelled(this.state.message);
    return state.form === "extension" ? this.#extensionEnd(result) : this.#experimentalEnd(send);
  }

  async #retryAfter(reason: string, signal: AbortSignal): Promise<undefined> {
    const pause = this.#pauses.afterFailure();
    this.onState(this.state, `No news, because ${reason}. Asking again in ${Math.round(pause / 1000)} s.`);
    await this.#pause(pause, signal);
  }

  #show(state: TaskState): void {
    if (state.status !== this.state.status || state.message !== this.state.message) this.#pauses.changed();
    this.state = state;
    this.onState(state);
  }

  // The state has the result, the error or the questions. They are presented like those of a call.
  #extensionEnd(result: MaybeNode): LiveEnd | undefined {
    const { status, message } = this.state;
    if (status === "completed") return ended("result", rawAt(result, "result") ?? "{}");
    if (status === "failed") {
      const error = JSON.stringify({ code: -32603, message: message || "The task failed without saying why." });
      return ended("error", rawAt(result, "error") ?? error);
    }
    const asked = membersOf(valueOf(result, "inputRequests")).filter(({ key }) => !this.#answered.has(key));
    if (!needsInput(this.state) || asked.length === 0) return undefined;
    const inputRequests = compactObject(asked.map(({ key, value }) => [key, rawOf(value)]));
    return ended(
      "result",
      compactObject([
        ["resultType", '"input_required"'],
        ["inputRequests", inputRequests],
      ]),
    );
  }

  // The server asks its questions, if it has any, while it is asked for the result.
  async #experimentalEnd(send: Send): Promise<LiveEnd | undefined> {
    if (!hasEnded(this.state) && !needsInput(this.state)) return undefined;
    const end = await send("tasks/result", this.#params());
    this.#show({ ...this.state, status: end.event === "result" ? "completed" : "failed", message: "" });
    return end;
  }

  #pause(time: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = (end: () => void) => () => {
        clearTimeout(timer);
        this.#wake = undefined;
        signal.removeEventListener("abort", stop);
        end();
      };
      const stop = settle(() => reject(signal.reason as Error));
      this.#wake = settle(resolve);
      const timer = setTimeout(this.#wake, time);
      signal.addEventListener("abort", stop);
    });
  }
}

function rawAt(node: MaybeNode, key: string): string | undefined {
  const value = valueOf(node, key);
  return value && rawOf(value);
}

function ended(event: "result" | "error", raw: string): LiveEnd {
  return { event, root: readJson(compactObject([[event, raw]])) };
}
