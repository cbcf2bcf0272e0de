// The card of a question: what is asked, what has been answered, and what has become of the answer.

import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import type { CardAction } from "./answers";
import type { Answer, Question } from "./question";

/** The parts of a card that differ from question to question. */
export interface CardParts {
  /** Continues the server's name: "asks a question". */
  readonly title: string;
  readonly body: ComponentChildren;
  /** True if the body has all parameters of the request. */
  readonly showsParams?: boolean;
  readonly editor?: ComponentChildren;
  /** Stands before the actions. */
  readonly opener?: ComponentChildren;
  /** The difference between the actions. */
  readonly note: string;
  /** The first one is the default. */
  readonly actions: readonly CardAction[];
  /** Only for addresses that are to be opened. */
  readonly elicitation?: Elicitation;
}

/** An elicitation that the server may report as completed. */
interface Elicitation {
  readonly id: string;
  /** Notes that the person is done elsewhere, and returns whether the answer can be submitted without another click. */
  complete(): boolean;
}

/** Makes the parts of a card. `onChange` is to be called when an answer changes in another way than by typing. */
export type CardMaker = (question: Question, onChange: () => void) => CardParts;

export class QuestionCard {
  readonly parts: CardParts;
  readonly isEditable = signal(true);
  /** The state of the answer, and the reason if it went wrong. */
  readonly status = signal("");
  readonly problem = signal("");
  #outcome = "";
  #given: Answer | undefined;

  /** `onAnswer` is called when the person submits; the answer is then in the card. */
  constructor(
    readonly question: Question,
    make: CardMaker,
    private readonly onAnswer: () => void,
  ) {
    this.parts = make(question, () => this.changed());
  }

  /** Undefined until the person submits an answer, and again from the first change until the next submission. */
  get answer(): Answer | undefined {
    return this.#given;
  }

  /** Answers in one of the ways, if the answer is complete. */
  act(action: CardAction | undefined): void {
    const given = action?.answer();
    if (!action || !given) return;
    this.#given = given;
    this.#outcome = action.outcome;
    this.#show(`Answered: ${this.#outcome}.`);
    this.onAnswer();
  }

  /** An answer that has been changed is sent only after it has been submitted again. */
  changed(): void {
    if (this.#given) this.#show("Changed. Submit again.");
    this.#given = undefined;
  }

  /** Shows that the answer was sent. The card stays readable. */
  sent(): void {
    this.isEditable.value = false;
    this.#show(`Sent: ${this.#outcome}.`);
  }

  /** Makes the card editable again, with the answer kept. */
  reopen(): void {
    this.isEditable.value = true;
    this.#show(this.#given ? `Answered: ${this.#outcome}. You can change the answer.` : "");
  }

  /** Shows why nobody waits for the answer any more. */
  close(reason: string): void {
    this.isEditable.value = false;
    this.#show("", reason);
  }

  /** Shows that the answer could not be delivered. The card can be submitted again. */
  fail(message: string): void {
    this.isEditable.value = true;
    this.#show("", message);
  }

  /** The server reports that the person is done with the elicitation of this id elsewhere. */
  complete(id: string): void {
    const { elicitation, actions } = this.parts;
    if (id !== "" && elicitation?.id === id && elicitation.complete()) this.act(actions[0]);
  }

  #show(status: string, problem = ""): void {
    this.status.value = status;
    this.problem.value = problem;
  }
}
