// Notifications: cancellations, progress, log lines, and all others.

import { textAt, valueOf } from "../../json/node";
import { META_SUBSCRIPTION, idKeyOf, metaOf, paramsOf } from "../message";
import type { Operation } from "../operation";
import type { TrafficRecord } from "../record";
import { callerIdKey, connectionIdKey, connectionTokenKey, exchangeKey, exchangeTokenKey, otherSide } from "./keys";
import { type Pending, type PendingIndex, isWaiting, onlyOperation } from "./pending";
import type { Placement } from "./placement";
import { attach, end } from "./state";
import { applyTaskState, callOfTask, relatedTask } from "./tasks";
import { endWaiting } from "./waiting";

const TASK_STATES = new Set(["notifications/tasks", "notifications/tasks/status"]);

export function cancelled(index: PendingIndex, record: TrafficRecord): Placement {
  const role = "cancellation";
  const pending = cancelledRequest(index, record);
  if (!pending) return { record, role };
  const { operation, round } = pending;
  attach(operation, record);
  if (round) {
    if (round.asksPerson && isWaiting(pending)) endWaiting(operation, record.at);
  } else if (operation.state === "open" || operation.state === "lost") {
    end(operation, "cancelled", record.at);
  }
  return { record, role, operation };
}

// Each side cancels its own requests.
function cancelledRequest(index: PendingIndex, record: TrafficRecord): Pending | undefined {
  const id = idKeyOf(valueOf(paramsOf(record), "requestId"));
  const known = index.at(connectionIdKey(record, record.from, id));
  if (known.length > 0) return known.findLast(isWaiting) ?? known.at(-1);
  const ofCaller = index.at(callerIdKey(record, record.from, id)).filter(isWaiting);
  return ofCaller.length === 1 ? ofCaller[0] : undefined;
}

export function progressed(index: PendingIndex, record: TrafficRecord): Placement {
  const role = "progress";
  const asker = otherSide(record.from);
  const token = idKeyOf(valueOf(paramsOf(record), "progressToken"));
  const here = index.at(exchangeTokenKey(record, asker, token));
  const known = here.length > 0 ? here : index.at(connectionTokenKey(record, asker, token));
  const operation = (known.findLast(isWaiting) ?? known.at(-1))?.operation ?? operationOfTask(index, record);
  if (!operation) return { record, role, problem: "unknown token" };
  attach(operation, record);
  operation.progress.push(record);
  return { record, role, operation };
}

export function notified(index: PendingIndex, record: TrafficRecord): Placement {
  const role = record.method === "notifications/message" ? "log" : "notification";
  const call = TASK_STATES.has(record.method ?? "") ? taskOfState(index, record) : undefined;
  if (call) applyTaskState(call, paramsOf(record), record);
  const operation = operationOfTask(index, record) ?? operationInExchange(index, record) ?? subscription(index, record);
  const owner = operation ?? call;
  if (owner) {
    attach(owner, record);
    (role === "log" ? owner.logs : owner.notifications).push(record);
  }
  return { record, role, operation: owner };
}

function taskOfState(index: PendingIndex, record: TrafficRecord): Operation | undefined {
  return callOfTask(index, record, otherSide(record.from), textAt(paramsOf(record), "taskId"));
}

function operationOfTask(index: PendingIndex, record: TrafficRecord): Operation | undefined {
  return callOfTask(index, record, otherSide(record.from), relatedTask(record));
}

function operationInExchange(index: PendingIndex, record: TrafficRecord): Operation | undefined {
  const pending = record.from === "server" ? index.at(exchangeKey(record)) : [];
  return onlyOperation(pending) ?? onlyOperation(pending.filter(isWaiting));
}

// The id of a subscription is that of the request that began it.
function subscription(index: PendingIndex, record: TrafficRecord): Operation | undefined {
  const id = idKeyOf(metaOf(paramsOf(record), META_SUBSCRIPTION));
  return index.at(connectionIdKey(record, otherSide(record.from), id)).findLast(isListening)?.operation;
}

function isListening({ request }: Pending): boolean {
  return request.method === "subscriptions/listen";
}
