import type { TaskState } from "./state";

const WORDS: Readonly<Record<string, string>> = {
  working: "working",
  input_required: "needs your answer",
  completed: "completed",
  failed: "failed",
  cancelled: "cancelled",
};

/** A status that MCP does not define is shown as the server wrote it. */
export function statusWords({ status }: Pick<TaskState, "status">): string {
  return Object.hasOwn(WORDS, status) ? WORDS[status]! : `“${status}”`;
}
