// Elicitation in form mode: a server asks a person to fill in a form.

import { announce } from "../dom/page";
import { Draft } from "../form/draft";
import { FormView } from "../form/form-view";
import { type JsonNode, rawOf, textAt, valueOf } from "../json/node";
import { messageOf } from "../text/error";
import { printable } from "../text/printable";
import { counted } from "../text/units";
import { ALTERNATIVES, ALTERNATIVES_NOTE, accepted } from "./answers";
import type { CardMaker } from "./card";
import { problemsIn } from "./check-answer";
import { AnswerEditor, type FormTab } from "./editor";
import { flatForm } from "./flat-form";
import { type FlatField, flatFields } from "./flat-schema";
import { initialAnswer } from "./initial-answer";
import { LastAnswer, LastAnswerBar } from "./last-answer";
import { Message } from "./message";
import { withoutSecrets } from "./saved";

export const elicitation: CardMaker = ({ params, server, method }, onChange) => {
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
  draft.onChange(onChange);
  const editor = new AnswerEditor(draft, schema && fields && formTab(draft, schema, fields));
  const last = new LastAnswer([server, method, message, schema && rawOf(schema)]);
  const submit = () => {
    const content = editor.read();
    if (content === undefined) return undefined;
    // An answer to a schema that is not understood may contain secrets, so it is not kept.
    if (fields) last.keep(withoutSecrets(content, fields));
    return accepted(content);
  };
  return {
    title: "asks a question",
    body: (
      <>
        <Message text={message} label="Message of the server" />
        {refusal && <p class="question-warning">{refusal} Answer in JSON instead.</p>}
        <p class="hint">Your answer goes to the server. Don’t enter passwords or keys.</p>
      </>
    ),
    editor: (
      <>
        <LastAnswerBar last={last} onUse={(text) => draft.set(text)} />
        {editor.view}
      </>
    ),
    note: ALTERNATIVES_NOTE,
    actions: [{ label: "Submit", outcome: "submitted", answer: submit }, ...ALTERNATIVES],
  };
};

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
  return { name: "Form", view: <FormView form={form} label="Answer as a form" />, read };
}
