// The calls that run as tasks at the client's wish (MCP 2025-11-25, "Tasks"). In 2026-07-28, the server decides.

import { type MaybeNode, textAt, valueOf } from "../json/node";
import { memberAt } from "../json/plain";
import { client } from "../protocol/client";
import { server } from "../protocol/server";

const REVISION = "2025-11-25";
// The time for which the server is asked to keep a task: long enough to come back to it.
const TTL_MS = 60 * 60 * 1000;

/** The member `task` of the parameters of a call, as JSON text. */
export const TASK_REQUEST = JSON.stringify({ ttl: TTL_MS });

export type TaskSupport = "required" | "optional" | "forbidden";

/** Returns whether a tool can or must run as a task. `definition` is the tool as the server lists it. */
export function taskSupport(definition: MaybeNode): TaskSupport {
  const { capabilities, protocolVersion } = server.value ?? {};
  const calls = memberAt(memberAt(memberAt(capabilities, "tasks"), "requests"), "tools");
  if (protocolVersion !== REVISION || memberAt(calls, "call") === undefined) return "forbidden";
  if (!client.value.allowed.includes("tasks")) return "forbidden";
  const declared = textAt(valueOf(definition, "execution"), "taskSupport");
  return declared === "required" || declared === "optional" ? declared : "forbidden";
}
