import { type Signal, signal } from "@preact/signals";
import type { VNode } from "preact";
import { containsCredentials } from "../access/credentials";
import { store, stored } from "../dom/storage";
import { storageKey, settings } from "../settings";
import { parsedAnswers, withAnswer } from "./saved";

// The last answers, in the browser's storage of this origin, as the history of calls is.
const ANSWERS_KEY = storageKey("answers");
// The characters by which a question is told from others. The answer to a longer one is not kept.
const LONGEST_QUESTION = 20000;

/** The last answer to a question, if there is one. */
export class LastAnswer {
  readonly offered: Signal<string | undefined>;
  readonly #question: string;

  /** `identity` tells the question from others. */
  constructor(identity: readonly (string | undefined)[]) {
    this.#question = JSON.stringify(identity);
    const last = settings.keepsHistory && saved().find(({ question }) => question === this.#question);
    this.offered = signal(last ? last.answer : undefined);
  }

  keep(answer: string): void {
    const question = this.#question;
    if (!settings.keepsHistory || question.length > LONGEST_QUESTION || containsCredentials(answer)) return;
    write(question, answer);
  }

  forget(): void {
    write(this.#question, undefined);
    this.offered.value = undefined;
  }
}

function saved(): ReturnType<typeof parsedAnswers> {
  return parsedAnswers(stored(ANSWERS_KEY) ?? "[]");
}

function write(question: string, answer: string | undefined): void {
  store(ANSWERS_KEY, JSON.stringify(withAnswer(saved(), question, answer)));
}

interface LastAnswerBarProps {
  readonly last: LastAnswer;
  /** Fills in an answer. */
  readonly onUse: (answer: string) => void;
}

/** Buttons that use the last answer, or forget it. */
export function LastAnswerBar({ last, onUse }: LastAnswerBarProps): VNode | null {
  const answer = last.offered.value;
  if (answer === undefined) return null;
  return (
    <p class="values">
      <button type="button" class="small" onClick={() => onUse(answer)}>
        Use last answer
      </button>
      <button type="button" class="quiet small" onClick={() => last.forget()}>
        Forget
      </button>
    </p>
  );
}
