/** Waits until the page is visible. */
export async function untilVisible(): Promise<void> {
  while (document.visibilityState !== "visible") {
    await new Promise((resolve) => document.addEventListener("visibilitychange", resolve, { once: true }));
  }
}
