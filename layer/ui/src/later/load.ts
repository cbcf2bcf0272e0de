import { signal } from "@preact/signals";
import { announce } from "../dom/page";
import { fetchText } from "../protocol/requests";
import { ROOT_PATH } from "../settings";
import { messageOf } from "../text/error";
import type * as LaterPart from "./part";

export type Later = typeof LaterPart;

// build.js has the later part of the script assign its exports.
declare global {
  interface Window {
    mcpUiLater?: Later;
  }
}

/** The later part of the script, once it is loaded. */
export const loadedLater = signal<Later | undefined>(undefined);

let source: Promise<string> | undefined;
let loading: Promise<Later> | undefined;
let prepare: (later: Later) => void;

/**
 * Requests the later part of the script, which is not compiled before it is needed. `onLoaded` is called before
 * anything uses it.
 */
export function fetchLater(onLoaded: (later: Later) => void): void {
  prepare = onLoaded;
  // The error is reported to whoever loads the part.
  fetchSource().catch(() => undefined);
}

/** Loads the later part of the script, once. After a failure, the next call tries again. */
export function loadLater(): Promise<Later> {
  loading ??= runSource().catch((problem: unknown) => {
    source = loading = undefined;
    throw problem;
  });
  return loading;
}

/** Does something with the later part of the script. If it cannot be loaded, the reason is announced. */
export function withLater(act: (later: Later) => void): void {
  void loadLater().then(act, (problem: unknown) => announce(messageOf(problem)));
}

function fetchSource(): Promise<string> {
  return (source ??= fetchText(`${ROOT_PATH}/later.js`));
}

async function runSource(): Promise<Later> {
  const script = document.createElement("script");
  script.textContent = await fetchSource();
  document.head.append(script);
  script.remove();
  const later = window.mcpUiLater;
  // The policy of the page allows only the script of the same version.
  if (!later) throw new Error("The server has another version of this page now. Reload the page.");
  prepare(later);
  loadedLater.value = later;
  return later;
}
