import type { LogEntry } from "../model/record";

/** The kinds of messages between which the timeline lets the user choose. */
export const MESSAGE_KINDS: ReadonlyMap<string, (entry: LogEntry) => boolean> = new Map([
  ["Everything", () => true],
  ["From the app", ({ direction }: LogEntry) => direction === "in"],
  ["To the app", ({ direction }: LogEntry) => direction === "out"],
  ["Problems", isProblem],
]);

export function isProblem({ problem, answer, method }: LogEntry): boolean {
  return problem !== undefined || answer === "error" || method.endsWith("sandbox-report");
}
