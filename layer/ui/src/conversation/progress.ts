// The progress of one request, as its notifications report it. Times are in milliseconds.

import { type MaybeNode, numberAt, rawOf, textAt, valueOf } from "../json/node";

// Less than this is too little to estimate a rate from.
const LEAST_MS = 500;

interface Reading {
  readonly value: number;
  readonly at: number;
}

export class Progress {
  total: number | undefined;
  message = "";
  #token: string | undefined;
  #first: Reading | undefined;
  #last: Reading | undefined;

  get value(): number | undefined {
    return this.#last?.value;
  }

  /**
   * Takes a `notifications/progress` into account. One of another request, or one that does not rise, changes nothing.
   * Returns whether the notification is valid.
   */
  advance(params: MaybeNode, at: number): boolean {
    const value = finiteAt(params, "progress");
    const token = valueOf(params, "progressToken");
    if (value === undefined || !token) return false;
    this.#token ??= rawOf(token);
    if (this.#token !== rawOf(token) || (this.#last && value <= this.#last.value)) return true;
    this.#last = { value, at };
    this.#first ??= this.#last;
    this.total = finiteAt(params, "total");
    this.message = textAt(params, "message") ?? "";
    return true;
  }

  /** The share of the total that is done, from 0 to 1; undefined without a total. */
  get share(): number | undefined {
    if (!this.#last || !this.total || this.total < 0) return undefined;
    return Math.min(1, Math.max(0, this.#last.value / this.total));
  }

  /** The progress per second. */
  get rate(): number | undefined {
    const [first, last] = [this.#first, this.#last];
    if (!first || !last || last.at - first.at < LEAST_MS) return undefined;
    return ((last.value - first.value) / (last.at - first.at)) * 1000;
  }

  /** The time that the rest is expected to take from now on. */
  rest(now: number): number | undefined {
    const { rate, total, share } = this;
    const last = this.#last;
    if (!rate || !total || !last || share === undefined) return undefined;
    return Math.max(0, ((total - last.value) / rate) * 1000 - (now - last.at));
  }
}

// JSON can write numbers that are infinite here.
function finiteAt(node: MaybeNode, key: string): number | undefined {
  const value = numberAt(node, key);
  return Number.isFinite(value) ? value : undefined;
}
