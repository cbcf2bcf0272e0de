// The apps that run in this page, and those that have ended and are still shown.

import { signal } from "@preact/signals";
import type { AppPhase, HostedApp } from "./hosted-app";

export const STATE_WORDS: Readonly<Record<AppPhase, string>> = {
  reading: "pending",
  offered: "pending",
  connecting: "pending",
  waiting: "pending",
  initializing: "initializing",
  ready: "ready",
  closed: "closed",
  failed: "failed",
};

/** Set anew whenever the state of an app changes. */
export const startedApps = signal<readonly HostedApp[]>([]);

export function appStarted(app: HostedApp): void {
  const others = startedApps.peek().filter((other) => other !== app && isListed(other));
  startedApps.value = [...others, app];
}

export function appChanged(): void {
  startedApps.value = startedApps.peek().filter(isListed);
}

function isListed({ isOver, mount }: HostedApp): boolean {
  return !isOver || mount.isConnected;
}
