// The server's own list of tasks (MCP 2025-11-25, "Tasks"). The extension of 2026-07-28 has none.

import { asText, memberAt } from "../json/plain";
import { nodeOf } from "../json/read";
import { currentOffer } from "../protocol/client";
import { requestResult } from "../protocol/offers";
import { server } from "../protocol/server";
import { messageOf } from "../text/error";
import { counted } from "../text/units";
import { type TaskState, taskState } from "../tasks/state";
import { addTask, tasks } from "../tasks/store";

// Maximum number of pages in the server's list. Further ones are not requested.
const MOST_PAGES = 10;
// The tasks of the server's list. Further ones are left out.
const MOST_LISTED = 50;

export function canListTasks(): boolean {
  return memberAt(memberAt(server.value?.capabilities, "tasks"), "list") !== undefined;
}

/** Adds the server's tasks to the others. Returns the outcome in words. */
export async function listTasks(): Promise<string> {
  const { signal } = new AbortController();
  let cursor: unknown;
  let listed = 0;
  let unusable = 0;
  try {
    for (let page = 0; page < MOST_PAGES && listed < MOST_LISTED; page += 1) {
      const result = await requestResult("tasks/list", cursor === undefined ? {} : { cursor }, signal);
      const values = result["tasks"];
      for (const value of Array.isArray(values) ? (values as unknown[]).slice(0, MOST_LISTED - listed) : []) {
        listed += 1;
        if (!addListed(value)) unusable += 1;
      }
      cursor = result["nextCursor"];
      if (cursor === undefined) break;
    }
  } catch (problem) {
    return messageOf(problem);
  }
  const rest = unusable > 0 ? `; ${unusable} without a usable id` : "";
  return `The server lists ${counted(listed, "task")}${rest}.`;
}

// Returns whether the task could be added.
function addListed(value: unknown): boolean {
  let state: TaskState;
  try {
    state = taskState("experimental", nodeOf(value));
  } catch {
    return false;
  }
  const known = tasks.value.find(({ id }) => id === state.id);
  const created = Date.parse(asText(memberAt(value, "createdAt")));
  const started = known?.started ?? (Number.isNaN(created) ? Date.now() : created);
  addTask({ tool: known?.tool, ...(known ?? currentOffer()), ...state, started });
  return true;
}
