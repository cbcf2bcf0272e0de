// Elicitation in form mode: a server asks a person to fill in a form.

import { element } from "../dom/element";
import { announce } from "../dom/page";
import { tabSet } from "../dom/tabs";
import { Draft } from "../form/draft";
import { jsonColumn } from "../form/json-column";
import { rawOf, textAt, valueOf } from "../json/node";
import { messageOf } from "../text/error";
import { printable } from "../text/printable";
import { counted } from "../text/units";
import { CANCELLED, DECLINED, accepted } from "./answers";
import { problemsIn } from "./check-answer";
import { flatForm, initialAnswer } from "./flat-form";
import { type FlatField, flatFields } from "./flat-schema";
import { frame } from "./frame";
import { lastAnswer } from "./last-answer";
import { messageText } from "./message";
import type { Question, QuestionCard } from "./question";
import { type JsonEditor, jsonEditor } from "./json-editor";
import { withoutSecrets } from "./saved";

export const CHOICES = "Decline says no to the server. Cancel closes the question without an answer.";

export function elicitationCard(question: Question, onAnswer: () => void): QuestionCard {
  const { params } = question;
  const schema = valueOf(params, "requestedSchema");
  let fields: readonly FlatField[] | undefined;
  let refusal = "";
  try {
    const mode = textAt(params, "mode") ?? "form";
    if (mode !== "form") throw new Error(`The mode “${printable(mode, 40)}” is not known.`);
    fields = flatFields(schema);
  } catch (problem) {
    refusal = messageOf(problem);
  }
  const message = textAt(params, "message") ?? "";
  const draft = new Draft(initialAnswer(fields ?? []), "answer");
  const editor = fields ? formEditor(draft, schema!, fields) : jsonEditor(draft);
  const saved = lastAnswer([question.server, question.method, message, schema && rawOf(schema)], (text) =>
    draft.set(text),
  );
  const submit = () => {
    const content = editor.read();
    if (content === undefined) return undefined;
    if (fields) saved.keep(withoutSecrets(content, fields));
    return accepted(content);
  };
  return frame(question, onAnswer, {
    title: "asks a question",
    body: [
      messageText(message, "Message of the server"),
      refusal && element("p.question-warning", `${refusal} It is not shown as a form; it can be answered as JSON.`),
      element("p.hint", "The server receives what you enter. Never enter passwords, keys or other secrets here."),
    ],
    editor: [saved.element, editor.element],
    note: `Submit sends the answer. ${CHOICES}`,
    actions: [
      { label: "Submit", outcome: "submitted", answer: submit },
      { label: "Decline", outcome: "declined", answer: () => DECLINED },
      { label: "Cancel", outcome: "cancelled", answer: () => CANCELLED },
    ],
  });
}

// The form, beside the same answer as JSON.
function formEditor(draft: Draft, schema: Parameters<typeof flatForm>[1], fields: readonly FlatField[]): JsonEditor {
  const form = flatForm(draft, schema, fields);
  const json = jsonColumn(draft, () => draft.set(initialAnswer(fields)));
  const tabs = tabSet("Ways to answer", [
    { name: "Form", panel: fields.length > 0 ? form.element : element("p.hint", "There is nothing to fill in.") },
    { name: "JSON", panel: json.element },
  ]);
  let isChecked = false;
  const check = () => {
    const problems = problemsIn(fields, draft.root);
    form.showViolations(problems);
    return problems;
  };
  draft.onChange(() => isChecked && check());
  const read = () => {
    isChecked = true;
    if (draft.error) {
      tabs.choose("JSON");
      json.area.focus();
      announce(draft.error.message);
      return undefined;
    }
    const [first, ...others] = check();
    const invalid = form.firstInvalid();
    if (!first && !invalid) return draft.text.trim() || "{}";
    tabs.choose("Form");
    if (first) {
      form.focusField(first.path);
      announce(`${counted(others.length + 1, "problem")} in the answer`);
    } else invalid?.reportValidity();
    return undefined;
  };
  return { element: element("div.question-editor", tabs.list, tabs.panels), read };
}
