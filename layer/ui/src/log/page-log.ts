// The notifications of all requests of the page, and those that belong to no request, of which the newest are kept.

import { signal } from "@preact/signals";
import type { Log } from "../protocol/outcome";
import { LogBuffer } from "./log";

const log = new LogBuffer();

/** The number of lines that have arrived since the log was cleared. */
export const arrived = signal(0);

export function pageLog(): Log {
  return log;
}

/** Adds a notification, as JSON text. `from` names the request that it belongs to. */
export function addToPageLog(raw: string, from: string | undefined): void {
  log.add({ at: Date.now(), raw, from });
  arrived.value += 1;
}

export function clearPageLog(): void {
  log.clear();
  arrived.value = 0;
}
