// The editor of an answer: a form where there is one, and the JSON that is sent.

import { type Signal, signal } from "@preact/signals";
import { type VNode, createRef } from "preact";
import { flushed } from "../dom/flushed";
import { announce } from "../dom/page";
import { ChosenTabs } from "../dom/tabs";
import type { Draft } from "../form/draft";
import { JsonColumn } from "../form/json-column";

/** `read` returns the answer as JSON, or nothing if it is not complete, having shown why. */
export interface Editor {
  readonly view: VNode;
  readonly read: () => string | undefined;
}

export interface FormTab extends Editor {
  readonly name: string;
  /** Writes the JSON when the person opens it, for a form that does not share the draft. */
  readonly onLeave?: () => void;
}

const JSON_TAB = "JSON";

export class AnswerEditor implements Editor {
  readonly view: VNode;
  readonly chosen: Signal<string>;
  readonly #area = createRef<HTMLTextAreaElement | null>();

  constructor(
    private readonly draft: Draft,
    private readonly form?: FormTab,
  ) {
    this.chosen = signal(form?.name ?? JSON_TAB);
    const json = <JsonTab draft={draft} initial={draft.text} area={this.#area} />;
    this.view = form ? <EditorTabs editor={this} form={form} json={json} /> : json;
  }

  choose(name: string): void {
    if (name === JSON_TAB && this.chosen.peek() !== JSON_TAB) this.form?.onLeave?.();
    this.chosen.value = name;
  }

  /** The JSON is sent as written, without the checks of the form. */
  readonly read = (): string | undefined => {
    const { draft, form } = this;
    const isForm = this.chosen.peek() !== JSON_TAB;
    if (isForm && (form?.onLeave || !draft.error)) return form?.read();
    if (!draft.error) return draft.text.trim() || "{}";
    flushed(() => this.choose(JSON_TAB));
    this.#area.current?.focus();
    announce(draft.error.message);
    return undefined;
  };
}

interface EditorTabsProps {
  readonly editor: AnswerEditor;
  readonly form: FormTab;
  readonly json: VNode;
}

function EditorTabs({ editor, form, json }: EditorTabsProps): VNode {
  const tabs = [
    { name: form.name, draw: () => form.view },
    { name: JSON_TAB, draw: () => json },
  ];
  return (
    <div class="question-part">
      <ChosenTabs label="Ways to answer" tabs={tabs} chosen={editor.chosen} onChoose={(name) => editor.choose(name)} />
    </div>
  );
}

interface JsonTabProps {
  readonly draft: Draft;
  readonly initial: string;
  readonly area: ReturnType<typeof createRef<HTMLTextAreaElement | null>>;
}

function JsonTab({ draft, initial, area }: JsonTabProps): VNode {
  return (
    <div class="question-part">
      <JsonColumn draft={draft} initial={initial} area={area} />
      <p class="hint">Sent exactly as written.</p>
    </div>
  );
}
