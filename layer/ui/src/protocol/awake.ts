// The streams of a page, which are open while it is awake. Browsers allow six connections to a host over HTTP/1.1, for all tabs together, so a
// page sleeps while it is hidden, while it is in the back/forward cache, and while the page of another server at the same address
// is in use.

import { secretName } from "../access/start-token";
import { ROOT_PATH } from "../settings";

const changes = new EventTarget();
// Set while the page is in the back/forward cache, or about to be.
let isLeft = false;
// Set while the page of another server is in use: the one that was opened or focused last.
let isBehind = false;

/** Tells the pages of other servers that this one is in use, and hears of theirs. */
export async function startSharingConnections(): Promise<void> {
  const name = await secretName("connections");
  const channel = name === undefined ? undefined : new BroadcastChannel(name);
  const change = () => changes.dispatchEvent(new Event("change"));
  const use = () => {
    if (document.visibilityState === "visible") {
      isBehind = false;
      channel?.postMessage(ROOT_PATH);
    }
    change();
  };
  channel?.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    isBehind = data !== ROOT_PATH;
    change();
  });
  addEventListener("focus", use);
  document.addEventListener("visibilitychange", use);
  addEventListener("pagehide", () => {
    isLeft = true;
    change();
  });
  addEventListener("pageshow", () => {
    isLeft = false;
    use();
  });
  use();
}

function isAwake(): boolean {
  return document.visibilityState === "visible" && !isLeft && !isBehind;
}

/**
 * Waits until the page is awake. Returns a signal that is aborted when it no longer is, or if it is only hidden, when
 * it has been so for a while.
 */
export async function untilAwake(hiddenMs = 0): Promise<AbortSignal> {
  while (!isAwake()) await new Promise((resolve) => changes.addEventListener("change", resolve, { once: true }));
  const asleep = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const follow = () => {
    clearTimeout(timer);
    if (isAwake()) return;
    if (isLeft || isBehind || hiddenMs === 0) asleep.abort();
    else timer = setTimeout(() => asleep.abort(), hiddenMs);
  };
  changes.addEventListener("change", follow, { signal: asleep.signal });
  return asleep.signal;
}
