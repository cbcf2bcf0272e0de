// The client that has sent a record, in words.

import { displayName, printable } from "../text/printable";
import type { TrafficRecord } from "./record";

export function clientWords({ client, explorer, session, transport }: TrafficRecord): string {
  if (client) return displayName([client.name, client.version].filter(Boolean).join(" "), 80);
  if (explorer) return "Explorer";
  return session === undefined ? transport : `session ${printable(session, 20)}`;
}
