// The server's own list of tasks (MCP 2025-11-25, "Tasks"). The extension of 2026-07-28 has none.

import { memberAt } from "../json/plain";
import { nodeOf } from "../json/read";
import { currentOffer } from "../protocol/client";
import { requestResult } from "../protocol/offers";
import { server } from "../protocol/server";
import { messageOf } from "../text/error";
import { counted } from "../text/units";
import { taskState } from "../tasks/state";
import { addTask, tasks } from "../tasks/store";

// Further pages and tasks are not requested.
const MOST_PAGES = 10;
const MOST_LISTED = 50;

export function canListTasks(): boolean {
  return memberAt(memberAt(server.value?.capabilities, "tasks"), "list") !== undefined;
}

// Adds the server's tasks to the others. Returns the outcome in words.
export async function listTasks(): Promise<string> {
  const { signal } = new AbortController();
  const offer = currentOffer();
  let cursor: unknown;
  let found = 0;
  try {
    for (let page = 0; page < MOST_PAGES && found < MOST_LISTED; page += 1) {
      const result = await requestResult("tasks/list", cursor === undefined ? {} : { cursor }, signal);
      const listed = memberAt(result, "tasks");
      for (const value of Array.isArray(listed) ? listed.slice(0, MOST_LISTED - found) : []) {
        const state = taskState("experimental", nodeOf(value));
        const known = tasks.value.find(({ id }) => id === state.id);
        const created = Date.parse(String(memberAt(value, "createdAt")));
        const started = known?.started ?? (Number.isNaN(created) ? Date.now() : created);
        addTask({ tool: known?.tool, ...(known ?? offer), ...state, started });
        found += 1;
      }
      cursor = result["nextCursor"];
      if (cursor === undefined) break;
    }
  } catch (problem) {
    return messageOf(problem);
  }
  return `The server lists ${counted(found, "task")}.`;
}
