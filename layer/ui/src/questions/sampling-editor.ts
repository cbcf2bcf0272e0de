// The answer of a person in place of a model: a text, calls of tools, or the result as JSON.

import { VERBATIM, button, element, freshId } from "../dom/element";
import { tabSet } from "../dom/tabs";
import { ArgumentForm } from "../form/argument-form";
import { Draft } from "../form/draft";
import { prefill } from "../form/initial-values";
import { readJson, tryReadJson } from "../json/read";
import { prettyJson } from "../json/write";
import { printable } from "../text/printable";
import { jsonEditor } from "./json-editor";
import type { OfferedTool } from "./offered-tools";
import { type SamplingAnswer, type ToolCall, samplingResult, textAnswer } from "./sampling-result";

const STOP_REASONS = ["endTurn", "stopSequence", "maxTokens", "toolUse"];

interface CallRow {
  readonly node: HTMLElement;
  // Returns nothing if the input is not complete, having shown why.
  readonly read: () => ToolCall | undefined;
}

export class SamplingEditor {
  readonly element: HTMLElement;
  private readonly text = element("textarea", { id: freshId(), rows: 4 });
  private readonly problem = element("p.error", { id: freshId(), role: "status" });
  private readonly model = element("input", { id: freshId(), value: "human", ...VERBATIM });
  private readonly stopReason = element(
    "select",
    { id: freshId() },
    STOP_REASONS.map((reason) => element("option", reason)),
  );
  private readonly draft = new Draft("{}", "result");
  private readonly json = jsonEditor(this.draft);
  private readonly tabs;
  private readonly callList = element("ul.form");
  private calls: CallRow[] = [];
  private isJson = false;

  constructor(
    private readonly tools: readonly OfferedTool[],
    private readonly toolChoice: string | undefined,
  ) {
    this.text.setAttribute("aria-describedby", this.problem.id);
    const answer = element(
      "div.form",
      element("div.field", label("Your answer", this.text), this.text, this.problem),
      tools.length > 0 && toolChoice !== "none" && this.callBuilder(),
      element(
        "div.question-pair",
        element("div.field", label("Stop reason", this.stopReason), this.stopReason),
        element("div.field", label("Model", this.model), this.model),
      ),
    );
    this.tabs = tabSet(
      "Ways to answer",
      [
        { name: "Answer", panel: answer },
        { name: "JSON", panel: this.json.element },
      ],
      { onChoose: (name) => this.onChoose(name === "JSON") },
    );
    this.element = element("div.question-editor", this.tabs.list, this.tabs.panels);
  }

  // The JSON begins with the answer as it was filled in.
  private onChoose(isJson: boolean): void {
    if (isJson && !this.isJson) {
      const calls = this.calls.map(({ read }) => read()).filter((call) => call !== undefined);
      this.showJson(samplingResult(this.answer(calls)));
    }
    this.isJson = isJson;
  }

  private showJson(result: string): void {
    this.draft.set(prettyJson(readJson(result)));
  }

  private answer(calls: readonly ToolCall[]): SamplingAnswer {
    return { text: this.text.value, model: this.model.value.trim(), stopReason: this.stopReason.value, calls };
  }

  read(): string | undefined {
    if (this.isJson) return this.json.read();
    const refuse = (message: string, field: HTMLElement) => {
      this.problem.textContent = message;
      field.focus();
      return undefined;
    };
    const calls = this.calls.map(({ read }) => read());
    const complete = calls.filter((call) => call !== undefined);
    if (complete.length < calls.length) return undefined;
    if (calls.length === 0 && this.toolChoice === "required") {
      return refuse("The server requires a call of a tool. Add one, or write the result as JSON.", this.text);
    }
    if (calls.length === 0 && this.text.value === "") return refuse("Required", this.text);
    if (this.model.value.trim() === "") return refuse("The model needs a name.", this.model);
    this.problem.textContent = "";
    return samplingResult(this.answer(complete));
  }

  // Fills in a result that was given earlier.
  fill(result: string): void {
    const root = tryReadJson(result);
    const answer = textAnswer(root);
    if (answer && STOP_REASONS.includes(answer.stopReason)) {
      this.tabs.choose("Answer");
      this.text.value = answer.text;
      this.model.value = answer.model;
      this.stopReason.value = answer.stopReason;
    } else if (root) {
      this.tabs.choose("JSON");
      this.showJson(result);
    }
  }

  private callBuilder(): HTMLElement {
    const options = this.tools.map(({ name }, index) => element("option", { value: index }, printable(name)));
    const picker = element("select", { "aria-label": "Tool" }, options);
    const add = () => {
      const tool = this.tools[Number(picker.value)];
      if (!tool) return;
      const row = callRow(tool, () => {
        this.calls = this.calls.filter((other) => other !== row);
        row.node.remove();
        adder.focus();
      });
      this.calls.push(row);
      this.callList.append(row.node);
      this.stopReason.value = "toolUse";
      row.node.querySelector<HTMLElement>("input, textarea, select")?.focus();
    };
    const adder = button("Add the call", add);
    return element(
      "div.field",
      element("strong", "Calls of tools"),
      this.callList,
      element("div.joined", picker, adder),
    );
  }
}

function label(text: string, field: HTMLElement): HTMLElement {
  return element("div.field-head", element("strong", element("label", { for: field.id }, text)));
}

let lastCall = 0;

function callRow({ name, schema }: OfferedTool, onRemove: () => void): CallRow {
  lastCall += 1;
  const id = `call-${Date.now().toString(36)}-${lastCall}`;
  const draft = new Draft(prefill(schema), "input");
  const form = new ArgumentForm(draft, schema);
  const json = jsonEditor(draft);
  const tabs = tabSet(`Input of ${printable(name)}`, [
    { name: "Form", panel: form.element },
    { name: "JSON", panel: json.element },
  ]);
  const remove = button("Remove", onRemove, "quiet small", { "aria-label": `Remove the call of ${printable(name)}` });
  const head = element(
    "div.field-head",
    element("code", printable(name)),
    element("span.type", id),
    element("span.field-actions", remove),
  );
  const read = () => {
    if (draft.error) tabs.choose("JSON");
    const invalid = form.firstInvalid();
    invalid?.reportValidity();
    const input = invalid ? undefined : json.read();
    return input === undefined ? undefined : { id, name, input };
  };
  return { node: element("li.field.group", head, tabs.list, tabs.panels), read };
}
