// The panel that calls a tool: the arguments, the Run and Validate buttons with what is wrong, the tool's apps, and the run.

import { clientView } from "../conversation/client-view";
import { type RunBar, runButton, runStatus } from "../conversation/run-bar";
import { runProgressView } from "../conversation/run-progress";
import { type Child, button, element } from "../dom/element";
import { announce } from "../dom/page";
import { ArgumentForm } from "../form/argument-form";
import type { Draft } from "../form/draft";
import { runLogView } from "../log/run-log";
import { formView } from "../form/form-view";
import { jsonColumn } from "../form/json-column";
import { declaresNothing, shapeOf } from "../schema/shape";
import { settings } from "../settings";
import { TaskSwitch } from "../tasks/task-switch";
import { counted } from "../text/units";
import type { LoadedTool } from "./loaded-tool";
import { ArgumentFold } from "./argument-fold";
import { Validation } from "./validation";
import type { Runs } from "./runs";

const DOUBLE_CLICK_MS = 500;

interface CallPanelOptions {
  readonly tool: LoadedTool;
  readonly apps: HTMLElement;
  readonly runs: Runs;
  readonly onValidate: () => void;
}

export class CallPanel {
  readonly element: HTMLElement;
  readonly validation: Validation;
  private readonly form: ArgumentForm;
  private readonly json: ReturnType<typeof jsonColumn>;
  private readonly draft: Draft;
  private jsonFold: HTMLDetailsElement | undefined;
  private readonly fold: ArgumentFold;
  private readonly bar: RunBar;
  private readonly task: TaskSwitch;
  // The time at which the user was last told that the arguments, as they are now, have problems.
  private warnedAt: number | undefined;

  constructor({ tool, apps, runs, onValidate }: CallPanelOptions) {
    const { name, detail, draft, schema, initialText } = tool;
    this.draft = draft;
    this.task = new TaskSwitch(detail);
    this.bar = runs.bar;
    draft.onChange(() => this.warn(undefined));
    this.warn(undefined);
    this.form = new ArgumentForm(draft, schema);
    this.validation = new Validation(name, draft, {
      missing: () => this.form.missing(),
      hasField: (pointer) => this.form.hasField(pointer),
      undecided: this.form.undecided,
      onViolations: (violations) => {
        this.form.showViolations(violations);
        return this.form.inOrder(violations);
      },
      onSelect: (pointer) => {
        if (!this.focusJsonError()) this.focusField(pointer);
      },
    });
    const onReset = () => this.validation.clear();
    this.json = jsonColumn({ draft, initial: initialText, schema, tool: name, onReset });
    const section = element("section.arguments", { "aria-label": "Arguments" }, this.argumentColumns(tool));
    this.fold = new ArgumentFold(section, draft);
    this.element = element(
      "div.call",
      this.fold.line,
      section,
      this.actions(runs, onValidate),
      settings.mayExecute && clientView(),
      runs.rounds,
      apps,
      runs.result,
      runLogView(runs.log),
    );
  }

  // A tool that declares no arguments needs no room for them.
  private argumentColumns({ schema, draft, initialText }: LoadedTool): Child {
    if (!declaresNothing(shapeOf([schema], schema))) {
      return [element("div.column", element("h3", "Arguments"), formView(this.form)), this.json.element];
    }
    this.jsonFold = element("details.more", element("summary", "Send arguments anyway"), this.json.element);
    this.jsonFold.open = draft.text !== initialText;
    return element("div.column.whole", element("p.hint", "This tool takes no arguments."), this.jsonFold);
  }

  private actions({ bar, progress }: Runs, onValidate: () => void): HTMLElement {
    const validate = button("Validate", onValidate);
    const problems = this.validation.element;
    if (settings.mayExecute) {
      const { element: asTask } = this.task;
      const [run, status] = [runButton(bar), runStatus(bar)];
      return element("div.actions", run, validate, asTask, status, runProgressView(progress), problems);
    }
    const off = element("p.hint", "This server does not allow tools to run. You can validate arguments.");
    return element("div.actions", validate, off, problems);
  }

  // Returns whether the call is to run as a task.
  isTask(): boolean {
    return this.task.isOn();
  }

  // Focuses the text if it is invalid, and returns whether it is. Such a text is not sent, because the server might
  // accept a part of it.
  focusJsonError(): boolean {
    const { error } = this.draft;
    if (!error) return false;
    this.fold.open();
    if (this.jsonFold) this.jsonFold.open = true;
    this.json.area.current?.focus();
    announce(error.message);
    return true;
  }

  private focusField(pointer: string): void {
    this.fold.open();
    this.form.focusField(pointer);
  }

  // Gives the room of the arguments to the app, once a run has succeeded. Without arguments there is nothing to fold.
  makeRoomForApp(): void {
    if (!this.jsonFold) this.fold.fold();
  }

  // Returns whether a run has to wait because the arguments have problems. The first time, their first field is focused,
  // and the button offers to run the tool anyway. The second click of a double click does not count as the user's word.
  async isHeldBack(): Promise<boolean> {
    if (this.warnedAt !== undefined) return performance.now() - this.warnedAt < DOUBLE_CLICK_MS;
    const { text } = this.draft;
    const [first, ...others] = await this.validation.known();
    if (!first || text !== this.draft.text) return false;
    this.warn(performance.now());
    this.focusField(first.path);
    announce(`${counted(others.length + 1, "problem")} in the arguments`);
    return true;
  }

  private warn(at: number | undefined): void {
    this.warnedAt = at;
    this.bar.label.value = at === undefined ? "Run" : "Run anyway";
  }

  // Focuses the first invalid field, and returns whether there is one. The content of such a field, such as letters for
  // a number, is not part of the text, so the server would validate other values than those shown.
  focusInvalidField(): boolean {
    const field = this.form.firstInvalid();
    if (field) this.fold.open();
    field?.reportValidity();
    return field !== null;
  }
}
