// Questions that a server of an older revision asks while the tool runs. The answers are separate requests; the stream goes on meanwhile.

import { signal } from "@preact/signals";
import type { VNode } from "preact";
import { type JsonNode, rawOf, textAt, valueOf } from "../json/node";
import { sendAnswer } from "../protocol/answers";
import type { QuestionCard } from "../questions/card";
import { questionCard } from "../questions/kinds";
import type { Answer } from "../questions/question";
import { QuestionView } from "../questions/view";
import { messageOf } from "../text/error";
import { printable } from "../text/printable";
import { ClientTasks, asksForTask } from "./client-tasks";
import { questionOf } from "./input-request";
import { serverName } from "./server-name";

// The questions of a server in one run. Further ones are neither shown nor answered, which a note says.
const MOST_QUESTIONS = 100;
// The requests about tasks that are answered at the same time. Further ones get no answer.
const MOST_PENDING = 20;

/** A question, or a note about one that is not shown. */
type Entry = QuestionCard | string;

export class StreamQuestions {
  readonly entries = signal<readonly Entry[]>([]);
  readonly #tokens = new Set<string>();
  readonly #open = new Set<QuestionCard>();
  #count = 0;
  #pending = 0;
  #hasFailed = false;

  /**
   * `onSettled` is called when no card is open any more. `tasks` are those that questions begin, which the server asks
   * about later.
   */
  constructor(
    private readonly onSettled: () => void = () => undefined,
    private readonly tasks = new ClientTasks(),
  ) {}

  /** Returns whether a card waits for the person. */
  get isOpen(): boolean {
    return this.#open.size > 0;
  }

  /** Shows a request of the server. A repeated one is ignored, and so is one that the explorer has answered itself. */
  add(envelope: JsonNode): void {
    const message = valueOf(envelope, "message") ?? envelope;
    const token = valueOf(envelope, "token");
    const declined = textAt(envelope, "declined");
    if (token ? this.#tokens.has(rawOf(token)) : declined === undefined) return;
    const response = this.tasks.respond(textAt(message, "method") ?? "", valueOf(message, "params"));
    if (token && response) return void this.#respond(rawOf(token), response);
    this.#count += 1;
    if (this.#count > MOST_QUESTIONS) {
      if (this.#count === MOST_QUESTIONS + 1)
        this.#note("The server asks more questions than this page shows. Cancel the call if you did not expect that.");
    } else if (token) {
      this.#tokens.add(rawOf(token));
      this.#ask(message, rawOf(token));
    } else {
      const reason = printable(declined ?? "", 1000);
      this.#note(`The server's request ${printable(textAt(message, "method") ?? "", 100)} was declined: ${reason}`);
    }
  }

  #note(text: string): void {
    this.entries.value = [...this.entries.peek(), text];
  }

  // Answers a request without the person.
  async #respond(token: string, response: Answer | Promise<Answer>): Promise<void> {
    if (this.#pending === MOST_PENDING) return;
    this.#pending += 1;
    try {
      const failure = await sendAnswer(token, await response);
      if (failure && !failure.isFinal) this.#noteFailure(failure.message);
    } catch (problem) {
      this.#noteFailure(messageOf(problem));
    } finally {
      this.#pending -= 1;
    }
  }

  // A server that polls would fail again and again.
  #noteFailure(text: string): void {
    if (!this.#hasFailed) this.#note(text);
    this.#hasFailed = true;
  }

  #ask(message: JsonNode, token: string): void {
    const task = asksForTask(valueOf(message, "params"))
      ? this.tasks.begin(() => {
          card.close("The server cancelled the question.");
          this.#settle(card);
        })
      : undefined;
    if (task) void this.#respond(token, task.response);
    let isSending = false;
    const deliver = async () => {
      const { answer } = card;
      if (!answer || isSending || !this.#open.has(card)) return;
      if (task) {
        // The server fetches the answer of a task by itself.
        this.tasks.complete(task.id, answer);
        card.sent();
        this.#settle(card);
        return;
      }
      isSending = true;
      try {
        const failure = await sendAnswer(token, answer);
        // The call may have ended meanwhile.
        if (failure && !this.#open.has(card)) return;
        if (!failure) card.sent();
        else if (failure.isFinal) card.close(failure.message);
        else return card.fail(failure.message);
        this.#settle(card);
      } catch (problem) {
        if (this.#open.has(card)) card.fail(messageOf(problem));
      } finally {
        isSending = false;
      }
    };
    const card = questionCard(questionOf(message, serverName()), () => void deliver());
    this.#open.add(card);
    this.entries.value = [...this.entries.peek(), card];
  }

  #settle(card: QuestionCard): void {
    this.#open.delete(card);
    if (!this.isOpen) this.onSettled();
  }

  /** Called with the id of an elicitation when the server reports that the person is done elsewhere. */
  complete(id: string): void {
    for (const card of this.#open) card.complete(id);
  }

  /** Called when nobody waits for answers any more. */
  close(reason: string): void {
    for (const card of this.#open) card.close(reason);
    this.#open.clear();
  }
}

export function StreamQuestionsView({ questions }: { readonly questions: StreamQuestions }): VNode {
  return (
    <div class="questions">
      {questions.entries.value.map((entry, index) =>
        typeof entry === "string" ? (
          <p class="hint note" key={index}>
            {entry}
          </p>
        ) : (
          <QuestionView card={entry} key={index} />
        ),
      )}
    </div>
  );
}
