// The viewer’s choice of the traffic to see.

import { signal } from "@preact/signals";
import type { TrafficRecord } from "../traffic/record";

export const query = signal("");

/** Show the requests of explorers. */
export const showsExplorer = signal(false);

/** Show the requests to other servers. */
export const showsOthers = signal(false);

export function showAll(): void {
  showsExplorer.value = showsOthers.value = true;
}

/** Returns whether the switches show an operation with this first record. */
export function isSwitchedOn(first: TrafficRecord | undefined): boolean {
  return (showsExplorer.value || !first?.explorer) && (showsOthers.value || !first?.other);
}
