// Elicitation in URL mode: a server asks a person to open an address.

import { button, element } from "../dom/element";
import { openWindow } from "../dom/windows";
import { textAt } from "../json/node";
import { printable } from "../text/printable";
import { ALTERNATIVES, ALTERNATIVES_NOTE, OPENED } from "./answers";
import { frame } from "./frame";
import { messageText } from "./message";
import type { Question, QuestionCard } from "./question";
import { checkUrl } from "./url-check";

// A click meant for something else must not open an address that has just appeared under the pointer.
const ENABLE_MS = 500;

export function urlCard(question: Question, onAnswer: () => void): QuestionCard {
  const { params } = question;
  const written = textAt(params, "url") ?? "";
  const checked = checkUrl(written);
  const message = messageText(textAt(params, "message") ?? "", "Message of the server");
  const title = "asks you to open a web page";
  const warning = (text: string) => element("p.question-warning", text);
  if (typeof checked === "string") {
    const body = [message, element("p.question-address", printable(written, 2000)), warning(checked)];
    return frame(question, onAnswer, { title, body, note: ALTERNATIVES_NOTE, actions: ALTERNATIVES });
  }
  const { url, parts, warnings, note } = checked;
  const status = element("p.hint", { role: "status" });
  let isOpened = false;
  const open = () => {
    openWindow(url.href);
    isOpened = true;
    status.textContent = "Opened in a new tab. Come back here when you are done there.";
    opener.textContent = "Open again";
    opener.classList.remove("primary");
    if (send) send.hidden = false;
  };
  const opener = button("Open", open, "primary", { disabled: true });
  setTimeout(() => (opener.disabled = false), ENABLE_MS);
  const card = frame(question, onAnswer, {
    title,
    body: [
      message,
      element("p.question-address", parts[0], element("mark", parts[1]), parts[2]),
      !url.href.startsWith(written) && element("p.hint", `Written by the server as ${printable(written, 2000)}`),
      warnings.map(warning),
      note && element("p.hint", note),
    ],
    editor: status,
    note: `The server learns only that you agreed to open it. ${ALTERNATIVES_NOTE}`,
    actions: [
      { label: "Done, continue", outcome: "opened", answer: () => (isOpened ? OPENED : undefined) },
      ...ALTERNATIVES,
    ],
  });
  const send = card.element.querySelector<HTMLElement>("[type=submit]");
  send?.before(opener);
  if (send) send.hidden = true;
  const complete = () => {
    isOpened = true;
    status.textContent = "The server says that you are done there.";
    if (send?.hidden) send.hidden = false;
    // The person has agreed to the address by opening it.
    else card.element.querySelector("form")?.requestSubmit();
  };
  return Object.assign(card, { elicitation: { id: textAt(params, "elicitationId") ?? "", complete } });
}
