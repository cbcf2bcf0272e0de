// The parts that the cards of all questions have: who asks, the ways to answer, and what has become of the answer.

import { type Child, button, element, freshId, nameNode } from "../dom/element";
import { lazyDetails } from "../dom/by-hand";
import { announce } from "../dom/page";
import { type JsonNode, rawOf } from "../json/node";
import { displayName } from "../text/printable";
import { textViewer } from "../viewer/text-viewer";
import type { CardAction } from "./answers";
import type { Answer, Question, QuestionCard } from "./question";

export interface CardParts {
  // Continues the server's name: "asks a question".
  readonly title: string;
  readonly body: readonly Child[];
  readonly editor?: Child;
  // The difference between the actions.
  readonly note: string;
  // The first one is the default.
  readonly actions: readonly CardAction[];
}

export function frame({ server, params }: Question, onAnswer: () => void, parts: CardParts): QuestionCard {
  const { title, body, editor, note, actions } = parts;
  const heading = element("h3", { id: freshId(), tabindex: -1 }, nameNode(server), ` ${title}`);
  const status = element("p.success", { role: "status" });
  const failure = element("p.error", { role: "alert" });
  let answer: Answer | undefined;
  let outcome = "";

  const act = (action: CardAction | undefined) => {
    const given = action?.answer();
    if (!action || !given) return;
    answer = given;
    outcome = action.outcome;
    show(`Answered: ${outcome}.`);
    onAnswer();
  };
  const show = (text: string, problem = "") => {
    status.textContent = text;
    failure.textContent = problem;
  };
  const buttons = actions.map((action, index) =>
    index === 0 ? element("button.primary", { type: "submit" }, action.label) : button(action.label, () => act(action)),
  );
  const fields = element(
    "fieldset.question-part",
    editor,
    element("div.question-actions", buttons),
    element("p.hint", note),
  );
  const onsubmit = (event: Event) => {
    event.preventDefault();
    act(actions[0]);
  };
  // An answer that has been changed is sent only after it has been submitted again.
  const oninput = () => {
    if (answer) show("Changed. Submit again.");
    answer = undefined;
  };
  const form = element("form", { novalidate: true, onsubmit, oninput }, fields);
  const onkeydown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    // Elsewhere on the page, this key runs the tool.
    event.stopPropagation();
    event.preventDefault();
    if (!fields.disabled) form.requestSubmit();
  };
  const setEditable = (editable: boolean) => {
    const hadFocus = fields.contains(document.activeElement);
    fields.disabled = !editable;
    if (hadFocus && !editable) heading.focus();
  };
  focusSoon(heading, `${displayName(server)} ${title}`);
  return {
    element: element(
      "div.question.question-part",
      { role: "group", "aria-labelledby": heading.id, onkeydown },
      heading,
      body,
      form,
      status,
      failure,
      params && lazyDetails("The request as JSON", () => jsonView(params, "The request as JSON")),
    ),
    get answer() {
      return answer;
    },
    sent() {
      setEditable(false);
      show(`Sent: ${outcome}.`);
    },
    reopen() {
      setEditable(true);
      show(answer ? `Answered: ${outcome}. You can change the answer.` : "");
    },
    close(reason) {
      setEditable(false);
      show("", reason);
    },
    fail(message) {
      setEditable(true);
      show("", message);
    },
  };
}

export function jsonView(json: JsonNode, label: string): HTMLElement {
  return textViewer(rawOf(json), { label, filename: "question.json", json });
}

// Focuses the heading of a new card, unless the person is typing, reading another card, or using an app.
function focusSoon(heading: HTMLElement, text: string): void {
  requestAnimationFrame(() => {
    if (!heading.isConnected) return;
    announce(text);
    const isBusy = document.activeElement?.matches("input, textarea, select, iframe, .question *, dialog *");
    if (!isBusy) heading.focus();
  });
}
