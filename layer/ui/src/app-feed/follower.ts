// One declared app, and the calls of other clients that it is sent.

import { effect, signal } from "@preact/signals";
import { type AppInput, TOOL_RESULT } from "../apps/model/hosted-app";
import type { AppsPanel } from "../apps/panel/apps-panel";
import { recoveredContent } from "../apps/run/recovered";
import { feedState } from "../traffic-feed/feed";
import { settings } from "../settings";
import { printable } from "../text/printable";
import { toolNamed } from "../tools/catalog";
import { declaredApp } from "../tools/declared-app";
import { misfitOfResult } from "../apps/added/added";
import { type AgentCall, type CallEnd, cancelledBy, endOf, finalResult, hasEnded } from "./agent-call";
import { followCalls, subscribeCalls } from "./agent-calls";
import { CallQueue } from "./call-queue";
import { CallViews } from "./call-views";
import { followsAgents, storeFollowsAgents } from "./settings";

// The messages that an app has not confirmed. Further ones wait in the page, since a frame takes only so many.
const MOST_UNCONFIRMED = 100;

export type FeedMode = "update" | "views";

/** The call that the strip names. */
export interface NamedCall {
  readonly call: AgentCall;
  /** The reason why the app is not shown the call, or has no result of it. */
  readonly problem: string;
  readonly isOpen: boolean;
  /** Set if the app has been given structured content that was hidden in a text. */
  readonly isRecovered?: boolean;
}

interface LatestCall {
  readonly call: AgentCall;
  // The last message for the app; undefined while the call runs.
  readonly end: AppInput | undefined;
}

/** The followers of this page, one of each tool that is open. */
export const followers = new Set<AppFollower>();

