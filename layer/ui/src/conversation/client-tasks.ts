// Tasks of this client (MCP 2025-11-25, "Tasks"): questions of a server that it asks as tasks. It gets a task at once, polls it, and
// requests its result, which is the answer.

import { freshId } from "../dom/attributes";
import { type MaybeNode, textAt, valueOf } from "../json/node";
import { withMember } from "../json/object-text";
import type { Answer } from "../questions/question";

const POLL_MS = 1000;
// As long as the explorer accepts an answer.
const TTL_MS = 15 * 60 * 1000;
// The tasks that are kept, which the server may poll. The oldest leaves.
const MOST_TASKS = 100;
const NOT_FOUND: Answer = { error: '{"code":-32602,"message":"There is no such task"}' };
const NOT_CANCELLABLE: Answer = { error: '{"code":-32602,"message":"The task has ended"}' };
const RELATED_TASK = "io.modelcontextprotocol/related-task";

interface ClientTask {
  readonly created: string;
  updated: string;
  status: "input_required" | "completed" | "failed" | "cancelled";
  readonly answer: Promise<Answer>;
  readonly settle: (answer: Answer) => void;
  readonly onCancel: () => void;
}

export function asksForTask(params: MaybeNode): boolean {
  return valueOf(params, "task")?.type === "object";
}

export class ClientTasks {
  readonly #tasks = new Map<string, ClientTask>();

  /**
   * Begins a task for a question. Returns its id, and the response to the request. `onCancel` is called when the server
   * cancels it.
   */
  begin(onCancel: () => void): { readonly id: string; readonly response: Answer } {
    const id = `${Date.now()}-${freshId()}`;
    let settle: (answer: Answer) => void = () => undefined;
    const answer = new Promise<Answer>((resolve) => (settle = resolve));
    const created = new Date().toISOString();
    this.#tasks.set(id, {
      created,
      updated: created,
      status: "input_required",
      answer,
      settle,
      onCancel,
    });
    if (this.#tasks.size > MOST_TASKS) this.#tasks.delete(this.#tasks.keys().next().value!);
    return { id, response: { result: JSON.stringify({ task: this.#state(id) }) } };
  }

  /** Ends a task with the answer of the person. */
  complete(id: string, answer: Answer): void {
    const task = this.#tasks.get(id);
    if (task?.status !== "input_required") return;
    this.#end(task, "result" in answer ? "completed" : "failed");
    task.settle(
      "result" in answer
        ? { result: withMember(answer.result, "_meta", JSON.stringify({ [RELATED_TASK]: { taskId: id } })) }
        : answer,
    );
  }

  /**
   * Returns the response to a request in a method of tasks; undefined for another method. That to `tasks/result` waits
   * for the answer.
   */
  respond(method: string, params: MaybeNode): Answer | Promise<Answer> | undefined {
    const id = textAt(params, "taskId") ?? "";
    const task = this.#tasks.get(id);
    switch (method) {
      case "tasks/list":
        return { result: JSON.stringify({ tasks: [...this.#tasks.keys()].map((key) => this.#state(key)) }) };
      case "tasks/get":
        return task ? { result: JSON.stringify(this.#state(id)) } : NOT_FOUND;
      case "tasks/result":
        return task ? task.answer : NOT_FOUND;
      case "tasks/cancel":
        return task ? this.#cancel(id, task) : NOT_FOUND;
      default:
        return undefined;
    }
  }

  #cancel(id: string, task: ClientTask): Answer {
    if (task.status !== "input_required") return NOT_CANCELLABLE;
    this.#end(task, "cancelled");
    task.settle({ error: '{"code":-32603,"message":"The task was cancelled"}' });
    task.onCancel();
    return { result: JSON.stringify(this.#state(id)) };
  }

  #end(task: ClientTask, status: ClientTask["status"]): void {
    task.status = status;
    task.updated = new Date().toISOString();
  }

  #state(id: string): object {
    const { status, created, updated } = this.#tasks.get(id)!;
    return { taskId: id, status, createdAt: created, lastUpdatedAt: updated, ttl: TTL_MS, pollInterval: POLL_MS };
  }
}
