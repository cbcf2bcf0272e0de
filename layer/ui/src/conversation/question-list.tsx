import { signal } from "@preact/signals";
import type { VNode } from "preact";
import type { QuestionCard } from "../questions/card";
import { questionCard } from "../questions/kinds";
import type { Question } from "../questions/question";
import { QuestionView } from "../questions/view";

/** Questions that are answered together. */
export class QuestionList {
  readonly cards: readonly QuestionCard[];
  readonly #answered = signal<ReadonlySet<QuestionCard>>(new Set());

  /** `onAnswer` is called with each answer, and with whether it was the last one missing. */
  constructor(questions: readonly Question[], onAnswer: (isComplete: boolean) => void) {
    this.cards = questions.map((question) => {
      const card = questionCard(question, () => {
        this.#answered.value = new Set([...this.#answered.peek(), card]);
        onAnswer(this.isComplete);
      });
      return card;
    });
  }

  get isComplete(): boolean {
    return this.missing === 0;
  }

  get missing(): number {
    const answered = this.#answered.value;
    return this.cards.filter((card) => !answered.has(card) || !card.answer).length;
  }

  sent(): void {
    for (const card of this.cards) card.sent();
  }

  /** Every question is to be answered again, beginning with the present answer. */
  reopen(): void {
    this.#answered.value = new Set();
    for (const card of this.cards) card.reopen();
  }

  close(reason: string): void {
    for (const card of this.cards) card.close(reason);
  }
}

export function QuestionListView({ list }: { readonly list: QuestionList }): VNode {
  return (
    <div class="questions">
      {list.cards.map((card) => (
        <QuestionView card={card} />
      ))}
    </div>
  );
}
