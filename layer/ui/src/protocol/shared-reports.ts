// Reports of a stream that one of several tabs follows for all: browsers allow only six connections to a server over HTTP/1.1, and streams
// that stay open in every tab would leave none for calls.

import { accessHeaders } from "../access/credentials";
import { ROOT_PATH } from "../settings";
import { sha256 } from "../text/sha256";
import { clientHeader } from "./client";

// A message of a stream, as JSON text.
export interface SharedMessage {
  readonly event: "notification" | "request";
  readonly data: string;
}

// Tabs share only what the same caller gets from the same server.
async function shareName(): Promise<string | undefined> {
  const caller = JSON.stringify([ROOT_PATH, clientHeader(), ...accessHeaders()]);
  const hash = await sha256(new TextEncoder().encode(caller));
  return hash && `mcp-explorer reports ${hash}`;
}

// Follows a stream if no other tab does, or as soon as none does any more; until then `onMessage` gets the messages of the other tab.
// `follow` gets the function that passes messages to the other tabs. Without Web Locks, as on an insecure origin, each tab follows a stream.
export async function followForAllTabs(
  signal: AbortSignal,
  onMessage: (message: SharedMessage) => void,
  follow: (share: (message: SharedMessage) => void) => Promise<void>,
): Promise<void> {
  const { locks } = navigator as { locks?: LockManager };
  const name = locks && (await shareName());
  if (!locks || name === undefined) return follow(() => undefined);
  const channel = new BroadcastChannel(name);
  try {
    channel.onmessage = ({ data }: MessageEvent<SharedMessage>) => onMessage(data);
    await locks.request(name, { signal }, async () => {
      channel.onmessage = null;
      await follow((message) => channel.postMessage(message));
    });
  } finally {
    channel.close();
  }
}
