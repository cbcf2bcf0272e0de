import { element } from "../dom/element";
import type { QuestionCard } from "../questions/card";
import { questionCard } from "../questions/kinds";
import type { Question } from "../questions/question";
import { questionView } from "../questions/view";

// Questions that are answered together.
export class QuestionList {
  readonly cards: readonly QuestionCard[];
  readonly element: HTMLElement;
  private readonly answered = new Set<QuestionCard>();

  // `onAnswer` is called with each answer, and with whether it was the last one missing.
  constructor(questions: readonly Question[], onAnswer: (isComplete: boolean) => void) {
    this.cards = questions.map((question) => {
      const card = questionCard(question, () => {
        this.answered.add(card);
        onAnswer(this.isComplete);
      });
      return card;
    });
    this.element = element("div.questions", this.cards.map(questionView));
  }

  get isComplete(): boolean {
    return this.missing === 0;
  }

  get missing(): number {
    return this.cards.filter((card) => !this.answered.has(card) || !card.answer).length;
  }

  sent(): void {
    for (const card of this.cards) card.sent();
  }

  // Every question is to be answered again, beginning with the present answer.
  reopen(): void {
    this.answered.clear();
    for (const card of this.cards) card.reopen();
  }

  close(reason: string): void {
    for (const card of this.cards) card.close(reason);
  }
}
