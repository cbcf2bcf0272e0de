// Elicitation in URL mode: a server asks a person to open an address.

import { button, element } from "../dom/element";
import { openWindow } from "../dom/windows";
import { textAt } from "../json/node";
import { printable } from "../text/printable";
import { CANCELLED, DECLINED, OPENED } from "./answers";
import { CHOICES } from "./elicitation";
import { type CardAction, frame } from "./frame";
import { messageText } from "./message";
import type { Question, QuestionCard } from "./question";
import { type CheckedUrl, checkUrl } from "./url-check";

const OTHERS: readonly CardAction[] = [
  { label: "Decline", outcome: "declined", answer: () => DECLINED },
  { label: "Cancel", outcome: "cancelled", answer: () => CANCELLED },
];
// A click meant for something else must not open an address that has just appeared under the pointer.
const ENABLE_MS = 500;

export function urlCard(question: Question, onAnswer: () => void): QuestionCard {
  const written = textAt(question.params, "url");
  const checked = checkUrl(written);
  const message = messageText(textAt(question.params, "message") ?? "", "Message of the server");
  const title = "asks you to open an address";
  if (typeof checked === "string") {
    const address = element("p.question-address", element("bdi", printable(written ?? "", 2000)));
    const refusal = element("p.question-warning", checked);
    return frame(question, onAnswer, { title, body: [message, address, refusal], note: CHOICES, actions: OTHERS });
  }
  let isOpened = false;
  const status = element("p.hint", { role: "status" });
  const open = () => {
    openWindow(checked.url.href);
    isOpened = true;
    status.textContent = "Opened in a new tab. When you are done there, send the answer.";
    opener.textContent = "Open again";
    opener.classList.remove("primary");
  };
  const opener = button("Open", open, "primary", { disabled: true });
  setTimeout(() => (opener.disabled = false), ENABLE_MS);
  const done = () => {
    if (isOpened) return OPENED;
    status.textContent = "Open the address first, or decline.";
    opener.focus();
    return undefined;
  };
  return frame(question, onAnswer, {
    title,
    body: [message, addressView(checked, written)],
    editor: [element("p.values", opener), status],
    note: `The answer tells the server only that you agreed to open the address. ${CHOICES}`,
    actions: [{ label: "I am done, send", outcome: "opened", answer: done }, ...OTHERS],
  });
}

function addressView({ url, parts: [before, host, after], warnings, notes }: CheckedUrl, written = ""): HTMLElement {
  const isRewritten = written !== url.href && `${written}/` !== url.href;
  return element(
    "div.question-editor",
    element("p.question-address", before, element("mark", host), after),
    isRewritten && element("p.hint", "Written by the server as ", element("bdi", printable(written, 2000))),
    warnings.map((warning) => element("p.question-warning", warning)),
    notes.map((note) => element("p.hint", note)),
  );
}
