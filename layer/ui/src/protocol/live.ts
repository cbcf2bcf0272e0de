// Live requests: a request in a method of MCP, answered by everything that the server sends until its result, as server-sent events.

import type { JsonNode } from "../json/node";
import { readingJson } from "../json/read";
import { compactObject } from "../json/write";
import { finishInSlices, nextTask } from "../scheduling/slices";
import { ROOT_PATH } from "../settings";
import { messageOf } from "../text/error";
import { eventsOf } from "./event-stream";
import { bodyText } from "./body-text";
import { challengeOf, send } from "./requests";

// Events are processed for so long before the page is drawn.
const SLICE_MS = 10;

/** All but the method and the revision are JSON texts, sent as they are. */
export interface LiveRequest {
  readonly method: string;
  /** The name of the tool that is called. */
  readonly name?: string | undefined;
  readonly params: string;
  readonly capabilities: string;
  /** The answers to a request for input. */
  readonly resume?: string | undefined;
  readonly revision?: "newest" | "older" | undefined;
}

/** A message of the server. The root of a request is the explorer's envelope around it. */
export interface LiveMessage {
  readonly event: "notification" | "request";
  readonly root: JsonNode;
}

export type LiveEnd =
  // With the server's verdict on the structured content of a result, if the tool declares what it returns.
  | { readonly event: "result" | "error"; readonly root: JsonNode; readonly verdict?: JsonNode | undefined }
  // The response is not a stream of events.
  | {
      readonly event: "refused";
      readonly status: number;
      readonly text: string;
      readonly challenge?: string | undefined;
    };

export interface LiveOptions {
  /** Closes the response, which cancels the request. */
  readonly signal: AbortSignal;
  /** Called with the number of bytes that have arrived. */
  readonly onBytes: (count: number) => void;
  readonly onMessage: (message: LiveMessage) => void;
}

/** Called with each notification that comes with the answer to a request. */
export const notificationListeners = new Set<(root: JsonNode) => void>();

/**
 * Sends a request and follows it to its end. Whatever comes after the result is ignored. Throws if it is aborted or
 * interrupted.
 */
export async function followLive(request: LiveRequest, options: LiveOptions): Promise<LiveEnd> {
  const { signal, onBytes, onMessage } = options;
  const path = `${ROOT_PATH}/rpc/${request.method}`;
  // For the log of the server that has the explorer, as in MCP 2026-07-28.
  const named = request.name && /^[!-~]+$/.test(request.name) ? { "Mcp-Name": request.name } : {};
  const response = await send(path, { method: "POST", headers: named, body: liveBody(request), signal });
  const { status, body, headers } = response;
  try {
    if (status !== 200 || !body || !/^text\/event-stream\b/i.test(headers.get("content-type") ?? "")) {
      let received = 0;
      const text = await bodyText(response, (bytes) => {
        onBytes(bytes - received);
        received = bytes;
      });
      return { event: "refused", status, text, challenge: challengeOf(headers) };
    }
    let verdict: JsonNode | undefined;
    let pauseAt = performance.now() + SLICE_MS;
    for await (const { event, data } of eventsOf(body, onBytes)) {
      if (performance.now() > pauseAt) {
        await nextTask();
        pauseAt = performance.now() + SLICE_MS;
      }
      signal.throwIfAborted();
      if (event === "result" || event === "error") {
        return { event, root: await finishInSlices(readingJson(data), signal), verdict };
      }
      if (event === "output") verdict = await finishInSlices(readingJson(data), signal);
      if (event === "notification" || event === "request") {
        const root = await finishInSlices(readingJson(data), signal);
        if (event === "notification") notificationListeners.forEach((listener) => listener(root));
        onMessage({ event, root });
      }
    }
  } catch (problem) {
    if (signal.aborted) throw problem;
    throw new Error(`The response was interrupted: ${messageOf(problem)}`, { cause: problem });
  }
  throw new Error("The response ended before the result. Run the tool again.");
}

function liveBody({ params, capabilities, resume, revision }: LiveRequest): string {
  return compactObject([
    ["params", params],
    ["capabilities", capabilities],
    ["resume", resume],
    ["revision", revision && JSON.stringify(revision)],
  ]);
}
