// The answer of a person in place of a model: a text, calls of tools, or the result as JSON.

import { batch, signal } from "@preact/signals";
import { type VNode, createRef } from "preact";
import { useState } from "preact/hooks";
import { VERBATIM } from "../dom/attributes";
import { Draft } from "../form/draft";
import { Field } from "../form/field-model";
import { prefill } from "../form/initial-values";
import { rawOf, textAt } from "../json/node";
import { tryReadJson } from "../json/read";
import { prettyJson } from "../json/write";
import { printable } from "../text/printable";
import { AnswerEditor, type Editor } from "./editor";
import { Labelled } from "./labelled";
import type { OfferedTool } from "./offered-tools";
import { type ToolCall, samplingResult, textOfResult } from "./sampling-result";

const STOP_REASONS = ["endTurn", "stopSequence", "maxTokens", "toolUse"];
const FORM_TAB = "Answer";

export class SamplingEditor implements Editor {
  readonly text = signal("");
  readonly model = signal("human");
  readonly stopReason = signal(STOP_REASONS[0]!);
  readonly calls = signal<readonly CallEditor[]>([]);
  readonly textField = new Field(true, undefined);
  readonly modelField = new Field(true, undefined);
  /** The selection of the tool to call. */
  readonly picker = createRef<HTMLSelectElement>();
  readonly view: VNode;
  readonly #draft = new Draft("{}", "result");
  readonly #editor: AnswerEditor;

  constructor(
    readonly tools: readonly OfferedTool[],
    private readonly onChange: () => void,
  ) {
    this.#draft.onChange(onChange);
    this.#editor = new AnswerEditor(this.#draft, {
      name: FORM_TAB,
      view: <AnswerForm editor={this} />,
      read: () => this.#readForm(),
      onLeave: () => this.#showJson(this.#result(this.calls.peek())),
    });
    this.view = this.#editor.view;
  }

  read(): string | undefined {
    return this.#editor.read();
  }

  /** Fills in a result that was given earlier. */
  fill(earlier: string): void {
    const root = tryReadJson(earlier);
    const answer = textOfResult(root);
    const reason = textAt(root, "stopReason") ?? "";
    const fits = answer !== undefined && STOP_REASONS.includes(reason);
    this.#editor.choose(fits ? FORM_TAB : "JSON");
    if (!fits) return this.#showJson(earlier);
    batch(() => {
      this.text.value = answer;
      this.model.value = textAt(root, "model") ?? "";
      this.stopReason.value = reason;
    });
    this.onChange();
  }

  addCall(tool: OfferedTool | undefined): void {
    if (!tool) return;
    this.calls.value = [...this.calls.peek(), new CallEditor(tool, this.onChange)];
    this.stopReason.value = "toolUse";
    this.onChange();
  }

  removeCall(call: CallEditor): void {
    this.calls.value = this.calls.peek().filter((other) => other !== call);
    this.onChange();
    this.picker.current?.focus();
  }

  #readForm(): string | undefined {
    const { textField, modelField } = this;
    const calls = this.calls.peek();
    textField.error.value = this.text.peek() || calls.length > 0 ? "" : "Required";
    modelField.error.value = this.model.peek().trim() ? "" : "Required";
    const wrong = [textField, modelField].find(({ error }) => error.peek() !== "");
    wrong?.target?.focus();
    const complete = calls.map((call) => call.read()).filter((call) => call !== undefined);
    return wrong || complete.length < calls.length ? undefined : this.#result(complete);
  }

  #result(calls: readonly ToolCall[]): string {
    const [text, model, stopReason] = [this.text.peek(), this.model.peek().trim(), this.stopReason.peek()];
    return samplingResult({ text, model, stopReason, calls });
  }

  #showJson(written: string): void {
    const root = tryReadJson(written);
    this.#draft.set(root ? prettyJson(root) : written);
  }
}

let lastCall = 0;

/** A call of a tool as it is being edited. */
class CallEditor implements ToolCall {
  readonly id: string;
  readonly name: string;
  readonly view: VNode;
  readonly #draft: Draft;
  readonly #editor: AnswerEditor;

  constructor({ name, schema }: OfferedTool, onChange: () => void) {
    lastCall += 1;
    // The server must not have seen the id before, even from another page.
    this.id = `call-${Date.now().toString(36)}-${lastCall}`;
    this.name = name;
    this.#draft = new Draft(prefill(schema), "input");
    this.#draft.onChange(onChange);
    this.#editor = new AnswerEditor(this.#draft);
    this.view = this.#editor.view;
  }

  get input(): string {
    return this.#draft.root ? rawOf(this.#draft.root) : "{}";
  }

  /** The call as it is now; nothing if its input is not JSON, having shown why. */
  read(): ToolCall | undefined {
    const input = this.#editor.read();
    return input === undefined ? undefined : { id: this.id, name: this.name, input };
  }
}

interface AnswerFormProps {
  readonly editor: SamplingEditor;
}

function AnswerForm({ editor }: AnswerFormProps): VNode {
  const { text, model, stopReason, textField, modelField, tools } = editor;
  return (
    <div class="form">
      <Labelled label="Your answer" field={textField}>
        {({ props }) => (
          <textarea
            {...props}
            class="long-answer"
            rows={4}
            value={text}
            onInput={({ currentTarget }) => (text.value = currentTarget.value)}
          />
        )}
      </Labelled>
      {tools.length > 0 && <Calls editor={editor} />}
      <div class="question-pair">
        <StopReason stopReason={stopReason} />
        <Labelled label="Model" field={modelField}>
          {({ props }) => (
            <input
              {...props}
              value={model}
              {...VERBATIM}
              onInput={({ currentTarget }) => (model.value = currentTarget.value)}
            />
          )}
        </Labelled>
      </div>
    </div>
  );
}

function StopReason({ stopReason }: { readonly stopReason: SamplingEditor["stopReason"] }): VNode {
  const [field] = useState(() => new Field(false, undefined));
  return (
    <Labelled label="Stop reason" field={field}>
      {({ props }) => (
        <select
          {...props}
          value={stopReason}
          onChange={({ currentTarget }) => (stopReason.value = currentTarget.value)}
        >
          {STOP_REASONS.map((reason) => (
            <option>{reason}</option>
          ))}
        </select>
      )}
    </Labelled>
  );
}

function Calls({ editor }: AnswerFormProps): VNode {
  const { tools, calls, picker } = editor;
  const [field] = useState(() => new Field(false, undefined));
  return (
    <>
      <ul class="form">
        {calls.value.map((call) => (
          <Call key={call.id} call={call} onRemove={() => editor.removeCall(call)} />
        ))}
      </ul>
      <Labelled label="Call a tool" field={field}>
        {({ props }) => (
          <div class="joined">
            <select {...props} ref={picker}>
              {tools.map(({ name }, index) => (
                <option value={index}>{printable(name)}</option>
              ))}
            </select>
            <button type="button" onClick={() => editor.addCall(tools[Number(picker.current?.value)])}>
              Add
            </button>
          </div>
        )}
      </Labelled>
    </>
  );
}

function Call({ call, onRemove }: { readonly call: CallEditor; readonly onRemove: () => void }): VNode {
  const name = printable(call.name);
  return (
    <li class="field">
      <div class="field-head">
        <strong>{name}</strong>
        <code class="type">{call.id}</code>
        <span class="field-actions">
          <button type="button" class="quiet small" aria-label={`Remove the call of ${name}`} onClick={onRemove}>
            Remove
          </button>
        </span>
      </div>
      {call.view}
    </li>
  );
}
