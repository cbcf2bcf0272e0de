import { element, nameNode } from "../dom/element";
import { Draft } from "../form/draft";
import { resultActions } from "./answers";
import { answerEditor } from "./editor";
import { frame, jsonView } from "./frame";
import type { Question, QuestionCard } from "./question";

// A request in a method that this page does not know.
export function unknownCard(question: Question, onAnswer: () => void): QuestionCard {
  const { method, params } = question;
  const { element: view, read } = answerEditor(new Draft("{}", "result"));
  return frame({ ...question, params: undefined }, onAnswer, {
    title: "sent a request in a method that this page does not know",
    body: [element("p", element("code", nameNode(method))), params && jsonView(params, "Parameters of the request")],
    editor: view,
    note: "Decline sends the error “Method not found”.",
    actions: resultActions(read, -32601, "Method not found"),
  });
}
