// The calls of other clients on their way to an app: one after the other, in the order in which they began, each with its arguments once
// and then its end, at a pace that the app and the page can follow. A call that has ended waits for an earlier one only for a while.

import type { AppInput } from "../apps/model/hosted-app";
import { nextPaint } from "../scheduling/next-paint";

// The time for which calls that have ended wait for an earlier one that is open. Then they go first, and its result is not told.
const PATIENCE_MS = 10_000;
// The messages that an app is sent before the next frame. Further ones wait for it.
const MOST_PER_FRAME = 50;
// The calls that wait for an app. Beyond them, the oldest of which the app has not been told are left out, and counted.
const MOST_CALLS = 5000;
// Maximum size of the calls that wait for an app, in bytes. Beyond it, the oldest of which the app has not been told are left out.
const MOST_BYTES = 64 * 1024 * 1024;

interface QueuedCall<Call> {
  readonly call: Call;
  readonly input: AppInput;
  end: AppInput | undefined;
  // Set if the app has been sent the arguments.
  isTold: boolean;
  bytes: number;
}

interface QueueOptions<Call> {
  readonly send: (message: AppInput) => void;
  /** Returns whether the app has read enough of what it was sent. */
  readonly hasRoom: () => boolean;
  /** Called when a call gets no place any more. */
  readonly onLeftOut: (call: Call) => void;
  /** Resolves when more can be sent. */
  readonly nextFrame?: () => Promise<void>;
  readonly patience?: number;
}

export class CallQueue<Call extends { readonly input: AppInput | undefined }> {
  // In the order of their beginning. Only the first one may be told.
  #calls: QueuedCall<Call>[] = [];
  #bytes = 0;
  readonly #passedOver = new WeakSet<Call>();
  // The first call, while others that have ended wait for it.
  #awaited: Call | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  // The number of messages that can still be sent before the next frame.
  #left = MOST_PER_FRAME;
  #isHeld = false;
  #isScheduled = false;

  constructor(private readonly options: QueueOptions<Call>) {}

  /** `bytes` is about the size of the arguments. */
  begun(call: Call, bytes: number): void {
    this.#add(call, undefined, bytes);
    this.#flush();
  }

  /**
   * A call without a result matters only to an app that waits for it. Returns whether the app is told of the end.
   * `bytes` is about the size of the result.
   */
  ended(call: Call, end: AppInput, hasResult: boolean, bytes: number): boolean {
    if (this.#passedOver.has(call)) return false;
    const index = this.#calls.findLastIndex((queued) => queued.call === call);
    const known = this.#calls[index];
    if (known && !known.isTold && !hasResult) this.#remove(index);
    else if (known) {
      known.end = end;
      this.#grow(known, bytes);
    } else if (hasResult) {
      // It began before the app was opened.
      this.#add(call, end, bytes);
    }
    this.#flush();
    return true;
  }

  /** The app has been opened with the arguments of a call, and maybe with its end. */
  adopt(call: Call, isSettled: boolean): void {
    this.forget();
    const { input } = call;
    if (input && !isSettled) this.#calls.push({ call, input, end: undefined, isTold: true, bytes: 0 });
  }

  /**
   * The app belongs to a call of the viewer, until `release`. It no longer waits for the end of the call before, and is
   * told anew of one that is still open.
   */
  hold(): void {
    if (this.#isHeld) return;
    this.#isHeld = true;
    const [first] = this.#calls;
    if (first?.isTold && first.end) this.#remove(0);
    else if (first) first.isTold = false;
    this.#awaitFirst();
  }

  release(): void {
    this.#isHeld = false;
    this.#flush();
  }

  /** Forgets the calls that are still open. `end` is for an app that waits for one of them. */
  giveUp(end: AppInput): void {
    this.#keep((queued) => queued.isTold || queued.end !== undefined);
    for (const queued of this.#calls) queued.end ??= end;
    this.#flush();
  }

  /** Forgets the calls of which the app has not been told. */
  cut(): void {
    this.#keep(({ isTold }) => isTold);
  }

  /** The app has gone. */
  forget(): void {
    this.#keep(() => false);
  }

  #add(call: Call, end: AppInput | undefined, bytes: number): void {
    if (!call.input) return;
    const queued = { call, input: call.input, end, isTold: false, bytes: 0 };
    this.#calls.push(queued);
    this.#grow(queued, bytes);
  }

  #grow(queued: QueuedCall<Call>, bytes: number): void {
    queued.bytes += bytes;
    this.#bytes += bytes;
    while (this.#calls.length > MOST_CALLS || this.#bytes > MOST_BYTES) {
      const oldest = this.#calls[0]?.isTold ? 1 : 0;
      // The latest call stays.
      if (oldest >= this.#calls.length - 1) return;
      const { call } = this.#remove(oldest);
      this.#passedOver.add(call);
      this.options.onLeftOut(call);
    }
  }

  #remove(index: number): QueuedCall<Call> {
    const [removed] = this.#calls.splice(index, 1) as [QueuedCall<Call>];
    this.#bytes -= removed.bytes;
    return removed;
  }

  #keep(isKept: (queued: QueuedCall<Call>) => boolean): void {
    this.#calls = this.#calls.filter(isKept);
    this.#bytes = this.#calls.reduce((sum, { bytes }) => sum + bytes, 0);
    this.#awaitFirst();
  }

  #flush(): void {
    while (this.#left > 0 && this.#hasNext() && this.options.hasRoom()) {
      this.#left -= 1;
      this.options.send(this.#takeNext());
    }
    this.#awaitFirst();
    if (!this.#isScheduled && (this.#left < MOST_PER_FRAME || this.#hasNext())) void this.#goOn();
  }

  #hasNext(): boolean {
    const [first] = this.#calls;
    return !this.#isHeld && first !== undefined && (!first.isTold || first.end !== undefined);
  }

  #takeNext(): AppInput {
    const first = this.#calls[0]!;
    if (first.isTold) return this.#remove(0).end!;
    first.isTold = true;
    return first.input;
  }

  async #goOn(): Promise<void> {
    this.#isScheduled = true;
    await (this.options.nextFrame ?? nextPaint)();
    this.#isScheduled = false;
    this.#left = MOST_PER_FRAME;
    this.#flush();
  }

  // Waits for the end of the first call while others have ended.
  #awaitFirst(): void {
    const [first] = this.#calls;
    const awaited = first?.isTold && !first.end && this.#calls.some(({ end }) => end) ? first.call : undefined;
    if (awaited === this.#awaited) return;
    this.#awaited = awaited;
    clearTimeout(this.#timer);
    if (awaited) this.#timer = setTimeout(() => this.#overtake(), this.options.patience ?? PATIENCE_MS);
  }

  // The calls that have ended go before those that are still open, of which the first one gives up its place.
  #overtake(): void {
    this.#passedOver.add(this.#remove(0).call);
    this.#calls = [...this.#calls.filter(({ end }) => end), ...this.#calls.filter(({ end }) => !end)];
    this.#flush();
  }
}
