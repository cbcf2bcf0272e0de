// Follows the console and the state of the server's process, as long as the page is awake.

import { untilAwake } from "../protocol/awake";
import { eventsOf } from "../protocol/event-stream";
import { hostPath } from "../protocol/host";
import { bodyText } from "../protocol/body-text";
import { refusal, send } from "../protocol/requests";
import { backOff } from "../scheduling/back-off";
import { messageOf } from "../text/error";
import { type ConsoleLine, parsedLines } from "./line";
import { type ProcessState, parsedState } from "./process-state";

const RETRIES_MS = { first: 500, longest: 10_000 };

interface Follower {
  // The lines of another console, after another start of the program, begin anew.
  readonly onLines: (lines: readonly ConsoleLine[], isOther: boolean) => void;
  readonly onState: (state: ProcessState) => void;
}

export async function followConsole({ onLines, onState }: Follower): Promise<never> {
  let lastId = "";
  let failures = 0;
  const follow = async (signal: AbortSignal) => {
    const headers = lastId ? { "Last-Event-ID": lastId } : {};
    const response = await send(hostPath("console"), { headers, signal });
    if (!response.ok || !response.body) throw refusal(response, await bodyText(response));
    for await (const { event, data, id } of eventsOf(response.body, () => undefined)) {
      failures = 0;
      if (event === "state") {
        const state = parsedState(data, performance.now());
        if (state) onState(state);
      } else if (event === "lines") {
        onLines(parsedLines(data), lastId !== "" && consoleOf(id) !== consoleOf(lastId));
        lastId = id ?? lastId;
      }
    }
    throw new Error("The connection has ended.");
  };
  for (;;) {
    const asleep = await untilAwake();
    try {
      await follow(asleep);
    } catch (problem) {
      if (asleep.aborted) continue;
      onState({ state: "lost", reason: messageOf(problem) });
    }
    const pause = backOff(failures, RETRIES_MS, Math.random());
    failures += 1;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

function consoleOf(id = ""): string {
  return id.slice(0, id.lastIndexOf("-"));
}
