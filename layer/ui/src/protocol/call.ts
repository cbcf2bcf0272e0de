import { ROOT_PATH } from "../settings";
import { messageOf } from "../text/error";
import { type Outcome, classified } from "./outcome";
import { toolPath } from "./links";
import { bodyText } from "./body-text";
import { send } from "./requests";

export interface CallOptions {
  readonly signal: AbortSignal;
  readonly onProgress?: (bytes: number) => void;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Calls a tool. Never throws: failures are outcomes, which can be shown and stored. */
export async function callTool(
  name: string,
  argumentsText: string,
  { signal, onProgress, headers = {} }: CallOptions,
): Promise<Outcome> {
  const clock = performance.now();
  const call: Outcome = { kind: "failed", headline: "", started: Date.now(), text: "", size: 0, duration: 0 };
  const stopClock = () => (call.duration ||= performance.now() - clock);
  const progress = (bytes: number) => {
    call.size = bytes;
    onProgress?.(bytes);
  };
  try {
    const path = toolPath(ROOT_PATH, name, "/call");
    const response = await send(path, { method: "POST", body: argumentsText, signal, headers });
    call.status = response.status;
    const text = await bodyText(response, progress);
    call.text = text;
    stopClock();
    Object.assign(call, await classified(text, call.status));
  } catch (problem) {
    stopClock();
    const headline = call.status ? `The response was interrupted: ${messageOf(problem)}` : messageOf(problem);
    Object.assign(call, signal.aborted ? { kind: "cancelled", headline: "Cancelled" } : { kind: "failed", headline });
  }
  return call;
}
