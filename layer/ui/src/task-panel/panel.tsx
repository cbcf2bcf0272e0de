// The panel of the tasks: those of this page's calls, those of earlier visits, and those that the server lists.

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Rounds } from "../conversation/rounds";
import { RunStatus } from "../conversation/run-bar";
import { RunProgressView } from "../conversation/run-progress";
import { RunLogView } from "../log/run-log";
import { toolLink } from "../protocol/links";
import { settings } from "../settings";
import type { Dock } from "../dom/dock";
import { Result } from "../results/result-view";
import { displayName } from "../text/printable";
import { type TaskEntry, isGone } from "../tasks/entries";
import { followed } from "../tasks/following";
import { canListTasks, listTasks } from "./server-tasks";
import { type TaskRun, closeTask, followTasks, openTask, taskRuns } from "./runs";
import { hasEnded, needsInput } from "../tasks/state";
import { forgetTasks, tasks } from "../tasks/store";
import { statusWords } from "../tasks/words";

export function startTasks(dock: Dock): void {
  if (!settings.mayExecute) return;
  const button = dock.add({ button: "tasks-open", title: "Tasks", draw: () => <Tasks /> });
  tasks.subscribe((all) => {
    const waiting = all.filter(needsInput).length;
    const running = all.filter((task) => !hasEnded(task)).length;
    if (all.length === 0) button.show(undefined);
    else if (waiting > 0) button.show(waiting, waiting === 1 ? "needs an answer" : "need an answer");
    else button.show(running);
  });
  followTasks();
}

function Tasks(): VNode {
  const all = tasks.value;
  return (
    <>
      <div class="task-tools">
        {canListTasks() && <ListButton />}
        {all.some(hasEnded) && (
          <button type="button" class="small" onClick={() => forgetTasks(hasEnded)}>
            Clear ended tasks
          </button>
        )}
      </div>
      <ul class="tasks">
        {all.map((task) => (
          <TaskRow key={task.id} task={task} />
        ))}
      </ul>
    </>
  );
}

function ListButton(): VNode {
  const [outcome, setOutcome] = useState("");
  return (
    <>
      <button type="button" class="small" onClick={() => void listTasks().then(setOutcome)}>
        Find tasks on the server
      </button>
      <span class="hint" role="status">
        {outcome}
      </span>
    </>
  );
}

function TaskRow({ task }: { readonly task: TaskEntry }): VNode {
  const { id, tool, message, started, expires } = task;
  const run = taskRuns.value.get(id);
  const isFollowed = followed.value.has(id);
  const isElsewhere = isFollowed && !run;
  const canHide = run && hasEnded(task);
  const isLost = !hasEnded(task) && isGone(task, Date.now());
  const facts = [
    new Date(started).toLocaleString(),
    expires !== undefined && `${isLost ? "was" : "is"} kept until ${new Date(expires).toLocaleTimeString()}`,
  ];
  return (
    <li class="task" data-status={task.status}>
      <div class="task-head">
        <strong>{tool === undefined ? <bdi>{displayName(id, 60)}</bdi> : <ToolLink tool={tool} />}</strong>
        <span class="badge">{statusWords(task)}</span>
        <bdi class="task-message">{message}</bdi>
        <span class="hint">{facts.filter(Boolean).join(" · ")}</span>
        {isElsewhere && <span class="hint">Shown with its tool</span>}
        {!isFollowed && (
          <button type="button" class="small" onClick={() => (canHide ? closeTask(id) : openTask(task))}>
            {canHide ? "Hide" : "Open"}
          </button>
        )}
        {!isElsewhere && (
          <button
            type="button"
            class="quiet small"
            onClick={() => {
              closeTask(id);
              forgetTasks((other) => other.id === id);
            }}
          >
            Forget
          </button>
        )}
      </div>
      {run && <TaskView {...run} />}
    </li>
  );
}

function TaskView({ run, outcome }: TaskRun): VNode {
  return (
    <div class="task-view">
      <RunStatus bar={run.bar} />
      <RunProgressView progress={run.progress} />
      <Rounds run={run} />
      <section aria-label="Result">{outcome.value && <Result call={outcome.value} />}</section>
      <RunLogView log={run.log} />
    </div>
  );
}

function ToolLink({ tool }: { readonly tool: string }): VNode {
  return (
    <a href={toolLink(tool)}>
      <bdi>{displayName(tool, 100)}</bdi>
    </a>
  );
}
