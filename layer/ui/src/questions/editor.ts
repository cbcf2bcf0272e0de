// The editor of an answer: a form where there is one, and the JSON that is sent.

import { element } from "../dom/element";
import { announce } from "../dom/page";
import { tabSet } from "../dom/by-hand";
import type { Draft } from "../form/draft";
import { jsonColumn } from "../form/json-column";

// `read` returns the answer as JSON, or nothing if it is not complete, having shown why.
export interface Editor {
  readonly element: HTMLElement;
  readonly read: () => string | undefined;
}

export interface FormTab extends Editor {
  readonly name: string;
  // Writes the JSON when the person opens it, for a form that does not share the draft.
  readonly onLeave?: () => void;
}

export interface AnswerEditor extends Editor {
  choose(name: string): void;
}

// The JSON is sent as written, without the checks of the form.
export function answerEditor(draft: Draft, form?: FormTab): AnswerEditor {
  const initial = draft.text;
  const { element: column, area } = jsonColumn(draft, { initial });
  const note = element("p.hint", "Sent exactly as written.");
  const json = element("div.question-part", column, note);
  let isJson = true;
  const tabs =
    form &&
    tabSet(
      "Ways to answer",
      [form, { name: "JSON" }].map(({ name }) => ({ name, panel: name === "JSON" ? json : form.element })),
      {
        onChoose: (name) => {
          if (name === "JSON" && !isJson) form.onLeave?.();
          isJson = name === "JSON";
        },
      },
    );
  const choose = (name: string) => tabs?.choose(name);
  const read = () => {
    if (!isJson && (form?.onLeave || !draft.error)) return form?.read();
    if (!draft.error) return draft.text.trim() || "{}";
    choose("JSON");
    area.focus();
    announce(draft.error.message);
    return undefined;
  };
  const view = tabs ? element("div.question-part", tabs.list, tabs.panels) : json;
  draft.onChange(() => reportChange(view));
  return { element: view, read, choose };
}

// Tells the card that the answer has changed in another way than by typing.
export function reportChange(node: HTMLElement): void {
  node.dispatchEvent(new Event("input", { bubbles: true }));
}
