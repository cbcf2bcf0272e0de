import type { AppSettings } from "../../settings";
import { type Measured, measureMessage } from "./check";

// The messages of the largest size that an app can send in a second. Beyond their size together, further messages are dropped.
const LARGE_MESSAGES_PER_SECOND = 4;
const SECOND_MS = 1000;

/** Limits the messages and bytes per second, and reports the number of dropped messages. */
export class RateLimiter {
  #since = -Infinity;
  #count = 0;
  #bytes = 0;
  #dropped = 0;

  constructor(
    private readonly limits: Pick<AppSettings, "messagesPerSecond" | "messageBytes">,
    private readonly onDropped: (count: number) => void,
  ) {}

  /** Returns the measured size of a message, or undefined if it exceeds the rate limit. */
  admit(message: unknown): Measured | undefined {
    const { messagesPerSecond, messageBytes } = this.limits;
    const now = performance.now();
    if (now - this.#since >= SECOND_MS) {
      this.#since = now;
      this.#count = 0;
      this.#bytes = 0;
    }
    if (this.#count >= messagesPerSecond || this.#bytes >= LARGE_MESSAGES_PER_SECOND * messageBytes) {
      if (this.#dropped === 0) setTimeout(() => this.#report(), SECOND_MS);
      this.#dropped += 1;
      return undefined;
    }
    const measured = measureMessage(message, messageBytes);
    this.#count += 1;
    this.#bytes += measured.bytes;
    return measured;
  }

  #report(): void {
    this.onDropped(this.#dropped);
    this.#dropped = 0;
  }
}
