// The card of a question, by the method that the server uses.

import { textAt } from "../json/node";
import { elicitationCard } from "./elicitation";
import type { Question, QuestionCard } from "./question";
import { rootsCard } from "./roots";
import { samplingCard } from "./sampling";
import { unknownCard } from "./unknown";
import { urlCard } from "./url";

type CardMaker = (question: Question, onAnswer: () => void) => QuestionCard;

const CARDS: ReadonlyMap<string, CardMaker> = new Map([
  [
    "elicitation/create",
    (question, onAnswer) => (textAt(question.params, "mode") === "url" ? urlCard : elicitationCard)(question, onAnswer),
  ],
  ["sampling/createMessage", samplingCard],
  ["roots/list", rootsCard],
]);

// `onAnswer` is called when the person submits; the answer is then in the card.
export function questionCard(question: Question, onAnswer: () => void): QuestionCard {
  return (CARDS.get(question.method) ?? unknownCard)(question, onAnswer);
}
