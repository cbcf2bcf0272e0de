const HIDDEN_MS = 100;

/** Resolves when the next frame has been painted, or soon, because a hidden page paints none. */
export function nextPaint(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, HIDDEN_MS);
  });
}
