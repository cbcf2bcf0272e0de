import { computed, signal } from "@preact/signals";
import { type ComponentChildren, type RefObject, type VNode, createRef } from "preact";
import { flushed } from "../dom/flushed";
import type { Answer } from "../questions/question";
import { counted } from "../text/units";
import { type InputRequest, resumeText } from "./input-request";
import { QuestionList, QuestionListView } from "./question-list";

/** A round of a conversation: what the server asks for before it goes on. */
export interface Round {
  readonly view: VNode;
  /** The thing that the run waits for, in words. */
  readonly reason: string;
  /** The member `resume` of the request that ends the round; undefined if an answer is a refusal, which cannot be sent. */
  readonly resume: string | undefined;
  /** Resolves when the request can be sent. */
  wait(signal: AbortSignal): Promise<void>;
  /** Called when the request is sent. */
  sent(): void;
  /** Asks again, beginning with the present answers. */
  reopen(): void;
  /** Called when the call is over. A round that was not sent shows the reason. */
  close(reason: string): void;
}

interface RoundFrameProps {
  readonly title: string;
  readonly heading?: RefObject<HTMLHeadingElement | null>;
  /** Stands beside the title. */
  readonly head: ComponentChildren;
  readonly children?: ComponentChildren;
}

/** The frame of a round. */
export function RoundFrame({ title, heading, head, children }: RoundFrameProps): VNode {
  return (
    <section class="round" aria-label={title}>
      <div class="round-head">
        <h3 tabIndex={-1} {...(heading && { ref: heading })}>
          {title}
        </h3>
        {head}
      </div>
      {children}
    </section>
  );
}

/** A way to go back to a round. */
export interface Back {
  readonly label: string;
  readonly go: () => void;
}

/** A round of questions to the user. */
export class QuestionRound implements Round {
  readonly reason: string;
  readonly view: VNode;
  readonly list: QuestionList;
  readonly heading = createRef<HTMLHeadingElement>();
  readonly isBackAllowed = signal(false);
  readonly #isAsking = signal(true);
  readonly status = computed(() => {
    const { missing, cards } = this.list;
    return this.#isAsking.value && missing > 0 && cards.length > 1 ? `${counted(missing, "answer")} to submit` : "";
  });
  #onComplete: (() => void) | undefined;

  constructor(
    private readonly input: InputRequest,
    title: string,
    back?: Back,
  ) {
    const { questions } = input;
    this.reason = `Waiting for ${questions.length === 1 ? "your answer" : `${questions.length} answers`}`;
    this.list = new QuestionList(
      questions.map(([, question]) => question),
      (isComplete) => isComplete && this.#onComplete?.(),
    );
    this.view = <QuestionRoundView round={this} title={title} back={back} />;
  }

  wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#onComplete = resolve;
      signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
    });
  }

  get resume(): string | undefined {
    const answers = this.input.questions.map(([key], index) => [key, this.list.cards[index]!.answer] as const);
    const given = answers.filter((entry): entry is readonly [string, Answer] => entry[1] !== undefined);
    return given.some(([, answer]) => "error" in answer) ? undefined : resumeText(given, this.input.state);
  }

  sent(): void {
    this.#onComplete = undefined;
    this.#isAsking.value = false;
    this.list.sent();
    this.isBackAllowed.value = true;
  }

  reopen(): void {
    this.list.reopen();
    // The button that was pressed disappears.
    flushed(() => {
      this.isBackAllowed.value = false;
      this.#isAsking.value = true;
    });
    this.heading.current?.focus();
  }

  close(reason: string): void {
    if (!this.#onComplete) return;
    this.#onComplete = undefined;
    this.#isAsking.value = false;
    this.isBackAllowed.value = true;
    this.list.close(reason);
  }
}

interface QuestionRoundViewProps {
  readonly round: QuestionRound;
  readonly title: string;
  readonly back: Back | undefined;
}

function QuestionRoundView({ round, title, back }: QuestionRoundViewProps): VNode {
  const head = (
    <>
      <span class="hint" role="status">
        {round.status}
      </span>
      {back && (
        <button type="button" class="small" hidden={!round.isBackAllowed.value} onClick={back.go}>
          {back.label}
        </button>
      )}
    </>
  );
  return (
    <RoundFrame title={title} heading={round.heading} head={head}>
      <QuestionListView list={round.list} />
    </RoundFrame>
  );
}
