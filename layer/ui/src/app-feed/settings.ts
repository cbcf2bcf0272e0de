// The page's setting to open the apps of other clients' calls by themselves.

import { signal } from "@preact/signals";
import { store, stored } from "../dom/storage";
import { settings, storageKey } from "../settings";
import { followCalls } from "./agent-calls";

const KEY = storageKey("open apps of agents");

export const opensApps = signal(
  settings.traffic !== undefined && (stored(KEY) ?? String(settings.opensApps)) === "true",
);

export function setOpensApps(isOn: boolean): void {
  opensApps.value = isOn;
  store(KEY, String(isOn));
  if (isOn) followCalls();
}
