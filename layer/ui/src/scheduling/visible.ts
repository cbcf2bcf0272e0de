// Waits until the page is visible. Returns a signal that is aborted when it is hidden.
export async function untilVisible(): Promise<AbortSignal> {
  while (document.visibilityState !== "visible") {
    await new Promise((resolve) => document.addEventListener("visibilitychange", resolve, { once: true }));
  }
  const hidden = new AbortController();
  document.addEventListener("visibilitychange", () => hidden.abort(), { once: true });
  return hidden.signal;
}
