// Follows the traffic for all tabs of a caller: one tab holds the stream, and takes the others along.

import { untilAwake } from "../protocol/awake";
import { HttpError } from "../protocol/requests";
import { followForAllTabs } from "../protocol/shared-stream";
import { messageOf } from "../text/error";
import { BackOff } from "./back-off";
import { type Place, type TrafficEvent, followTraffic } from "./events";
import type { FeedState } from "./state";

// The time for which a hidden page goes on to follow. Then it follows nothing until it is shown.
const HIDDEN_MS = 5 * 60_000;

// The messages between tabs.
type Message =
  // From a tab that has joined, and has what came before this place.
  | { readonly kind: "ask"; readonly from: string; readonly place: Place | undefined }
  // From the tab that holds the stream: what follows is for the tab that has asked.
  | { readonly kind: "sync"; readonly to: string }
  | { readonly kind: "events"; readonly events: readonly TrafficEvent[] }
  | { readonly kind: "state"; readonly state: FeedState };

export interface StreamUser {
  /** The place up to which everything has arrived. */
  readonly place: () => Place | undefined;
  /** The events that another tab lacks, which has those before a place. */
  readonly eventsAfter: (place: Place | undefined) => readonly TrafficEvent[];
  readonly onEvents: (events: readonly TrafficEvent[]) => void;
  readonly onState: (state: FeedState) => void;
}

export class TrafficStream {
  readonly #id = crypto.getRandomValues(new Uint32Array(2)).join("-");
  readonly #backOff = new BackOff();
  #post: (message: Message) => void = () => undefined;
  // Set while this tab holds the stream.
  #isHolder = false;
  // Set once this tab has what came before the next message of another tab.
  #isSynced = false;
  #arrived: TrafficEvent[] = [];
  #state: FeedState = { kind: "off" };

  constructor(private readonly user: StreamUser) {}

  /** Follows the traffic until `signal` is aborted, or the server refuses it. */
  async follow(signal: AbortSignal): Promise<void> {
    // Without Web Locks each tab has a stream, and only the visible one may hold a connection.
    const grace = "locks" in navigator ? HIDDEN_MS : 0;
    const isOver = () => signal.aborted;
    for (;;) {
      const asleep = await untilAwake(grace);
      if (isOver()) return;
      const ended = AbortSignal.any([signal, asleep]);
      if (this.#state.kind !== "live") this.#setState({ kind: "connecting" });
      try {
        await followForAllTabs<Message>({
          name: "traffic",
          signal: ended,
          onMessage: (message) => this.#receive(message),
          onJoin: (post) => {
            this.#post = post;
            this.#isSynced = false;
            this.#ask();
          },
          follow: (post) => this.#hold(post, ended),
        });
      } catch (problem) {
        if (!ended.aborted) return this.#setState({ kind: "refused", reason: messageOf(problem) });
        if (!isOver()) this.#setState({ kind: "paused" });
      }
    }
  }

  #ask(): void {
    this.#post({ kind: "ask", from: this.#id, place: this.user.place() });
  }

  #receive(message: Message): void {
    if (message.kind === "ask") {
      if (this.#isHolder) this.#answer(message.from, message.place);
    } else if (message.kind === "sync") {
      if (message.to === this.#id) this.#isSynced = true;
    } else if (message.kind === "state") {
      this.#setState(message.state);
      // Another tab has become the holder.
      if (!this.#isSynced && message.state.kind !== "off") this.#ask();
    } else if (this.#isSynced) {
      this.user.onEvents(message.events);
    }
  }

  #answer(to: string, place: Place | undefined): void {
    this.#flush();
    this.#post({ kind: "sync", to });
    this.#post({ kind: "events", events: this.user.eventsAfter(place) });
    this.#post({ kind: "state", state: this.#state });
  }

  // Follows one stream after the other. Throws if the server refuses them.
  async #hold(post: (message: Message) => void, signal: AbortSignal): Promise<void> {
    this.#post = post;
    this.#isHolder = true;
    try {
      for (;;) {
        const pause = await this.#followOnce(signal);
        await new Promise((resolve) => {
          const timer = setTimeout(resolve, pause);
          signal.addEventListener("abort", () => resolve(clearTimeout(timer)), { once: true });
        });
        signal.throwIfAborted();
        this.#share({ kind: "connecting" });
      }
    } finally {
      this.#isHolder = false;
      this.#flush();
    }
  }

  // Follows one stream to its end. Returns the pause before the next one.
  async #followOnce(signal: AbortSignal): Promise<number> {
    let reason = "The server ended the stream.";
    let openSince = Infinity;
    try {
      await followTraffic({
        place: this.user.place(),
        signal,
        onOpen: () => {
          openSince = performance.now();
          this.#share({ kind: "live" });
        },
        onEvent: (event) => this.#add(event),
      });
    } catch (problem) {
      if (signal.aborted || (problem instanceof HttpError && isFinal(problem.status))) throw problem;
      reason = messageOf(problem);
    }
    this.#flush();
    const pause = this.#backOff.next(performance.now() - openSince, Math.random());
    this.#share({ kind: "reconnecting", at: Date.now() + pause, reason });
    return pause;
  }

  // Events are passed on together with those that arrive in the same task.
  #add(event: TrafficEvent): void {
    this.#arrived.push(event);
    if (this.#arrived.length === 1) setTimeout(() => this.#flush());
  }

  #flush(): void {
    const events = this.#arrived;
    if (events.length === 0) return;
    this.#arrived = [];
    this.#post({ kind: "events", events });
    this.user.onEvents(events);
  }

  #share(state: FeedState): void {
    this.#post({ kind: "state", state });
    this.#setState(state);
  }

  #setState(state: FeedState): void {
    this.#state = state;
    this.user.onState(state);
  }
}

function isFinal(status: number): boolean {
  return status < 500 && status !== 429 && status !== 408;
}
