// A conversation's task: it is followed and remembered, and a line says how it goes.

import { textAt, valueOf } from "../json/node";
import type { LiveEnd } from "../protocol/live";
import { subscribeReports, watchTask } from "../protocol/report-feed";
import type { Report } from "../protocol/reports";
import { messageOf } from "../text/error";
import type { TaskEntry } from "./entries";
import { FollowedTask, type Send } from "./followed-task";
import { setFollowed } from "./following";
import { hasEnded } from "./state";
import { updateTask } from "./store";
import { TaskLine } from "./task-line";

export class TaskFollowing {
  readonly #task: FollowedTask;
  readonly line: TaskLine;
  #isCancelling = false;
  // Ends what is done only while the task is followed.
  readonly #endings: (() => void)[];

  /** `onLeave` is called when the person does not want to wait for the task. */
  constructor(
    entry: TaskEntry,
    private send: Send,
    onLeave: () => void,
  ) {
    this.line = new TaskLine(onLeave);
    setFollowed(entry.id, true);
    this.#endings = [() => setFollowed(entry.id, false), () => this.line.end()];
    this.#task = new FollowedTask(entry, (state, trouble) => {
      this.line.show(state, trouble ?? (this.#isCancelling && !hasEnded(state) ? "Cancelling…" : undefined));
      updateTask(state);
    });
    if (entry.form === "extension")
      this.#endings.push(
        watchTask(entry.id),
        subscribeReports((report) => this.#hear(report)),
      );
  }

  // A report of the task spares the rest of the pause between two polls.
  #hear(report: Report): void {
    if (report.kind !== "task") return;
    const id = textAt(valueOf(report.message, "params"), "taskId");
    if (id === this.#task.state.id) this.#task.pollNow();
  }

  /** Sends answers, if there are any, and follows the task to its result or its next questions. */
  async next(send: Send, signal: AbortSignal, resume?: string): Promise<LiveEnd> {
    this.send = send;
    return this.#task.next(send, signal, resume);
  }

  /** Asks the server to cancel the task. Returns false if that has been asked already. */
  cancel(): boolean {
    if (this.#isCancelling) return false;
    this.#isCancelling = true;
    void this.#requestCancel();
    return true;
  }

  async #requestCancel(): Promise<void> {
    this.line.show(this.#task.state, "Cancelling…");
    const refusal = await this.#task.cancel(this.send).catch(messageOf);
    if (refusal !== undefined) {
      this.#isCancelling = false;
      this.line.show(this.#task.state, `The server did not cancel it: ${refusal}`);
    }
    this.#task.pollNow();
  }

  end(): void {
    for (const end of this.#endings.splice(0)) end();
  }
}
