import { containsCredentials } from "../access/credentials";
import { button, element } from "../dom/element";
import { store, stored } from "../dom/storage";
import { storageKey, settings } from "../settings";
import { parsedAnswers, withAnswer } from "./saved";

// The last answers, in the browser's storage of this origin, as the history of calls is.
const ANSWERS_KEY = storageKey("answers");
const LONGEST_QUESTION = 20000;

export interface LastAnswer {
  // Offers the last answer to the same question, if there is one.
  readonly element: HTMLElement;
  keep(answer: string): void;
}

// `identity` tells this question from others. `use` fills in an answer.
export function lastAnswer(identity: readonly (string | undefined)[], use: (answer: string) => void): LastAnswer {
  const question = JSON.stringify(identity);
  const saved = () => parsedAnswers(stored(ANSWERS_KEY) ?? "[]");
  const write = (answer: string | undefined) =>
    store(ANSWERS_KEY, JSON.stringify(withAnswer(saved(), question, answer)));
  const last = settings.keepsHistory ? saved().find((one) => one.question === question) : undefined;
  const forget = () => {
    write(undefined);
    bar.remove();
  };
  const bar = element("p.values");
  if (last)
    bar.append(
      button("Use last answer", () => use(last.answer), "small"),
      button("Forget", forget, "quiet small"),
    );
  return {
    element: bar,
    keep: (answer) => {
      const isKept = settings.keepsHistory && question.length <= LONGEST_QUESTION && !containsCredentials(answer);
      if (isKept) write(answer);
    },
  };
}
