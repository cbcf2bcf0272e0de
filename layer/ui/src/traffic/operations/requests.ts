// Requests: those that begin an operation, go on with one, or ask within one.

import { textAt } from "../../json/node";
import { idKey, idKeyOf, metaOf, paramsOf } from "../message";
import type { Operation, Round } from "../operation";
import type { TrafficRecord } from "../record";
import type { Answers } from "./answers";
import {
  callerIdKey,
  connectionIdKey,
  connectionKey,
  connectionTokenKey,
  exchangeIdKey,
  exchangeKey,
  exchangeTokenKey,
} from "./keys";
import { type Pending, type PendingIndex, isWaiting, onlyOperation } from "./pending";
import type { Placement, Problem } from "./placement";
import { asksPerson, resumed } from "./retries";
import { attach, newOperation } from "./state";
import { callOfTask, isAboutTask, relatedTask, updateTask } from "./tasks";
import { cause } from "./traces";
import { beginWaiting, endWaiting } from "./waiting";

const QUESTIONS = new Set(["elicitation/create", "sampling/createMessage", "roots/list"]);
// The requests during which servers ask.
const CALLS = new Set(["tools/call", "resources/read", "prompts/get", "completion/complete"]);

export class Requests {
  constructor(
    private readonly index: PendingIndex,
    private readonly answers: Answers,
  ) {}

  fromClient(record: TrafficRecord): Placement {
    const { operation, problem, origin } = resumed(this.index, record) ?? {};
    if (operation) return this.#goOn(operation, record, problem);
    const placement = this.begin(record, problem);
    if (origin && placement.operation) placement.operation.parent = origin;
    return placement;
  }

  fromServer(record: TrafficRecord): Placement {
    const operation = this.#askedWithin(record);
    if (!operation || !QUESTIONS.has(record.method ?? "")) {
      const placement = this.begin(record);
      if (operation && placement.operation) placement.operation.parent ??= operation;
      return placement;
    }
    const round: Round = { asked: record, asksPerson: asksPerson(record.method) };
    operation.rounds.push(round);
    attach(operation, record);
    this.#expect({ operation, request: record, round });
    if (round.asksPerson) beginWaiting(operation, record.at);
    return { record, role: "question", operation };
  }

  begin(record: TrafficRecord, problem?: Problem): Placement {
    const operation = newOperation(record);
    const pending: Pending = { operation, request: record };
    operation.parent = this.#parentOf(pending);
    this.#expect(pending);
    const early = this.answers.takeEarly(pending);
    return { record, role: "request", operation, problem, early };
  }

  #parentOf(pending: Pending): Operation | undefined {
    const { request } = pending;
    if (!isAboutTask(request)) return cause(this.index, pending);
    const call = callOfTask(this.index, request, request.from, textAt(paramsOf(request), "taskId"));
    if (call) updateTask(call, request);
    return call;
  }

  #goOn(operation: Operation, record: TrafficRecord, problem: Problem | undefined): Placement {
    const round = operation.rounds.at(-1)!;
    round.answered = record;
    if (round.asksPerson) endWaiting(operation, record.at);
    attach(operation, record);
    this.#expect({ operation, request: record });
    return { record, role: "retry", operation, problem };
  }

  // Makes a request known to the records that follow.
  #expect(pending: Pending): void {
    const { request, round } = pending;
    const { from } = request;
    const id = idKey(request.id);
    const token = idKeyOf(metaOf(paramsOf(request), "progressToken"));
    this.index.add(pending, [
      exchangeIdKey(request, from, id),
      connectionIdKey(request, from, id),
      callerIdKey(request, from, id),
      exchangeTokenKey(request, from, token),
      connectionTokenKey(request, from, token),
      round ? undefined : connectionKey(request),
      from === "client" ? exchangeKey(request) : undefined,
    ]);
  }

  // Finds the call within which the server asks: by its task, in its exchange, or as the only open one of the session.
  #askedWithin(record: TrafficRecord): Operation | undefined {
    const byTask = callOfTask(this.index, record, "client", relatedTask(record));
    if (byTask) return byTask;
    return this.#onlyCall(exchangeKey(record)) ?? this.#onlyCall(connectionKey(record));
  }

  #onlyCall(key: string | undefined): Operation | undefined {
    const calls = this.index.at(key).filter((pending) => isWaiting(pending) && CALLS.has(pending.request.method ?? ""));
    return onlyOperation(calls.filter(({ operation }) => operation.state === "open"));
  }
}
