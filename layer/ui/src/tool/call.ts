// The call of a tool, as it is prepared: the arguments, what is wrong with them, and how the tool is to run.

import { createRef } from "preact";
import { signal } from "@preact/signals";
import { announce } from "../dom/page";
import { flushed } from "../dom/flushed";
import { ArgumentForm } from "../form/argument-form";
import type { Draft } from "../form/draft";
import { declaresNothing, shapeOf } from "../schema/shape";
import { TaskChoice } from "../tasks/task-switch";
import { counted } from "../text/units";
import { Fold } from "./fold";
import type { LoadedTool } from "./loaded-tool";
import type { Runs } from "./runs";
import { Validation } from "./validation";

const DOUBLE_CLICK_MS = 500;

export class ToolCall {
  readonly draft: Draft;
  readonly form: ArgumentForm;
  readonly validation: Validation;
  readonly fold: Fold;
  readonly task: TaskChoice;
  /** Set if the tool declares no arguments, so that they need no room. */
  readonly isBare: boolean;
  /** Set while the JSON of such a tool is open. */
  readonly isJsonOpen = signal(false);
  readonly json = createRef<HTMLTextAreaElement>();
  // The time at which the user was last told that the arguments, as they are now, have problems.
  #warnedAt: number | undefined;

  constructor(
    readonly tool: LoadedTool,
    readonly runs: Runs,
  ) {
    const { name, detail, draft, schema, initialText } = tool;
    this.draft = draft;
    this.task = new TaskChoice(detail);
    this.isBare = declaresNothing(shapeOf([schema], schema));
    this.isJsonOpen.value = draft.text !== initialText;
    draft.onChange(() => this.#warn(undefined));
    this.#warn(undefined);
    this.form = new ArgumentForm(draft, schema);
    this.fold = new Fold(draft, runs.run.bar);
    this.validation = new Validation(name, draft, {
      missing: () => this.form.missing(),
      hasField: (pointer) => this.form.hasField(pointer),
      undecided: this.form.undecided,
      onViolations: (violations) => {
        this.form.showViolations(violations);
        return this.form.inOrder(violations);
      },
      onSelect: (pointer) => {
        if (!this.focusJsonError()) this.#focusField(pointer);
      },
    });
  }

  /**
   * Focuses the text if it is invalid, and returns whether it is. Such a text is not sent, because the server might
   * accept a part of it.
   */
  focusJsonError(): boolean {
    const { error } = this.draft;
    if (!error) return false;
    this.fold.open();
    flushed(() => (this.isJsonOpen.value = true));
    this.json.current?.focus();
    announce(error.message);
    return true;
  }

  #focusField(pointer: string): void {
    this.fold.open();
    this.form.focusField(pointer);
  }

  /** Makes room for the result, or for the app that shows it, once a run has succeeded. */
  makeRoom(hasApp: boolean): void {
    this.fold.fold(hasApp, !this.isBare);
  }

  /**
   * Returns whether a run has to wait because the arguments have problems. The first time, their first field is
   * focused, and the button offers to run the tool anyway. The second click of a double click does not count as the
   * user's word.
   */
  async isHeldBack(): Promise<boolean> {
    if (this.#warnedAt !== undefined) return performance.now() - this.#warnedAt < DOUBLE_CLICK_MS;
    const { text } = this.draft;
    const [first, ...others] = await this.validation.known();
    if (!first || text !== this.draft.text) return false;
    this.#warn(performance.now());
    this.#focusField(first.path);
    announce(`${counted(others.length + 1, "problem")} in the arguments`);
    return true;
  }

  #warn(at: number | undefined): void {
    this.#warnedAt = at;
    this.runs.run.bar.isDoubtful.value = at !== undefined;
  }

  /**
   * Focuses the first invalid field, and returns whether there is one. The content of such a field, such as letters for
   * a number, is not part of the text, so the server would validate other values than those shown.
   */
  focusInvalidField(): boolean {
    const field = this.form.firstInvalid();
    if (field) this.fold.open();
    field?.reportValidity();
    return field !== null;
  }
}
