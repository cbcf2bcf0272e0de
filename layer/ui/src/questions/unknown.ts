import { element, nameNode } from "../dom/element";
import { Draft } from "../form/draft";
import { refused } from "./answers";
import { frame, jsonView } from "./frame";
import { jsonEditor } from "./json-editor";
import type { Question, QuestionCard } from "./question";

// A request in a method that this page does not know.
export function unknownCard(question: Question, onAnswer: () => void): QuestionCard {
  const editor = jsonEditor(new Draft("{}", "result"));
  const submit = () => {
    const result = editor.read();
    return result === undefined ? undefined : { result };
  };
  const { method, params } = question;
  return frame({ ...question, params: undefined }, onAnswer, {
    title: "sent a request that this page does not know",
    body: [
      element("p", "Method: ", element("code", nameNode(method))),
      params ? jsonView(params, "Parameters of the request") : element("p.hint", "The request has no parameters."),
    ],
    editor: editor.element,
    note: "The result is sent as you write it. Decline answers that the method is not known.",
    actions: [
      { label: "Submit", outcome: "submitted", answer: submit },
      { label: "Decline", outcome: "declined", answer: () => refused(-32601, "Method not found") },
    ],
  });
}
