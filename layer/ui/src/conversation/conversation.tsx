// One request of the user, such as the call of a tool, as a conversation: rounds of requests, each ended by a result or by questions, with
// progress, log and the server's own questions in between. If the server makes a task of it, the conversation follows the task.

import { signal } from "@preact/signals";
import type { VNode } from "preact";
import { announce } from "../dom/page";
import { type JsonNode, rawOf, textAt, valueOf } from "../json/node";
import { type ClientOffer, currentOffer } from "../protocol/client";
import { type LiveEnd, type LiveMessage, followLive } from "../protocol/live";
import { outcomeOf } from "../protocol/live-outcome";
import type { Outcome } from "../protocol/outcome";
import { throttled } from "../scheduling/throttled";
import type { TaskEntry } from "../tasks/entries";
import { type Send, TaskCancelled } from "../tasks/followed-task";
import { begunTask } from "../tasks/state";
import { addTask } from "../tasks/store";
import { TaskFollowing } from "../tasks/task-following";
import { TaskLineView } from "../tasks/task-line";
import { messageOf } from "../text/error";
import { counted } from "../text/units";
import { type InputRequest, inputRequestOf } from "./input-request";
import { LogBuffer } from "../log/log";
import { setLevelParams, withLogLevel } from "../log/log-level";
import { addToPageLog } from "../log/page-log";
import type { RunLog } from "../log/run-log";
import { PauseRound } from "./pause-round";
import { Progress } from "./progress";
import { QuestionRound, type Round } from "./round";
import type { RunBar } from "./run-bar";
import type { RunProgress } from "./run-progress";
import { StreamQuestions, StreamQuestionsView } from "./stream-questions";

// The rounds of questions of one call. A call whose server asks for more is stopped.
const MOST_ROUNDS = 10;
const ANNOUNCE_MS = 5000;

interface ConversationParts {
  readonly bar: RunBar;
  readonly progress: RunProgress;
  readonly log: RunLog;
}

// A request in a method of MCP, with its parameters as JSON text, and the tool that it calls, if it does.
interface OwnRequest {
  readonly method: string;
  readonly params: string;
  readonly tool?: string;
}

export interface ConversationOptions {
  /** A new request, or the task of an earlier one. */
  readonly request: OwnRequest | { readonly task: TaskEntry };
  readonly parts: ConversationParts;
  /** Returns whether the parts still belong to this conversation. */
  readonly isCurrent: () => boolean;
  /** Called when a call begins, which happens again when the user goes back to a round after the end. */
  readonly onBegin: () => void;
  /** Called when there is something to see before the result. */
  readonly onShown: () => void;
  readonly onEnd: (outcome: Outcome) => void;
}

export class Conversation {
  /** The parts that have been shown so far: rounds, questions on the stream, and the task. */
  readonly parts = signal<readonly VNode[]>([]);
  #shown = 0;
  #rounds: Round[] = [];
  // The work under way; undefined once the call has ended.
  #work: AbortController | undefined;
  #outcome = emptyOutcome();
  #log = new LogBuffer();
  #clock = 0;
  #bytes = 0;
  // The client that all requests of a conversation come from, since a task belongs to it.
  #offer: ClientOffer;
  #task: TaskFollowing | undefined;
  readonly #announceSoon = throttled(() => this.#announceState(), ANNOUNCE_MS);

  constructor(private readonly options: ConversationOptions) {
    this.#offer = "task" in options.request ? offerOf(options.request.task) : currentOffer();
  }

  isRunning(): boolean {
    return this.#work !== undefined;
  }

  /** A task is cancelled by the server, if it can. The second time, it is left running. */
  cancel(): void {
    if (!this.#task?.cancel()) this.#work?.abort();
  }

  /** Ends the conversation. A task goes on without it. */
  leave(): void {
    this.#work?.abort();
  }

  /** Plays the conversation from a round on, or from the beginning. */
  async play(from?: Round): Promise<void> {
    const isNew = !this.isRunning();
    this.#work?.abort();
    const work = new AbortController();
    this.#work = work;
    if (isNew) {
      this.#outcome = emptyOutcome();
      this.#log = new LogBuffer();
      this.#clock = performance.now();
      this.#bytes = 0;
      this.options.parts.log.show();
      this.options.onBegin();
    }
    let changes: Partial<Outcome>;
    try {
      changes = await this.#exchange(work.signal, from);
    } catch (problem) {
      const isLeft = work.signal.aborted && this.#task !== undefined;
      const isCancelled = work.signal.aborted || problem instanceof TaskCancelled;
      const cancelled = isLeft ? "Left running; see Tasks" : "Cancelled";
      changes = {
        kind: isCancelled ? "cancelled" : "failed",
        headline: isCancelled ? cancelled : messageOf(problem),
        size: this.#bytes,
      };
    }
    // The user went back to a round meanwhile, which began other work.
    if (this.#work !== work) return;
    this.#work = undefined;
    this.#end({ ...this.#outcome, ...changes });
  }

  #end(outcome: Outcome): void {
    const { bar, progress, log } = this.options.parts;
    this.#task?.end();
    if (!this.options.isCurrent()) return;
    bar.clear();
    progress.show(new Progress(), 0);
    log.show(this.#log);
    this.#rounds.at(-1)?.close(outcome.kind === "cancelled" ? `${outcome.headline}.` : "The call has ended.");
    this.options.onEnd(this.#log.lines.length > 0 ? { ...outcome, log: this.#log } : outcome);
  }

  // Sends requests until one ends with anything but questions.
  async #exchange(signal: AbortSignal, from?: Round): Promise<Partial<Outcome>> {
    let round = from;
    for (;;) {
      if (round) {
        this.options.parts.bar.showWaiting(round.reason);
        await round.wait(signal);
        if (round.resume === undefined)
          return { kind: "cancelled", headline: "You declined to answer, so the call ended" };
        round.sent();
      }
      const end = await this.#request(signal, round?.resume);
      const input = inputRequestOf(end);
      if (!input) return outcomeOf(end);
      if (this.#rounds.length === MOST_ROUNDS) {
        throw new Error(
          `The server asked for input ${MOST_ROUNDS} times and still wants more, so the call was stopped.`,
        );
      }
      round = this.#addRound(input);
    }
  }

  #addRound({ questions, state }: InputRequest): Round {
    const number = this.#rounds.length + 1;
    const title = `Round ${number}`;
    // The server keeps the state of a task, which cannot be asked to go back.
    const back = this.#task ? undefined : { label: `Back to round ${number}`, go: () => this.#goBack(round) };
    const round: Round =
      questions.length > 0
        ? new QuestionRound({ questions, state }, title, back)
        : new PauseRound(state, title, this.#rounds.filter((other) => other instanceof PauseRound).length);
    this.#rounds.push(round);
    this.#append(round.view);
    this.options.onShown();
    return round;
  }

  #append(part: VNode): void {
    this.#shown += 1;
    part.key = this.#shown;
    this.parts.value = [...this.parts.peek(), part];
  }

  // Asks a round's questions again; the rounds after it are dropped.
  #goBack(round: Round): void {
    this.#task?.end();
    this.#task = undefined;
    this.#rounds.splice(this.#rounds.indexOf(round) + 1);
    this.parts.value = this.parts.peek().slice(0, this.parts.peek().indexOf(round.view) + 1);
    this.options.onShown();
    round.reopen();
    void this.play(round);
  }

