// Long work is written as a generator that yields regularly. It runs in one go for small texts, and in time slices for
// large ones, so that the page stays responsive.

export type Steps<T> = Generator<void, T, void>;

const SLICE_MS = 10;

export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** `onPause` is called after each slice but the last. */
export async function finishInSlices<T>(steps: Steps<T>, signal?: AbortSignal, onPause?: () => void): Promise<T> {
  let end = performance.now() + SLICE_MS;
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() < end) continue;
    onPause?.();
    await nextTask();
    signal?.throwIfAborted();
    end = performance.now() + SLICE_MS;
  }
}

interface TaskScheduler {
  yield?: () => Promise<void>;
}

// Some browsers do not have `scheduler.yield`.
const { scheduler } = globalThis as { scheduler?: TaskScheduler };

export function nextTask(): Promise<void> {
  return scheduler?.yield ? scheduler.yield() : new Promise((resolve) => setTimeout(resolve));
}
