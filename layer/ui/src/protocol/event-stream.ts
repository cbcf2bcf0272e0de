import { lost } from "../access/contact";
import { createParser, type EventSourceMessage } from "eventsource-parser";
import { formatSize } from "../text/units";

// Maximum number of characters in an event that a broken server can make this page keep. A larger one ends the stream.
// The explorer has lower bounds for everything but tools in its own code.
const LARGEST_EVENT = 128 << 20;

/** The server-sent events of a body. `onBytes` is called with the number of bytes that have arrived. */
export async function* eventsOf(
  body: ReadableStream<Uint8Array>,
  onBytes: (count: number) => void,
  largest = LARGEST_EVENT,
): AsyncGenerator<EventSourceMessage> {
  const arrived: EventSourceMessage[] = [];
  let problem: Error | undefined;
  const parser = createParser({
    maxBufferSize: largest,
    onEvent: (event) => arrived.push(event),
    onError: ({ type }) => {
      if (type === "max-buffer-size-exceeded") problem = new Error(`A message is larger than ${formatSize(largest)}.`);
    },
  });
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      onBytes(chunk.value.length);
      parser.feed(decoder.decode(chunk.value, { stream: true }));
      yield* arrived.splice(0);
      if (problem) throw problem;
    }
  } finally {
    // The program may have ended.
    lost();
    // The rest of the response is of no interest, nor is its failure.
    void reader.cancel().catch(() => undefined);
  }
}
