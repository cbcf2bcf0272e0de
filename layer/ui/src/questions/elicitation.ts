// Elicitation in form mode: a server asks a person to fill in a form.

import { element } from "../dom/element";
import { announce } from "../dom/page";
import { Draft } from "../form/draft";
import { type JsonNode, rawOf, textAt, valueOf } from "../json/node";
import { messageOf } from "../text/error";
import { printable } from "../text/printable";
import { counted } from "../text/units";
import { ALTERNATIVES, ALTERNATIVES_NOTE, accepted } from "./answers";
import { problemsIn } from "./check-answer";
import { type FormTab, answerEditor } from "./editor";
import { flatForm } from "./flat-form";
import { type FlatField, flatFields } from "./flat-schema";
import { initialAnswer } from "./initial-answer";
import { frame } from "./frame";
import { lastAnswer } from "./last-answer";
import { messageText } from "./message";
import type { Question, QuestionCard } from "./question";
import { withoutSecrets } from "./saved";

export function elicitationCard(question: Question, onAnswer: () => void): QuestionCard {
  const { params, server, method } = question;
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
  const { element: view, read } = answerEditor(draft, schema && fields && formTab(draft, schema, fields));
  // An answer to a schema that is not understood may contain secrets, so it is not kept.
  const identity = [server, method, message, schema && rawOf(schema)];
  const saved = lastAnswer(identity, (text) => draft.set(text));
  const submit = () => {
    const content = read();
    if (content === undefined) return undefined;
    if (fields) saved.keep(withoutSecrets(content, fields));
    return accepted(content);
  };
  return frame(question, onAnswer, {
    title: "asks a question",
    body: [
      messageText(message, "Message of the server"),
      refusal && element("p.question-warning", `${refusal} Answer in JSON instead.`),
      element("p.hint", "The server gets what you enter. Never enter passwords, keys or other secrets."),
    ],
    editor: [saved.element, view],
    note: ALTERNATIVES_NOTE,
    actions: [{ label: "Submit", outcome: "submitted", answer: submit }, ...ALTERNATIVES],
  });
}

function formTab(draft: Draft, schema: JsonNode, fields: readonly FlatField[]): FormTab {
  const form = flatForm(draft, schema, fields);
  let isChecked = false;
  const check = () => {
    const problems = problemsIn(fields, draft.root);
    form.showViolations(problems);
    return problems;
  };
  draft.onChange(() => isChecked && check());
  const read = () => {
    isChecked = true;
    const problems = check();
    const invalid = form.firstInvalid();
    if (problems[0]) {
      form.focusField(problems[0].path);
      announce(`${counted(problems.length, "problem")} in the answer`);
    } else if (invalid) invalid.reportValidity();
    else return draft.text;
    return undefined;
  };
  return { name: "Form", element: form.element, read };
}
