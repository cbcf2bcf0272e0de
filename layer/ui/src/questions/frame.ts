// The parts that the cards of all questions have: who asks, the actions, and what has become of the answer.

import { type Child, button, element, freshId, nameNode } from "../dom/element";
import { lazyDetails } from "../dom/lazy-details";
import { announce } from "../dom/page";
import { type JsonNode, rawOf } from "../json/node";
import { readJson } from "../json/read";
import { displayName } from "../text/printable";
import { textViewer } from "../viewer/text-viewer";
import type { Answer, Question, QuestionCard } from "./question";

// A way to answer. `answer` returns nothing if the answer is not complete, having shown why.
export interface CardAction {
  readonly label: string;
  // The word for an answer that was given in this way.
  readonly outcome: string;
  readonly answer: () => Answer | undefined;
}

export interface CardParts {
  // Continues the server's name: "asks a question".
  readonly title: string;
  readonly body: readonly Child[];
  readonly editor?: Child;
  // The difference between the actions.
  readonly note?: string;
  // The first one is the default.
  readonly actions: readonly CardAction[];
}

export function frame({ server, params }: Question, onAnswer: () => void, parts: CardParts): QuestionCard {
  const heading = element(
    "h3",
    { id: freshId(), tabindex: -1 },
    element("strong", nameNode(server)),
    ` ${parts.title}`,
  );
  const status = element("p.success", { role: "status" });
  const failure = element("p.error", { role: "alert" });
  const outcome = element("div");
  let answer: Answer | undefined;
  let word = "";

  const act = (action: CardAction) => {
    failure.textContent = "";
    const given = action.answer();
    if (!given) return;
    answer = given;
    word = action.outcome;
    status.textContent = `Answered: ${word}.`;
    onAnswer();
  };
  const [first, ...others] = parts.actions;
  const actions = element(
    "div.question-actions",
    first && element("button.primary", { type: "submit" }, first.label),
    others.map((action) => button(action.label, () => act(action))),
  );
  const fields = element("fieldset", { "aria-labelledby": heading.id }, parts.editor, actions);
  const note = element("p.hint", parts.note);
  const onsubmit = (event: Event) => {
    event.preventDefault();
    if (first) act(first);
  };
  // An answer that has been changed is sent only after it has been submitted again.
  const onChanged = () => {
    if (!answer) return;
    answer = undefined;
    status.textContent = "Changed. Submit it again.";
  };
  const form = element("form", { novalidate: true, onsubmit, oninput: onChanged, onchange: onChanged }, fields, note);
  const onkeydown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    // Elsewhere on the page, this key runs the tool.
    event.stopPropagation();
    event.preventDefault();
    if (!fields.disabled && form.contains(event.target as Node)) form.requestSubmit();
  };
  const raw = params && lazyDetails("The request as JSON", () => jsonView(params, "The request as JSON"));
  const card = element(
    "section.question",
    { "aria-labelledby": heading.id, onkeydown },
    heading,
    parts.body,
    form,
    status,
    failure,
    outcome,
    raw,
  );
  const setEditable = (editable: boolean) => {
    const hadFocus = fields.contains(document.activeElement);
    fields.disabled = !editable;
    actions.hidden = note.hidden = !editable;
    if (hadFocus && !editable) heading.focus();
  };
  focusSoon(heading, `${displayName(server)} ${parts.title}`);
  return {
    element: card,
    get answer() {
      return answer;
    },
    sent() {
      setEditable(false);
      status.textContent = `Sent: ${word}.`;
      if (!answer) return;
      const text = "result" in answer ? answer.result : answer.error;
      outcome.replaceChildren(lazyDetails("The answer as JSON", () => jsonView(readJson(text), "The answer as JSON")));
    },
    reopen() {
      setEditable(true);
      outcome.replaceChildren();
      failure.textContent = "";
      status.textContent = answer ? `Answered: ${word}. You can change the answer.` : "";
    },
    close(reason) {
      setEditable(false);
      status.textContent = "";
      failure.textContent = reason;
    },
    fail(message) {
      setEditable(true);
      outcome.replaceChildren();
      status.textContent = "";
      failure.textContent = message;
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
    const busy = document.activeElement?.matches("input, textarea, select, iframe, .question *");
    if (!busy && !document.querySelector("dialog[open]")) heading.focus();
  });
}
