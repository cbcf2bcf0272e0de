// Waits until the page is visible. Returns a signal that is aborted when it is hidden.
export async function untilVisible(): Promise<AbortSignal> {
  while (document.visibilityState !== "visible") {
    await new Promise((resolve) => document.addEventListener("visibilitychange", resolve, { once: true }));
  }
  const hidden = new AbortController();
  document.addEventListener("visibilitychange", () => hidden.abort(), { once: true });
  return hidden.signal;
}

// Waits until the page is visible. Returns a signal that is aborted when it has been hidden for so long.
export async function untilAwake(hiddenMs: number): Promise<AbortSignal> {
  await untilVisible();
  const asleep = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const follow = () => {
    clearTimeout(timer);
    if (document.visibilityState !== "visible") timer = setTimeout(() => asleep.abort(), hiddenMs);
  };
  document.addEventListener("visibilitychange", follow, { signal: asleep.signal });
  return asleep.signal;
}
