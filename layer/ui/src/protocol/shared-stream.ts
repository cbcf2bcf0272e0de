// A stream that one of several tabs follows for all: browsers allow only six connections to a server over HTTP/1.1, and streams that stay
// open in every tab would leave none for calls.

import { accessHeaders } from "../access/credentials";
import { secretName } from "../access/start-token";
import { ROOT_PATH } from "../settings";
import { sha256 } from "../text/sha256";

export interface SharedStream<Message> {
  /** The name of the stream, to which that of the caller is added. */
  readonly name: string;
  /** Ends the stream, or the wait for it. */
  readonly signal: AbortSignal;
  /** Called with each message of another tab. */
  readonly onMessage: (message: Message) => void;
  /** Called before the first message, with the function that sends messages to the other tabs. */
  readonly onJoin?: (post: (message: Message) => void) => void;
  /** Follows the stream, and passes its messages to the other tabs by `post`. */
  readonly follow: (post: (message: Message) => void) => Promise<void>;
}

// Tabs share only what the same caller gets from the same server.
async function shareName(stream: string): Promise<string | undefined> {
  const caller = JSON.stringify([ROOT_PATH, ...accessHeaders()]);
  const hash = await sha256(new TextEncoder().encode(caller));
  return hash && `mcp-explorer ${stream} ${hash}`;
}

/**
 * Follows a stream if no other tab does, or as soon as none does any more; until then `onMessage` gets the messages of
 * the other tab. Without Web Locks, as on an insecure origin, each tab follows a stream.
 */
export async function followForAllTabs<Message>(stream: SharedStream<Message>): Promise<void> {
  const { signal, onMessage, onJoin, follow } = stream;
  const { locks } = navigator as { locks?: LockManager };
  const name = locks && (await shareName(stream.name));
  // Pages of any program at this address can read the names of locks.
  const channelName = name && (await secretName(name));
  if (!locks || name === undefined || channelName === undefined) return follow(() => undefined);
  const channel = new BroadcastChannel(channelName);
  const post = (message: Message) => channel.postMessage(message);
  try {
    channel.onmessage = ({ data }: MessageEvent<Message>) => onMessage(data);
    onJoin?.(post);
    await locks.request(name, { signal }, () => follow(post));
  } finally {
    channel.close();
  }
}
