// The parts of the page's script that are not in the document.

import { type ReadonlySignal, signal } from "@preact/signals";
import { fetchText } from "../protocol/requests";
import { ROOT_PATH } from "../settings";

// build.js has each part of the script assign its exports to a property with the name of its file.
declare global {
  interface Window {
    readonly mcpUiParts: Readonly<Record<string, object | undefined>>;
  }
}

/** A part of the script, which is requested early, and compiled when it is needed. */
export interface ScriptPart<Exports> {
  /** The exports of the part, once it is loaded. Who subscribes early hears of them before anybody uses the part. */
  readonly loaded: ReadonlySignal<Exports | undefined>;
  /** Requests the part. */
  fetch(): void;
  /** Loads the part, once. After a failure, the next call tries again. */
  load(): Promise<Exports>;
}

export function scriptPart<Exports extends object>(file: string): ScriptPart<Exports> {
  const loaded = signal<Exports | undefined>(undefined);
  let source: Promise<string> | undefined;
  let loading: Promise<Exports> | undefined;

  const fetchSource = () => (source ??= fetchText(`${ROOT_PATH}/${file}`));

  const run = async () => {
    const script = document.createElement("script");
    script.textContent = await fetchSource();
    document.head.append(script);
    script.remove();
    const part = window.mcpUiParts[`./${file}`] as Exports | undefined;
    // The policy of the page allows only the script of the same version.
    if (!part) throw new Error("The server has another version of this page now. Reload the page.");
    return (loaded.value = part);
  };

  return {
    loaded,
    fetch: () => {
      // The error is reported to whoever loads the part.
      fetchSource().catch(() => undefined);
    },
    load: () =>
      (loading ??= run().catch((problem: unknown) => {
        source = loading = undefined;
        throw problem;
      })),
  };
}
