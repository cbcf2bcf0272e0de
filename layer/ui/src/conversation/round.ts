import { element } from "../dom/element";
import type { Answer } from "../questions/question";
import { counted } from "../text/units";
import { type InputRequest, resumeText } from "./input-request";
import { QuestionList } from "./question-list";

// A round of a conversation: what the server asks for before it goes on.
export interface Round {
  readonly element: HTMLElement;
  // The thing that the run waits for, in words.
  readonly reason: string;
  // The member `resume` of the request that ends the round; undefined if an answer is a refusal, which cannot be sent.
  readonly resume: string | undefined;
  // Resolves when the request can be sent.
  wait(signal: AbortSignal): Promise<void>;
  // Called when the request is sent.
  sent(): void;
  // Asks again, beginning with the present answers.
  reopen(): void;
  // Called when the call is over. A round that was not sent shows the reason.
  close(reason: string): void;
}

// A round of questions to the user.
export class QuestionRound implements Round {
  readonly element: HTMLElement;
  readonly reason: string;
  private readonly status = element("span.hint", { role: "status" });
  private readonly list: QuestionList;
  private readonly heading: HTMLElement;
  private onComplete: (() => void) | undefined;

  constructor(
    private readonly input: InputRequest,
    title: string,
    private readonly back?: HTMLElement,
  ) {
    const { questions } = input;
    this.reason = `Waiting for ${questions.length === 1 ? "your answer" : `${questions.length} answers`}`;
    this.list = new QuestionList(
      questions.map(([, question]) => question),
      (isComplete) => {
        this.showMissing();
        if (isComplete) this.onComplete?.();
      },
    );
    this.heading = element("h3", { tabindex: -1 }, title);
    this.allowBack(false);
    const head = element("div.round-head", this.heading, this.status, back);
    this.element = element("section.round", { "aria-label": title }, head, this.list.element);
    this.showMissing();
  }

  private allowBack(isAllowed: boolean): void {
    if (this.back) this.back.hidden = !isAllowed;
  }

  private showMissing(): void {
    const { missing, cards } = this.list;
    this.status.textContent = missing > 0 && cards.length > 1 ? `${counted(missing, "answer")} to submit` : "";
  }

  wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      this.onComplete = resolve;
      signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
    });
  }

  get resume(): string | undefined {
    const answers = this.input.questions.map(([key], index) => [key, this.list.cards[index]!.answer] as const);
    const given = answers.filter((entry): entry is readonly [string, Answer] => entry[1] !== undefined);
    return given.some(([, answer]) => "error" in answer) ? undefined : resumeText(given, this.input.state);
  }

  sent(): void {
    this.onComplete = undefined;
    this.status.textContent = "";
    this.list.sent();
    this.allowBack(true);
  }

  reopen(): void {
    this.list.reopen();
    // The button that was pressed disappears.
    this.allowBack(false);
    this.heading.focus();
    this.showMissing();
  }

  close(reason: string): void {
    if (!this.onComplete) return;
    this.onComplete = undefined;
    this.status.textContent = "";
    this.allowBack(true);
    this.list.close(reason);
  }
}
