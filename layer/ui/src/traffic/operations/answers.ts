// Answers: results and errors, of either side.

import { isTrue, valueOf } from "../../json/node";
import { idKey, resultOf } from "../message";
import type { Operation } from "../operation";
import type { TrafficRecord } from "../record";
import { callerIdKey, connectionIdKey, exchangeIdKey, exchangeKey, otherSide } from "./keys";
import { type Pending, type PendingIndex, isWaiting } from "./pending";
import type { Placement } from "./placement";
import { ask, isInputRequired } from "./retries";
import { attach, end, reopen } from "./state";
import { applyTaskResponse, beginTask, isAboutTask } from "./tasks";
import { endWaiting } from "./waiting";

// The answers that are there before their requests. The oldest are forgotten.
const MOST_EARLY = 1000;

export class Answers {
  readonly #early = new Map<string, TrafficRecord>();

  constructor(private readonly index: PendingIndex) {}

  place(record: TrafficRecord): Placement {
    const pending = this.#find(record);
    if (!pending) {
      this.#keepEarly(record);
      return { record, role: "response", problem: "no request" };
    }
    const { operation, round } = pending;
    attach(operation, record);
    const role = round ? "answer" : "response";
    if (pending.answer) return { record, role, operation, problem: "answered before" };
    pending.answer = record;
    if (round) {
      round.answered = record;
      if (round.asksPerson) endWaiting(operation, record.at);
    } else {
      this.#settle(pending, record);
    }
    return { record, role, operation };
  }

  /** Applies an answer that was there before its request, and returns it. */
  takeEarly(pending: Pending): TrafficRecord | undefined {
    const { request } = pending;
    const key = exchangeIdKey(request, request.from, idKey(request.id));
    const record = key === undefined ? undefined : this.#early.get(key);
    if (key === undefined || record === undefined) return undefined;
    this.#early.delete(key);
    this.place(record);
    return record;
  }

  #keepEarly(record: TrafficRecord): void {
    const key = exchangeIdKey(record, otherSide(record.from), idKey(record.id));
    if (key === undefined) return;
    this.#early.set(key, record);
    const [oldest] = this.#early.keys();
    if (this.#early.size > MOST_EARLY && oldest !== undefined) this.#early.delete(oldest);
  }

  #find(record: TrafficRecord): Pending | undefined {
    const [asker, id] = [otherSide(record.from), idKey(record.id)];
    const here = this.index.at(exchangeIdKey(record, asker, id));
    if (here.length > 0) return latest(here);
    const inExchange = this.index.at(exchangeKey(record));
    // An error about a message that could not be read has no id, and the id of a message that is not kept is unknown.
    const only = record.from === "server" && inExchange.length === 1 ? inExchange[0] : undefined;
    if (only && only.request.kind !== "http" && (id === undefined || only.request.id === undefined)) return only;
    const inConnection = this.index.at(connectionIdKey(record, asker, id));
    if (inConnection.length > 0) return latest(inConnection);
    // The answers of clients without a session come in exchanges of their own.
    if (record.from !== "client") return undefined;
    const ofCaller = this.index.at(callerIdKey(record, asker, id)).filter(isWaiting);
    return ofCaller.length === 1 ? ofCaller[0] : undefined;
  }

  #settle(pending: Pending, record: TrafficRecord): void {
    const { operation } = pending;
    const { parent, request, state } = operation;
    if (record.kind === "error") end(operation, "failed", record.at, record);
    else if (state !== "cancelled" && goesOn(this.index, pending, record)) reopen(operation);
    else end(operation, isTrue(valueOf(resultOf(record), "isError")) ? "failed" : "done", record.at, record);
    // A server may ask for a task of the client within a call, which that does not end.
    if (parent?.task && parent.request.from === request.from && isAboutTask(request))
      applyTaskResponse(parent, request.method, record);
  }
}

function goesOn(index: PendingIndex, pending: Pending, record: TrafficRecord): boolean {
  if (!isInputRequired(record)) return beginsTask(pending.operation) && beginTask(index, pending, record);
  ask(index, pending, record);
  return true;
}

// The state of a task, which looks like the beginning of one, is the result of requests about it.
function beginsTask({ request }: Operation): boolean {
  return !isAboutTask(request);
}

// Returns the latest that waits for an answer, or else the latest.
function latest(pending: readonly Pending[]): Pending | undefined {
  return pending.findLast(isWaiting) ?? pending.at(-1);
}
