// The panel that calls a tool: the arguments, the Run and Validate buttons with what is wrong, the tool's apps, and the run.

import type { ComponentChildren, VNode } from "preact";
import { ClientButton } from "../conversation/client-view";
import { Rounds } from "../conversation/rounds";
import { RunControls } from "../conversation/run-bar";
import { RunProgressView } from "../conversation/run-progress";
import { FormView } from "../form/form-view";
import { JsonColumn } from "../form/json-column";
import { RunLogView } from "../log/run-log";
import { settings } from "../settings";
import { TaskSwitch } from "../tasks/task-switch";
import { FoldedArguments } from "./fold";
import type { ToolCall } from "./call";
import { ProblemSummary } from "./problem-summary";
import { ResultPlace } from "./result-place";
import type { Validation } from "./validation";

interface CallProps {
  readonly call: ToolCall;
}

interface ActionsProps extends CallProps {
  readonly onValidate: () => void;
}

interface CallViewProps extends ActionsProps {
  readonly apps: VNode;
}

export function CallView({ call, apps, onValidate }: CallViewProps): VNode {
  const { run } = call.runs;
  return (
    <div class="call">
      <FoldedArguments fold={call.fold}>
        <ArgumentColumns call={call} onValidate={onValidate} />
      </FoldedArguments>
      <Actions call={call} onValidate={onValidate} />
      <Rounds run={run} />
      {apps}
      <ResultPlace runs={call.runs} />
      <RunLogView log={run.log} />
    </div>
  );
}

// A tool that declares no arguments needs no room for them.
function ArgumentColumns({ call, onValidate }: ActionsProps): VNode {
  const { name, draft, schema, initialText } = call.tool;
  const json = (
    <JsonColumn
      draft={draft}
      initial={initialText}
      schema={schema}
      tool={name}
      area={call.json}
      onReset={() => call.validation.clear()}
    />
  );
  if (!call.isBare) {
    return (
      <>
        <div class="column">
          <div class="column-head">
            <h3>Arguments</h3>
            <Tools onValidate={onValidate} />
          </div>
          <FormView form={call.form} />
        </div>
        {json}
      </>
    );
  }
  return (
    <div class="column whole">
      <div class="column-head">
        <p class="hint">This tool takes no arguments.</p>
        <Tools onValidate={onValidate}>
          <button
            type="button"
            class="quiet small"
            aria-expanded={call.isJsonOpen.value}
            onClick={() => (call.isJsonOpen.value = !call.isJsonOpen.peek())}
          >
            Send arguments anyway
          </button>
        </Tools>
      </div>
      <div hidden={!call.isJsonOpen.value}>{json}</div>
    </div>
  );
}

interface ToolsProps extends Pick<ActionsProps, "onValidate"> {
  readonly children?: ComponentChildren;
}

// Seldom needed actions, beside the heading of the arguments.
function Tools({ onValidate, children }: ToolsProps): VNode | null {
  if (!settings.mayExecute) return null;
  return (
    <span class="field-actions">
      {children}
      <button type="button" class="quiet small" onClick={onValidate}>
        Validate
      </button>
      <ClientButton />
    </span>
  );
}

function Actions({ call, onValidate }: ActionsProps): VNode {
  const { bar, progress } = call.runs.run;
  // Its line in the head has the button then.
  const isFolded = call.fold.line.value !== undefined;
  if (!settings.mayExecute) {
    return (
      <div class="actions">
        <button type="button" onClick={onValidate}>
          Validate
        </button>
        <p class="hint">This server does not allow tools to run. You can validate arguments.</p>
        <Violations validation={call.validation} />
      </div>
    );
  }
  return (
    <div class="actions">
      {!isFolded && <RunControls bar={bar} />}
      <TaskSwitch choice={call.task} />
      <RunProgressView progress={progress} />
      {!isFolded && <Violations validation={call.validation} />}
    </div>
  );
}

function Violations({ validation }: { readonly validation: Validation }): VNode {
  const shown = validation.shown.value;
  return (
    <div class="violations" ref={validation.place}>
      {shown && <ProblemSummary {...shown} onSelect={validation.options.onSelect} />}
    </div>
  );
}
