// The conversations with tasks that belong to no call on the page: those of an earlier visit, and those that were left running.

import { effect, signal, untracked } from "@preact/signals";
import { Conversation, conversationView } from "../conversation/conversation";
import { RunLog, runLogView } from "../log/run-log";
import { RunBar, runStatus } from "../conversation/run-bar";
import { RunProgress, runProgressView } from "../conversation/run-progress";
import { element } from "../dom/element";
import { resultView } from "../results/result-view";
import { type TaskEntry, isGone } from "../tasks/entries";
import { followed } from "../tasks/following";
import { hasEnded } from "../tasks/state";
import { tasks } from "../tasks/store";

// More tasks are not followed at the same time.
const MOST_FOLLOWED = 20;

// The elements of the conversations by the ids of their tasks.
export const taskViews = signal<ReadonlyMap<string, HTMLElement>>(new Map());

const conversations = new Map<string, Conversation>();

// Follows the tasks that go on and that nothing else follows.
export function followTasks(): void {
  effect(() => {
    const now = Date.now();
    const isLeft = (task: TaskEntry) =>
      !hasEnded(task) && !isGone(task, now) && !followed.value.has(task.id) && !conversations.has(task.id);
    const running = [...conversations.values()].filter((conversation) => conversation.isRunning()).length;
    const left = tasks.value.filter(isLeft).slice(0, MOST_FOLLOWED - running);
    untracked(() => left.forEach(openTask));
  });
}

// Follows a task, or requests its result once more.
export function openTask(task: TaskEntry): void {
  closeTask(task.id);
  const result = element("section", { "aria-label": "Result" });
  const bar = new RunBar(
    () => undefined,
    () => conversation.cancel(),
  );
  const parts = { bar, progress: new RunProgress(), log: new RunLog() };
  const conversation: Conversation = new Conversation({
    request: { task },
    parts,
    onBegin: () => undefined,
    onShown: () => undefined,
    onEnd: (outcome) => result.replaceChildren(resultView(outcome)),
  });
  conversations.set(task.id, conversation);
  const view = element(
    "div.task-view",
    runStatus(bar),
    runProgressView(parts.progress),
    conversationView(conversation),
    result,
    runLogView(parts.log),
  );
  taskViews.value = new Map([...taskViews.value, [task.id, view]]);
  void conversation.play();
}

export function closeTask(id: string): void {
  conversations.get(id)?.leave();
  conversations.delete(id);
  taskViews.value = new Map([...taskViews.value].filter(([other]) => other !== id));
}
