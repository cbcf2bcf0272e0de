// The answer of a person in place of a model: a text, calls of tools, or the result as JSON.

import { VERBATIM, button, element } from "../dom/element";
import { Draft } from "../form/draft";
import { prefill } from "../form/initial-values";
import { rawOf, textAt } from "../json/node";
import { tryReadJson } from "../json/read";
import { prettyJson } from "../json/write";
import { printable } from "../text/printable";
import { type Editor, answerEditor, reportChange } from "./editor";
import { labelled } from "./labelled";
import type { OfferedTool } from "./offered-tools";
import { type ToolCall, samplingResult, textOfResult } from "./sampling-result";

const STOP_REASONS = ["endTurn", "stopSequence", "maxTokens", "toolUse"];

export interface SamplingEditor extends Editor {
  // Fills in a result that was given earlier.
  readonly fill: (earlier: string) => void;
}

interface CallRow extends ToolCall {
  readonly node: HTMLElement;
  // Returns the call as it is now, or nothing if its input is not JSON, having shown why.
  readonly read: () => ToolCall | undefined;
}

export function samplingEditor(tools: readonly OfferedTool[]): SamplingEditor {
  const text = element("textarea.long-answer", { rows: 4 });
  const model = element("input", { value: "human", ...VERBATIM });
  const stopReason = element(
    "select",
    STOP_REASONS.map((reason) => element("option", reason)),
  );
  const [textField, modelField] = [labelled("Your answer", text), labelled("Model", model)];
  const draft = new Draft("{}", "result");
  let calls: CallRow[] = [];

  const result = (complete: readonly ToolCall[]) =>
    samplingResult({ text: text.value, model: model.value.trim(), stopReason: stopReason.value, calls: complete });
  const showJson = (written: string) => {
    const root = tryReadJson(written);
    draft.set(root ? prettyJson(root) : written);
  };
  const read = () => {
    textField.slot.textContent = text.value || calls.length > 0 ? "" : "Required";
    modelField.slot.textContent = model.value.trim() ? "" : "Required";
    const wrong = [textField, modelField].find(({ slot }) => slot.textContent);
    if (wrong) (wrong === textField ? text : model).focus();
    const complete = calls.map((call) => call.read()).filter((call) => call !== undefined);
    return wrong || complete.length < calls.length ? undefined : result(complete);
  };
  const callList = element("ul.form");
  const picker = element(
    "select",
    tools.map(({ name }, index) => element("option", { value: index }, printable(name))),
  );
  const add = () => {
    const tool = tools[Number(picker.value)];
    if (!tool) return;
    const onRemove = () => {
      calls = calls.filter((other) => other !== row);
      row.node.remove();
      reportChange(callList);
      picker.focus();
    };
    const row = callRow(tool, onRemove);
    calls.push(row);
    callList.append(row.node);
    stopReason.value = "toolUse";
    reportChange(callList);
  };
  const builder = labelled("Call a tool", picker, {}, element("div.joined", picker, button("Add", add)));
  const form = element(
    "div.form",
    textField.frame,
    tools.length > 0 && [callList, builder.frame],
    element("div.question-pair", labelled("Stop reason", stopReason).frame, modelField.frame),
  );
  const editor = answerEditor(draft, { name: "Answer", element: form, read, onLeave: () => showJson(result(calls)) });
  const fill = (earlier: string) => {
    const root = tryReadJson(earlier);
    const answer = textOfResult(root);
    const reason = textAt(root, "stopReason") ?? "";
    const fits = answer !== undefined && STOP_REASONS.includes(reason);
    editor.choose(fits ? "Answer" : "JSON");
    if (!fits) return showJson(earlier);
    text.value = answer;
    model.value = textAt(root, "model") ?? "";
    stopReason.value = reason;
    reportChange(text);
  };
  return { ...editor, fill };
}

let lastCall = 0;

function callRow({ name, schema }: OfferedTool, onRemove: () => void): CallRow {
  lastCall += 1;
  // The server must not have seen the id before, even from another page.
  const id = `call-${Date.now().toString(36)}-${lastCall}`;
  const draft = new Draft(prefill(schema), "input");
  const editor = answerEditor(draft);
  const remove = button("Remove", onRemove, "quiet small", { "aria-label": `Remove the call of ${printable(name)}` });
  const head = element(
    "div.field-head",
    element("strong", printable(name)),
    element("code.type", id),
    element("span.field-actions", remove),
  );
  const read = () => {
    const input = editor.read();
    return input === undefined ? undefined : { id, name, input };
  };
  const node = element("li.field", head, editor.element);
  return {
    id,
    name,
    node,
    read,
    get input() {
      return draft.root ? rawOf(draft.root) : "{}";
    },
  };
}
