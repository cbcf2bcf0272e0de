// The panel of the tests: all of a file, each with its last outcome.

import type { VNode } from "preact";
import type { Difference } from "../changes/difference";
import { DifferenceList } from "../changes/differences-view";
import type { Dock } from "../dom/dock";
import { drawn } from "../dom/drawn";
import { byId } from "../dom/page";
import { Paged } from "../dom/paged";
import { printable } from "../text/printable";
import { formatDuration, formatNumber } from "../text/units";
import {
  type ListedTest,
  type Problem,
  type TestOutcome,
  hasTests,
  list,
  loadTests,
  outcomes,
  problem,
  runTests,
  running,
} from "./model";

// The characters that are shown of the name of a test or a file. A longer one is cut.
const LONGEST_NAME = 200;
const WORDS = { passed: "Passed", failed: "Failed", error: "No result" };

export function startTests(dock: Dock): void {
  if (!hasTests()) return;
  byId("log-open").before(drawn(<Opener />));
  const button = dock.add({
    button: "tests-open",
    title: "Tests",
    draw: () => <Tests />,
    drawTools: () => <RunAll />,
    onOpen: () => void loadTests(),
  });
  outcomes.subscribe(() => {
    const failed = countFailed();
    button.show(failed, failed > 0 ? "failed" : "");
  });
  void loadTests();
}

function Opener(): VNode {
  return (
    <button type="button" class="quiet" id="tests-open" title="Tests">
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d="M6 2.5h4M7 2.5v4L3.5 13h9L9 6.5v-4" />
      </svg>
      <span>Tests</span>
    </button>
  );
}

function RunAll(): VNode {
  return (
    <>
      <span class="hint">{total()}</span>
      <button type="button" class="small" disabled={running.value !== undefined} onClick={() => void runTests(null)}>
        {running.value === undefined ? "Run all" : "Running…"}
      </button>
    </>
  );
}

// "3 passed, 1 failed", of the tests that have run.
function total(): string {
  const failed = countFailed();
  const passed = outcomes.value.size - failed;
  const parts = [passed > 0 && `${formatNumber(passed)} passed`, failed > 0 && `${formatNumber(failed)} failed`];
  return parts.filter(Boolean).join(", ");
}

function countFailed(): number {
  return [...outcomes.value.values()].filter((outcome) => outcome.some(({ state }) => state !== "passed")).length;
}

export function Tests(): VNode {
  const known = list.value;
  const trouble = problem.value || known?.problem;
  const tests = known?.tests ?? [];
  return (
    <>
      <div class="task-tools">
        <bdi class="mono hint">{printable(known?.file ?? "", LONGEST_NAME)}</bdi>
        <span class="error" role="alert">
          {trouble && printable(trouble, 2000)}
        </span>
      </div>
      {known && !trouble && tests.length === 0 && (
        <p class="hint">No tests yet. “Add to tests” is at each result, in the history, and in the traffic.</p>
      )}
      <Paged
        count={tests.length}
        subject={known}
        row={(index) => <Test key={tests[index]!.name} test={tests[index]!} />}
      >
        {(rows) => <ul class="tasks tests">{rows}</ul>}
      </Paged>
    </>
  );
}

function Test({ test: { name, line } }: { readonly test: ListedTest }): VNode {
  const last = outcomes.value.get(name) ?? [];
  const isBusy = running.value !== undefined;
  const isRunning = running.value === "" || running.value === name;
  const canAccept = list.value?.isWritable && last.some(({ problems }) => problems.some(({ recorded }) => recorded));
  return (
    <li class="task" data-status={last.every(({ state }) => state === "passed") ? "completed" : "failed"}>
      <div class="task-head">
        <strong>
          <bdi>{printable(name, LONGEST_NAME)}</bdi>
        </strong>
        {isRunning ? (
          <span class="badge">Running</span>
        ) : (
          last.map((outcome) => <State key={outcome.revision} outcome={outcome} />)
        )}
        {line > 0 && <span class="hint">{`line ${line}`}</span>}
        <button type="button" class="small" disabled={isBusy} onClick={() => void runTests(name)}>
          Run
        </button>
        {canAccept && (
          <button
            type="button"
            class="small"
            disabled={isBusy}
            title="What the server returns now becomes what is expected"
            onClick={() => void runTests(name, true)}
          >
            Accept
          </button>
        )}
      </div>
      {!isRunning && last.map((outcome) => <Problems key={outcome.revision} outcome={outcome} />)}
    </li>
  );
}

function State({ outcome: { state, ms, revision } }: { readonly outcome: TestOutcome }): VNode {
  return (
    <>
      <span class={state === "passed" ? "badge passed" : "badge destructive"}>{WORDS[state]}</span>
      <span class="hint">{[revision, formatDuration(ms)].filter(Boolean).join(" · ")}</span>
    </>
  );
}

function Problems({ outcome: { error, problems } }: { readonly outcome: TestOutcome }): VNode | null {
  if (error !== null) return <p class="error">{printable(error, 2000)}</p>;
  if (problems.length === 0) return null;
  return <DifferenceList differences={problems.map(differenceOf)} isExpectation />;
}

function differenceOf({ message, path, expected, actual, impact }: Problem): Difference {
  const isPlace = typeof path === "string";
  return {
    path: isPlace ? [path] : [],
    what: isPlace ? "" : message,
    before: expected ?? undefined,
    after: actual ?? undefined,
    isBreaking: impact === "breaking",
  };
}