  async #request(signal: AbortSignal, resume: string | undefined): Promise<LiveEnd> {
    const { request, parts } = this.options;
    const started = performance.now();
    const progress = new Progress();
    const questions = new StreamQuestions();
    const view = <StreamQuestionsView questions={questions} />;
    this.#append(view);
    parts.bar.showRequest({
      started,
      bytes: () => this.#bytes,
      isAsked: () => questions.isOpen,
      onTick: (now) => parts.progress.show(progress, now),
    });
    const send = (method: string, params: string, resume?: string) =>
      followLive(
        { method, name: method === "tools/call" ? this.#toolName() : undefined, params, resume, ...this.#offer },
        {
          signal,
          onBytes: (count) => (this.#bytes += count),
          onMessage: (message) => this.#receive(message, progress, questions),
        },
      );
    try {
      if ("task" in request) this.#task ??= this.#follow(request.task, send);
      else if (!this.#task) {
        await this.#setLogLevel(send);
        const end = await send(request.method, withLogLevel(request.params), resume);
        const state = begunTask(end);
        if (!state) return end;
        const entry = { ...state, tool: request.tool, started: Date.now(), ...this.#offer };
        // First followed, so that the panel does not follow it, too.
        this.#task = this.#follow(entry, send);
        addTask(entry);
        resume = undefined;
      }
      return await this.#task.next(send, signal, resume);
    } finally {
      this.#outcome.duration += performance.now() - started;
      parts.progress.show(new Progress(), 0);
      questions.close(signal.aborted ? "The call was cancelled." : "The call has ended. No answer is needed any more.");
      if (questions.entries.peek().length === 0) this.parts.value = this.parts.peek().filter((part) => part !== view);
    }
  }

  // An error is a line of the log, since the call itself can go on.
  async #setLogLevel(send: Send): Promise<void> {
    const params = setLevelParams();
    const end = params === undefined ? undefined : await send("logging/setLevel", params);
    if (end?.event === "error") this.#addToLog(end.root);
  }

  #follow(entry: TaskEntry, send: Send): TaskFollowing {
    const task = new TaskFollowing(entry, send, () => this.leave());
    this.#append(<TaskLineView line={task.line} />);
    this.options.onShown();
    return task;
  }

  #receive({ event, root }: LiveMessage, progress: Progress, questions: StreamQuestions): void {
    const now = performance.now();
    if (event === "request") {
      questions.add(root);
    } else if (textAt(root, "method") === "notifications/progress" && progress.advance(valueOf(root, "params"), now)) {
      return this.#announceSoon();
    } else {
      this.#addToLog(root);
      if (textAt(root, "method") === "notifications/elicitation/complete")
        questions.complete(textAt(valueOf(root, "params"), "elicitationId") ?? "");
      this.#announceSoon();
    }
    this.options.onShown();
  }

  #addToLog(root: JsonNode): void {
    const raw = rawOf(root);
    this.#log.add({ at: performance.now() - this.#clock, raw });
    addToPageLog(raw, this.#subject());
    this.options.parts.log.follow(this.#log);
  }

  // The name of the request in the log of the page.
  #subject(): string | undefined {
    const { request } = this.options;
    return this.#toolName() ?? ("task" in request ? undefined : request.method);
  }

  #toolName(): string | undefined {
    const { request } = this.options;
    return "task" in request ? request.task.tool : request.tool;
  }

  #announceState(): void {
    if (!this.isRunning()) return;
    const { lines, dropped } = this.#log;
    const count = lines.length + dropped;
    announce([this.options.parts.progress.words, count > 0 && counted(count, "log line")].filter(Boolean).join("; "));
  }
}

function offerOf({ capabilities, revision }: TaskEntry): ClientOffer {
  return { capabilities, revision };
}

function emptyOutcome(): Outcome {
  return { kind: "failed", headline: "", started: Date.now(), text: "", size: 0, duration: 0 };
}
