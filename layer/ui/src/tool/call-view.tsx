// The panel that calls a tool: the arguments, the Run and Validate buttons with what is wrong, the tool's apps, and the run.

import type { VNode } from "preact";
import { ClientView } from "../conversation/client-view";
import { Rounds } from "../conversation/rounds";
import { RunButton, RunStatus } from "../conversation/run-bar";
import { RunProgressView } from "../conversation/run-progress";
import { FormView } from "../form/form-view";
import { JsonColumn } from "../form/json-column";
import { RunLogView } from "../log/run-log";
import { settings } from "../settings";
import { TaskSwitch } from "../tasks/task-switch";
import { FoldedArguments } from "./argument-fold";
import type { ToolCall } from "./call";
import { ProblemSummary } from "./problem-summary";
import { ResultPlace } from "./result-place";
import type { Validation } from "./validation";

interface CallProps {
  readonly call: ToolCall;
}

interface CallViewProps extends CallProps {
  readonly apps: VNode;
  readonly onValidate: () => void;
}

export function CallView({ call, apps, onValidate }: CallViewProps): VNode {
  const { run } = call.runs;
  return (
    <div class="call">
      <FoldedArguments fold={call.fold}>
        <ArgumentColumns call={call} />
      </FoldedArguments>
      <Actions call={call} onValidate={onValidate} />
      {settings.mayExecute && <ClientView />}
      <Rounds run={run} />
      {apps}
      <ResultPlace runs={call.runs} />
      <RunLogView log={run.log} />
    </div>
  );
}

// A tool that declares no arguments needs no room for them.
function ArgumentColumns({ call }: CallProps): VNode {
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
          <h3>Arguments</h3>
          <FormView form={call.form} />
        </div>
        {json}
      </>
    );
  }
  return (
    <div class="column whole">
      <p class="hint">This tool takes no arguments.</p>
      <details
        class="more"
        open={call.isJsonOpen.value}
        onToggle={({ currentTarget }) => (call.isJsonOpen.value = currentTarget.open)}
      >
        <summary>Send arguments anyway</summary>
        {json}
      </details>
    </div>
  );
}

function Actions({ call, onValidate }: Omit<CallViewProps, "apps">): VNode {
  const { bar, progress } = call.runs.run;
  const validate = (
    <button type="button" onClick={onValidate}>
      Validate
    </button>
  );
  if (!settings.mayExecute) {
    return (
      <div class="actions">
        {validate}
        <p class="hint">This server does not allow tools to run. You can validate arguments.</p>
        <Violations validation={call.validation} />
      </div>
    );
  }
  return (
    <div class="actions">
      <RunButton bar={bar} />
      {validate}
      <TaskSwitch choice={call.task} />
      <RunStatus bar={bar} />
      <RunProgressView progress={progress} />
      <Violations validation={call.validation} />
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
