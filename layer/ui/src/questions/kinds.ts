// The card of a question, by the method that the server uses.

import { textAt } from "../json/node";
import { type CardMaker, QuestionCard } from "./card";
import { elicitation } from "./elicitation";
import type { Question } from "./question";
import { roots } from "./roots";
import { sampling } from "./sampling";
import { unknown } from "./unknown";
import { url } from "./url";

const MAKERS: ReadonlyMap<string, CardMaker> = new Map([
  [
    "elicitation/create",
    (question, onChange) => (textAt(question.params, "mode") === "url" ? url : elicitation)(question, onChange),
  ],
  ["sampling/createMessage", sampling],
  ["roots/list", roots],
]);

/** `onAnswer` is called when the person submits; the answer is then in the card. */
export function questionCard(question: Question, onAnswer: () => void): QuestionCard {
  return new QuestionCard(question, MAKERS.get(question.method) ?? unknown, onAnswer);
}