export class AppFollower {
  readonly isOn = signal(followsAgents());
  readonly mode = signal<FeedMode>("update");
  readonly named = signal<NamedCall | undefined>(undefined);
  /** The number of messages that were dropped before they reached the page. */
  readonly missed = signal(0);
  /** The number of calls that came faster than the app could be told of them. */
  readonly leftOut = signal(0);
  /** The last event of the traffic's stream, as a sentence. */
  readonly note = signal("");
  /** The state of the declared app: not open yet, open, or closed. */
  readonly app = signal<"none" | "open" | "closed">("none");
  readonly hasApp = signal(false);
  readonly views = new CallViews();
  readonly #queue = new CallQueue<AgentCall>({
    send: (message) => this.#give(message),
    hasRoom: () => (this.apps.opened?.unconfirmed ?? 0) < MOST_UNCONFIRMED,
    onLeftOut: () => (this.leftOut.value += 1),
  });
  #latest: LatestCall | undefined;
  readonly #stops: readonly (() => void)[];

  constructor(readonly apps: AppsPanel) {
    apps.onChange = () => this.#onAppChange();
    followers.add(this);
    const unsubscribe = subscribeCalls({
      onBegun: (call) => this.#follows(call) && this.#begun(call),
      // The viewer may turn it off while the data are checked.
      onEnded: (call) =>
        this.#follows(call) && this.#withEnd(call, (end) => this.#follows(call) && this.#ended(call, end)),
      onMissed: (messages) => (this.missed.value += messages),
      onRestart: () => this.#restarted(),
    });
    this.#stops = [unsubscribe, effect(() => this.#onFeedState())];
  }

  /** Follows no more calls. */
  end(): void {
    followers.delete(this);
    for (const stop of this.#stops) stop();
    void this.close();
  }

  get tool(): string | undefined {
    return this.apps.offer?.tool.name;
  }

  get uri(): string | undefined {
    return this.apps.offer?.app.uri;
  }

  setOn(isOn: boolean): void {
    this.isOn.value = isOn;
    storeFollowsAgents(isOn);
    if (isOn) followCalls();
    else this.#stop("The page no longer follows the calls of agents.");
  }

  setMode(mode: FeedMode): void {
    this.mode.value = mode;
    if (mode === "views") this.#stop("The call is shown in a view of its own.");
  }

  /** Opens the app for a call of another client, unless it is open. */
  open(call: AgentCall): void {
    if (this.#latest) this.#openWith(this.#latest);
    else if (hasEnded(call.operation)) this.#withEnd(call, ({ message }) => this.#openWith({ call, end: message }));
    else this.#openWith({ call, end: undefined });
  }

  #openWith({ call, end }: LatestCall): void {
    if (!this.apps.offer) return;
    this.named.value ??= { call, problem: call.problem, isOpen: end === undefined };
    if (this.app.peek() !== "open") {
      this.apps.openFor(
        call.client,
        [call.input, end].filter((message) => message !== undefined),
      );
      this.#queue.adopt(call, end !== undefined);
    }
    this.isOn.value = true;
    followCalls();
  }

  /** Opens the app for the latest call that it was not sent. */
  openLatest(): void {
    if (this.#latest) this.open(this.#latest.call);
  }

  async close(): Promise<void> {
    await this.views.close();
  }

  #onAppChange(): void {
    const { opened, isBusy, offer } = this.apps;
    this.hasApp.value = offer !== undefined;
    const isOver = opened?.isOver && !opened.isRestarting;
    const state = !opened ? "none" : isOver ? "closed" : "open";
    this.app.value = state;
    if (state !== "open") this.#queue.forget();
    else if (this.isOn.peek()) followCalls();
    if (isBusy) this.#queue.hold();
    else this.#queue.release();
  }

  #follows(call: AgentCall): boolean {
    if (!this.isOn.peek() || this.uri === undefined) return false;
    const tool = toolNamed(call.tool);
    return call.tool === this.tool || (tool !== undefined && declaredApp(tool)?.uri === this.uri);
  }

  #begun(call: AgentCall): void {
    this.note.value = "";
    this.named.value = { call, problem: call.problem, isOpen: true };
    if (!call.input) return;
    this.#latest = { call, end: undefined };
    if (this.mode.peek() === "views" && this.apps.offer) this.views.begun(call, this.apps.offer.app);
    else if (this.app.peek() === "open") this.#queue.begun(call, call.operation.request.bytes);
  }

  // Passes on the end of a call: at once, or when its data are checked.
  #withEnd(call: AgentCall, take: (end: CallEnd) => void): void {
    const end = endOf(call);
    if (end.problem || this.uri === undefined || !settings.hasUis) return take(end);
    const checking = misfitOfResult(this.uri, finalResult(call.operation));
    void checking.then((misfit) => take(misfit ? cancelledBy(`No UI: ${printable(misfit, 500)}.`) : end));
  }

  #ended(call: AgentCall, { message, problem }: CallEnd): void {
    const isRecovered = recoveredContent(this.apps.offer?.tool, message.params) !== undefined;
    this.named.value = { call, problem: call.problem || problem, isOpen: false, isRecovered };
    if (!call.input) return;
    this.#latest = { call, end: message };
    this.views.ended(call, message);
    if (this.mode.peek() !== "update" || this.app.peek() !== "open") return;
    const { request, response = request } = call.operation;
    if (!this.#queue.ended(call, message, message.method === TOOL_RESULT, response.bytes) && !problem)
      this.named.value = { call, problem: "The app was not sent the result: later calls came first.", isOpen: false };
  }

  #give({ method, params }: AppInput): void {
    const run = this.apps.opened;
    if (method === TOOL_RESULT) run?.sendResult(params);
    else run?.sendInput(method, params);
  }

  #stop(reason: string): void {
    this.#queue.cut();
    this.#queue.giveUp(cancelledBy(reason).message);
  }

  #restarted(): void {
    this.note.value = "The server was started again. Calls from before may be missing.";
    this.#queue.giveUp(cancelledBy("The server was started again.").message);
  }

  #onFeedState(): void {
    const { kind } = feedState.value;
    if (kind === "reconnecting") this.note.value = "The connection was lost.";
    else if (kind === "live" && this.note.peek() === "The connection was lost.") this.note.value = "Connected again.";
  }
}
