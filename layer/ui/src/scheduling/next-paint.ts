// The time that a frame is waited for, in ms, because a hidden page paints none. Then the work goes on without it.
const HIDDEN_MS = 100;

/** Resolves when the next frame has been painted, or soon, because a hidden page paints none. */
export function nextPaint(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, HIDDEN_MS);
  });
}
