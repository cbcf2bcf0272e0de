// The page's settings for the calls of other clients: that their apps open by themselves, and that open apps follow them.

import { signal } from "@preact/signals";
import { store, stored } from "../dom/storage";
import { settings, storageKey } from "../settings";
import { followCalls } from "./agent-calls";

const KEY = storageKey("open apps of agents");
const FOLLOW_KEY = storageKey("follow agents");

export const opensApps = signal(
  settings.traffic !== undefined && (stored(KEY) ?? String(settings.opensApps)) === "true",
);

export function setOpensApps(isOn: boolean): void {
  opensApps.value = isOn;
  store(KEY, String(isOn));
  if (isOn) followCalls();
}

/** Without a choice, apps follow if the viewer sees the traffic of all clients. */
export function followsAgents(): boolean {
  return (stored(FOLLOW_KEY) ?? String(settings.traffic === "all")) === "true";
}

export function storeFollowsAgents(isOn: boolean): void {
  store(FOLLOW_KEY, String(isOn));
}
