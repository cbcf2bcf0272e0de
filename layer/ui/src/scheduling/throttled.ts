/**
 * Returns a function that runs `work` at once, but not twice within `interval` milliseconds: further calls are made up
 * for by one at its end.
 */
export function throttled(work: () => unknown, interval: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isWanted = false;
  const run = () => {
    isWanted = false;
    timer = setTimeout(() => {
      timer = undefined;
      if (isWanted) run();
    }, interval);
    work();
  };
  return () => {
    if (timer === undefined) run();
    else isWanted = true;
  };
}
