// One request of the user, such as the call of a tool, as a conversation: rounds of requests, each ended by a result or by questions, with progress, log and the server's
// own questions in between.

import { button, element } from "../dom/element";
import { announce } from "../dom/page";
import { rawOf, textAt, valueOf } from "../json/node";
import { chosenRequest } from "../protocol/client";
import { type LiveEnd, type LiveMessage, followLive } from "../protocol/live";
import { outcomeOf } from "../protocol/live-outcome";
import type { Outcome } from "../protocol/outcome";
import { throttled } from "../scheduling/throttled";
import { messageOf } from "../text/error";
import { counted } from "../text/units";
import { type InputRequest, inputRequestOf } from "./input-request";
import { LogBuffer } from "./log";
import type { LogView } from "./log-view";
import { PauseRound } from "./pause-round";
import { Progress } from "./progress";
import type { ProgressView } from "./progress-view";
import { QuestionRound, type Round } from "./round";
import type { RunBar } from "./run-bar";
import { StreamQuestions } from "./stream-questions";

const MOST_ROUNDS = 10;
const ANNOUNCE_MS = 5000;

export interface ConversationParts {
  readonly bar: RunBar;
  readonly progress: ProgressView;
  readonly log: LogView;
}

export interface ConversationOptions {
  readonly method: string;
  // JSON text.
  readonly params: string;
  readonly parts: ConversationParts;
  // Called when a call begins, which happens again when the user goes back to a round after the end.
  readonly onBegin: () => void;
  // Called when there is something to see before the result.
  readonly onShown: () => void;
  readonly onEnd: (outcome: Outcome) => void;
}

export class Conversation {
  readonly element = element("div.conversation");
  private rounds: Round[] = [];
  // The work under way; undefined once the call has ended.
  private work: AbortController | undefined;
  private outcome = emptyOutcome();
  private log = new LogBuffer();
  private clock = 0;
  private bytes = 0;
  private readonly announceSoon = throttled(() => this.announceState(), ANNOUNCE_MS);

  constructor(private readonly options: ConversationOptions) {}

  isRunning(): boolean {
    return this.work !== undefined;
  }

  cancel(): void {
    this.work?.abort();
  }

  // Plays the conversation from a round on, or from the beginning.
  async play(from?: Round): Promise<void> {
    const isNew = !this.isRunning();
    this.work?.abort();
    const work = new AbortController();
    this.work = work;
    if (isNew) {
      this.outcome = emptyOutcome();
      this.log = new LogBuffer();
      this.clock = performance.now();
      this.bytes = 0;
      this.options.parts.log.show();
      this.options.onBegin();
    }
    let changes: Partial<Outcome>;
    try {
      changes = await this.exchange(work.signal, from);
    } catch (problem) {
      const isCancelled = work.signal.aborted;
      changes = {
        kind: isCancelled ? "cancelled" : "failed",
        headline: isCancelled ? "Cancelled" : messageOf(problem),
        size: this.bytes,
      };
    }
    // The user went back to a round meanwhile, which began other work.
    if (this.work !== work) return;
    this.work = undefined;
    this.end({ ...this.outcome, ...changes });
  }

  private end(outcome: Outcome): void {
    const { bar, progress, log } = this.options.parts;
    bar.clear();
    progress.show(new Progress(), 0);
    log.show(this.log);
    this.rounds.at(-1)?.close(outcome.kind === "cancelled" ? `${outcome.headline}.` : "The call has ended.");
    this.options.onEnd(this.log.lines.length > 0 ? { ...outcome, log: this.log } : outcome);
  }

  // Sends requests until one ends with anything but questions.
  private async exchange(signal: AbortSignal, from?: Round): Promise<Partial<Outcome>> {
    let round = from;
    for (;;) {
      if (round) {
        this.options.parts.bar.showWaiting(round.reason);
        await round.wait(signal);
        if (round.resume === undefined)
          return { kind: "cancelled", headline: "You declined to answer, so the call ended" };
        round.sent();
      }
      const end = await this.request(signal, round?.resume);
      const input = inputRequestOf(end);
      if (!input) return outcomeOf(end);
      if (this.rounds.length === MOST_ROUNDS) {
        throw new Error(
          `The server asked for input ${MOST_ROUNDS} times and still wants more, so the call was stopped.`,
        );
      }
      round = this.addRound(input);
    }
  }

  private addRound({ questions, state }: InputRequest): Round {
    const number = this.rounds.length + 1;
    const title = `Round ${number}`;
    const back = button(`Back to round ${number}`, () => this.goBack(round), "small");
    const round: Round =
      questions.length > 0
        ? new QuestionRound({ questions, state }, title, back)
        : new PauseRound(state, title, this.rounds.filter((other) => other instanceof PauseRound).length);
    this.rounds.push(round);
    this.element.append(round.element);
    this.options.onShown();
    return round;
  }

  // Asks a round's questions again; the rounds after it are dropped.
  private goBack(round: Round): void {
    this.rounds.splice(this.rounds.indexOf(round) + 1);
    while (round.element.nextSibling) round.element.nextSibling.remove();
    this.options.onShown();
    round.reopen();
    void this.play(round);
  }

  private async request(signal: AbortSignal, resume: string | undefined): Promise<LiveEnd> {
    const { method, params, parts } = this.options;
    const started = performance.now();
    const progress = new Progress();
    const questions = new StreamQuestions();
    this.element.append(questions.element);
    parts.bar.showRequest(
      started,
      () => this.bytes,
      (now) => parts.progress.show(progress, now),
    );
    try {
      return await followLive(chosenRequest(method, params, resume), {
        signal,
        onBytes: (count) => (this.bytes += count),
        onMessage: (message) => this.receive(message, progress, questions),
      });
    } finally {
      this.outcome.duration += performance.now() - started;
      parts.progress.show(new Progress(), 0);
      questions.close(signal.aborted ? "The call was cancelled." : "The call has ended. No answer is needed any more.");
      if (!questions.element.hasChildNodes()) questions.element.remove();
    }
  }

  private receive({ event, root }: LiveMessage, progress: Progress, questions: StreamQuestions): void {
    const { parts, onShown } = this.options;
    const now = performance.now();
    if (event === "request") {
      questions.add(root);
    } else if (textAt(root, "method") === "notifications/progress" && progress.advance(valueOf(root, "params"), now)) {
      return this.announceSoon();
    } else {
      this.log.add({ at: now - this.clock, raw: rawOf(root) });
      parts.log.follow(this.log);
      if (textAt(root, "method") === "notifications/elicitation/complete")
        questions.complete(textAt(valueOf(root, "params"), "elicitationId") ?? "");
      this.announceSoon();
    }
    onShown();
  }

  private announceState(): void {
    if (!this.isRunning()) return;
    const { lines, dropped } = this.log;
    const count = lines.length + dropped;
    announce([this.options.parts.progress.words, count > 0 && counted(count, "log line")].filter(Boolean).join("; "));
  }
}

function emptyOutcome(): Outcome {
  return { kind: "failed", headline: "", started: Date.now(), text: "", size: 0, duration: 0 };
}
