// Apps whose content is always higher than their frame, such as one with `height: calc(100vh + 20px)`. They would grow
// without end: each height that they get makes them ask for more.

// The growths of an app in a row, each soon after the one before. The next one has to wait until the app is examined.
const SUSPICIOUS = 2;
// The examinations in which an app follows the height of its frame. After them, it keeps the height that it had first.
const EXAMINATIONS = 2;
const SOON_MS = 500;

/**
 * Examines the growths of an app: one that asks for more only when it has got more, and not while it is kept waiting,
 * follows its frame. One that grows by itself asks again meanwhile.
 */
export class Growth {
  // The heights before the growths in a row, and the time of the last.
  #heights: number[] = [];
  #last = -Infinity;
  #failed = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `onExamined` gets the height that the app may have after all: the first one if it follows its frame. */
  constructor(private readonly onExamined: (height: number, followsFrame: boolean) => void) {}

  /** Returns whether the app may have this height now. */
  allows(height: number, current: number): boolean {
    if (this.#failed === EXAMINATIONS) return height <= current;
    if (height <= current || current === 0 || this.#timer !== undefined) {
      this.end();
      return true;
    }
    if (performance.now() - this.#last > SOON_MS) this.end();
    this.#last = performance.now();
    if (this.#heights.length < SUSPICIOUS) {
      this.#heights.push(current);
      return true;
    }
    this.#timer = setTimeout(() => this.#fail(height), SOON_MS);
    return false;
  }

  #fail(height: number): void {
    this.#timer = undefined;
    this.#failed += 1;
    this.#last = performance.now();
    const followsFrame = this.#failed === EXAMINATIONS;
    this.onExamined(followsFrame ? (this.#heights[0] ?? height) : height, followsFrame);
  }

  /** Forgets the growths so far. */
  end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#heights = [];
    this.#failed = 0;
  }
}
