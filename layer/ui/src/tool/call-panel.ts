// The panel that calls a tool: the argument form, the Run and Validate buttons, the tool's apps, and the run.

import { clientView } from "../conversation/client-view";
import { button, element } from "../dom/element";
import { announce } from "../dom/page";
import { ArgumentForm } from "../form/argument-form";
import type { Draft } from "../form/draft";
import { type JsonColumn, jsonColumn } from "../form/json-column";
import { settings } from "../settings";
import type { LoadedTool } from "./loaded-tool";
import { Validation } from "./validation";
import type { Runs } from "./runs";

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
  private readonly json: JsonColumn;
  private readonly draft: Draft;

  constructor({ tool, apps, runs, onValidate }: CallPanelOptions) {
    const { name, draft, schema, initialText } = tool;
    this.draft = draft;
    this.form = new ArgumentForm(draft, schema);
    this.validation = new Validation(name, draft, {
      onViolations: (violations) => this.form.showViolations(violations),
      onSelect: (pointer) => {
        if (!this.focusJsonError()) this.form.focusField(pointer);
      },
    });
    const onReset = () => {
      draft.set(initialText);
      this.validation.clear();
    };
    this.json = jsonColumn(draft, onReset);
    const formColumn = element("div.column", element("h3", "Arguments"), this.form.element);
    this.element = element(
      "div.call",
      element("section.arguments", { "aria-label": "Arguments" }, formColumn, this.json.element),
      this.validation.element,
      this.actions(runs, onValidate),
      settings.mayExecute && clientView(),
      runs.rounds,
      apps,
      runs.result,
      runs.log.element,
    );
  }

  private actions({ bar, progress }: Runs, onValidate: () => void): HTMLElement {
    const validate = button("Validate", onValidate);
    if (settings.mayExecute) return element("div.actions", bar.runButton, validate, bar.element, progress.element);
    const off = element("p.hint", "Running tools is switched off on this server. Arguments can be validated.");
    return element("div.actions", validate, off);
  }

  // Focuses the text if it is invalid, and returns whether it is. Such a text is not sent, because the server might
  // accept a part of it.
  focusJsonError(): boolean {
    const { error } = this.draft;
    if (!error) return false;
    this.json.area.focus();
    announce(error.message);
    return true;
  }

  // Focuses the first invalid field, and returns whether there is one. The content of such a field, such as letters for
  // a number, is not part of the text, so the server would validate other values than those shown.
  focusInvalidField(): boolean {
    const field = this.form.firstInvalid();
    field?.reportValidity();
    return field !== null;
  }
}
