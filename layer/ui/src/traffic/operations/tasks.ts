// Calls that go on after their response, as tasks of either form.

import { type MaybeNode, isTrue, textAt, valueOf } from "../../json/node";
import { META_RELATED_TASK, metaOf, paramsOf, resultOf } from "../message";
import type { Operation, OperationTask, State } from "../operation";
import type { Sender, TrafficRecord } from "../record";
import { isSameConnection, taskKey } from "./keys";
import type { Pending, PendingIndex } from "./pending";
import { anyAsksPerson } from "./retries";
import { end } from "./state";
import { beginWaiting, endWaiting } from "./waiting";

const ENDS: ReadonlyMap<string, State> = new Map([
  ["completed", "done"],
  ["failed", "failed"],
  ["cancelled", "cancelled"],
]);

/** Makes the operation a task if its result begins one. Returns whether it does. */
export function beginTask(index: PendingIndex, pending: Pending, record: TrafficRecord): boolean {
  const { operation } = pending;
  const result = resultOf(record);
  const isExtension = textAt(result, "resultType") === "task";
  const node = isExtension ? result : valueOf(result, "task");
  const id = textAt(node, "taskId");
  if (id === undefined) return false;
  operation.task = { form: isExtension ? "extension" : "experimental", id, status: "", message: "" };
  describe(operation.task, node);
  index.add(pending, [taskKey(operation.request, operation.request.from, id)]);
  return true;
}

function describe(task: OperationTask, node: MaybeNode): void {
  task.status = textAt(node, "status") ?? task.status;
  task.message = textAt(node, "statusMessage") ?? "";
}

/** Finds the call of a task: in the same session, or the only one with this id. */
export function callOfTask(
  index: PendingIndex,
  record: TrafficRecord,
  asker: Sender,
  id: string | undefined,
): Operation | undefined {
  const calls = index.at(taskKey(record, asker, id)).map(({ operation }) => operation);
  const nearest = calls.findLast(({ request }) => isSameConnection(request, record));
  return nearest ?? (calls.length === 1 ? calls[0] : undefined);
}

/** The task that a message is about, as its `_meta` says. */
export function relatedTask(record: TrafficRecord): string | undefined {
  return textAt(metaOf(paramsOf(record), META_RELATED_TASK), "taskId");
}

export function isAboutTask({ method }: TrafficRecord): boolean {
  return method?.startsWith("tasks/") === true && method !== "tasks/list";
}

/** Takes the answers of a person out of a request about a task. */
export function updateTask(call: Operation, request: TrafficRecord): void {
  const round = call.rounds.at(-1);
  if (request.method !== "tasks/update" || !round || round.answered) return;
  round.answered = request;
  if (round.asksPerson) endWaiting(call, request.at);
}

/** Applies the response to a request about a task. */
export function applyTaskResponse(call: Operation, method: string | undefined, response: TrafficRecord): void {
  if (method === "tasks/result") {
    const isFailure = response.kind === "error" || isTrue(valueOf(resultOf(response), "isError"));
    if (response.kind === "error" && call.state === "cancelled") return;
    end(call, isFailure ? "failed" : "done", call.endedAt ?? response.at, response);
  } else if (response.kind === "response") {
    applyTaskState(call, resultOf(response), response);
  }
}

/** Applies a state that the server tells, in a response or a notification. */
export function applyTaskState(call: Operation, node: MaybeNode, record: TrafficRecord): void {
  const { task } = call;
  if (!task || textAt(node, "taskId") !== task.id || call.state !== "open") return;
  describe(task, node);
  const inputRequests = valueOf(node, "inputRequests");
  const isAsking = call.rounds.at(-1)?.answered === undefined && call.rounds.length > 0;
  if (task.status === "input_required" && inputRequests && !isAsking) {
    const isPersonal = anyAsksPerson(inputRequests);
    call.rounds.push({ asked: record, asksPerson: isPersonal });
    if (isPersonal) beginWaiting(call, record.at);
  }
  const state = ENDS.get(task.status);
  if (state === undefined) return;
  const [result, error] = [valueOf(node, "result"), valueOf(node, "error")];
  const isFailure = error !== undefined || isTrue(valueOf(result, "isError"));
  end(call, isFailure ? "failed" : state, record.at, (result ?? error) ? record : undefined);
}
