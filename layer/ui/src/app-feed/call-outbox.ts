// The messages about calls on their way to an app, sent at a pace that the app and the page can follow.

import { type AppInput, TOOL_INPUT } from "../apps/model/hosted-app";
import { nextPaint } from "../scheduling/next-paint";

const MOST_PER_FRAME = 50;
// Beyond this, the oldest calls are left out.
const MOST_WAITING = 10_000;
const MOST_BYTES = 64 * 1024 * 1024;

interface WaitingMessage {
  readonly message: AppInput;
  readonly bytes: number;
}

interface OutboxOptions {
  readonly send: (message: AppInput) => void;
  // Returns whether the app has read enough of what it was sent.
  readonly hasRoom: () => boolean;
  // Called when so many calls are left out.
  readonly onLeftOut: (calls: number) => void;
  // Resolves when more can be sent.
  readonly nextFrame?: () => Promise<void>;
}

export class CallOutbox {
  #waiting: WaitingMessage[] = [];
  #bytes = 0;
  // The number of messages that can still be sent before the next frame.
  #left = MOST_PER_FRAME;
  #isHeld = false;
  #isScheduled = false;

  constructor(private readonly options: OutboxOptions) {}

  /** `bytes` is about the size of the message. */
  push(message: AppInput, bytes: number): void {
    this.#waiting.push({ message, bytes });
    this.#bytes += bytes;
    while (this.#waiting.length > MOST_WAITING || this.#bytes > MOST_BYTES) if (!this.#dropOldest()) break;
    this.#flush();
  }

  /** The app belongs to a call of the viewer, until `release`. It no longer waits for the end of the call before. */
  hold(): void {
    if (this.#isHeld) return;
    this.#isHeld = true;
    this.#remove(0, this.#firstInput());
  }

  release(): void {
    this.#isHeld = false;
    this.#flush();
  }

  /** Forgets the calls of which the app has not been told. */
  cut(): void {
    this.#remove(this.#firstInput(), this.#waiting.length);
  }

  clear(): void {
    this.#remove(0, this.#waiting.length);
  }

  has(message: AppInput): boolean {
    return this.#waiting.some((waiting) => waiting.message === message);
  }

  #flush(): void {
    const { send, hasRoom } = this.options;
    while (!this.#isHeld && this.#left > 0 && this.#waiting.length > 0 && hasRoom()) {
      this.#left -= 1;
      for (const { message } of this.#remove(0, 1)) send(message);
    }
    if (!this.#isHeld && !this.#isScheduled && (this.#left < MOST_PER_FRAME || this.#waiting.length > 0))
      void this.#goOn();
  }

  async #goOn(): Promise<void> {
    this.#isScheduled = true;
    await (this.options.nextFrame ?? nextPaint)();
    this.#isScheduled = false;
    this.#left = MOST_PER_FRAME;
    if (this.#waiting.length > 0) this.#flush();
  }

  // Leaves out a call of which the app has not been told. Returns whether there was one.
  #dropOldest(): boolean {
    const start = this.#firstInput();
    const next = this.#waiting.findIndex(({ message }, index) => index > start && message.method === TOOL_INPUT);
    // The latest call stays.
    if (next < 0) return false;
    this.#remove(start, next);
    this.options.onLeftOut(1);
    return true;
  }

  // The index of the first message of a call; the number of messages if there is none.
  #firstInput(): number {
    const index = this.#waiting.findIndex(({ message }) => message.method === TOOL_INPUT);
    return index < 0 ? this.#waiting.length : index;
  }

  #remove(start: number, end: number): WaitingMessage[] {
    const removed = this.#waiting.splice(start, end - start);
    for (const { bytes } of removed) this.#bytes -= bytes;
    return removed;
  }
}
