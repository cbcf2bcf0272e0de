// The events of the traffic, `GET {prefix}/traffic`, as they come and as tabs pass them on.

import { eventsOf } from "../protocol/event-stream";
import { bodyText } from "../protocol/body-text";
import { refusal, send } from "../protocol/requests";
import { ROOT_PATH } from "../settings";

const NAMES = ["hello", "record", "gap"] as const;

export interface TrafficEvent {
  readonly event: (typeof NAMES)[number];
  /** JSON text. */
  readonly data: string;
  /** The sequence number of a record. */
  readonly seq: number;
}

/** The place at which a stream goes on. */
export interface Place {
  readonly epoch: string;
  readonly after: number;
}

interface StreamOptions {
  readonly place: Place | undefined;
  readonly signal: AbortSignal;
  readonly onOpen: () => void;
  readonly onEvent: (event: TrafficEvent) => void;
}

// Maximum number of characters in an event. The largest message that is kept takes 256 KiB, and the rest of its event is short.
// A larger event ends the stream, which is opened again after a pause.
const LARGEST_EVENT = 4 << 20;

/** Follows a stream to its end. Throws if it is aborted, refused or interrupted. */
export async function followTraffic({ place, signal, onOpen, onEvent }: StreamOptions): Promise<void> {
  const query = place ? `?${new URLSearchParams({ after: String(place.after), epoch: place.epoch })}` : "";
  const response = await send(`${ROOT_PATH}/traffic${query}`, { signal });
  if (!response.ok || !response.body) throw refusal(response, await bodyText(response));
  onOpen();
  for await (const { event, data, id } of eventsOf(response.body, () => undefined, LARGEST_EVENT)) {
    signal.throwIfAborted();
    const name = NAMES.find((known) => known === event);
    const seq = Number(id ?? "");
    if (name && (name !== "record" || (id && Number.isSafeInteger(seq)))) onEvent({ event: name, data, seq });
  }
}
