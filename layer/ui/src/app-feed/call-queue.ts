// The order in which an app is sent the calls of other clients: one call after the other, in the order in which they began, each with its
// arguments once and then its end. Calls that end while an earlier one is open wait for it for a while.

import type { AppInput } from "../apps/model/hosted-app";

const PATIENCE_MS = 10_000;
// More calls that overlap are left out.
const MOST_WAITING = 1000;

interface QueuedCall<Call> {
  readonly call: Call;
  end: AppInput | undefined;
}

interface QueueOptions<Call> {
  readonly send: (message: AppInput, call: Call) => void;
  // Called when a call gets no place any more, because too many calls overlap.
  readonly onLeftOut: (call: Call) => void;
  readonly patience?: number;
}

export class CallQueue<Call extends { readonly input: AppInput | undefined }> {
  // In the order of their beginning. The app has the arguments of the first one.
  #calls: QueuedCall<Call>[] = [];
  readonly #passedOver = new WeakSet<Call>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly options: QueueOptions<Call>) {}

  begun(call: Call): void {
    this.#add({ call, end: undefined });
  }

  /** A call without a result matters only to an app that waits for it. Returns whether the app is told of the end. */
  ended(call: Call, end: AppInput, hasResult: boolean): boolean {
    if (this.#passedOver.has(call)) return false;
    const index = this.#calls.findIndex((queued) => queued.call === call);
    const known = this.#calls[index];
    if (index !== 0 && !hasResult) this.#calls = this.#calls.filter((queued) => queued !== known);
    else if (known) known.end = end;
    // It began before the app was opened.
    else this.#add({ call, end });
    this.#sendEnded();
    return true;
  }

  /** The app has been opened with the arguments of a call, and maybe with its end. */
  adopt(call: Call, isSettled: boolean): void {
    this.forget();
    if (!isSettled) this.#calls.push({ call, end: undefined });
  }

  /** The app that was sent the arguments has gone, or the calls will never end. */
  forget(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#calls = [];
  }

  /** The call whose end the app waits for. */
  get open(): Call | undefined {
    return this.#calls[0]?.call;
  }

  #add(queued: QueuedCall<Call>): void {
    if (!queued.call.input) return;
    this.#calls.push(queued);
    if (this.#calls.length === 1) this.options.send(queued.call.input, queued.call);
    if (this.#calls.length <= MOST_WAITING) return;
    for (const { call } of this.#calls.splice(1, 1)) {
      this.#passedOver.add(call);
      this.options.onLeftOut(call);
    }
  }

  #sendEnded(): void {
    for (let first = this.#calls[0]; first?.end; first = this.#calls[0]) {
      this.options.send(first.end, first.call);
      this.#next();
    }
    if (this.#timer === undefined && this.#calls.some(({ end }) => end))
      this.#timer = setTimeout(() => this.#overtake(), this.options.patience ?? PATIENCE_MS);
  }

  #next(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#calls.shift();
    const next = this.#calls[0];
    if (next?.call.input) this.options.send(next.call.input, next.call);
  }

  // The calls that have ended go before those that are still open, of which the first one gives up its place.
  #overtake(): void {
    this.#timer = undefined;
    const [first, ...others] = this.#calls;
    if (!first || first.end) return;
    this.#passedOver.add(first.call);
    this.#calls = [first, ...others.filter(({ end }) => end), ...others.filter(({ end }) => !end)];
    this.#next();
    this.#sendEnded();
  }
}
