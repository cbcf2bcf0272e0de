// The endpoints of the explorer about tools.

import { type ObjectNode, isTrue, itemsOf, rawOf, textAt, valueOf } from "../json/node";
import { type PlainObject, memberAt } from "../json/plain";
import { readingJson, tryReadJson } from "../json/read";
import { finishInSlices } from "../scheduling/slices";
import { ROOT_PATH } from "../settings";
import { clientHeader } from "./client";
import { type CacheMode, bodyText, fetchText, refusal, send } from "./requests";
import { toolPath } from "./links";

// A tool as the server lists it. Only the name has been checked.
export interface Tool extends Readonly<PlainObject> {
  readonly name: string;
}

// A violation of a tool's schema; `path` is a pointer into the arguments.
export interface Violation {
  readonly path: string;
  readonly message: string;
  readonly keyword: string | undefined;
}

export function isTool(value: unknown): value is Tool {
  return typeof memberAt(value, "name") === "string";
}

export async function fetchTools(cache: CacheMode = "no-cache"): Promise<Tool[]> {
  const text = await fetchText(`${ROOT_PATH}/tools`, { cache, headers: clientHeader() });
  let tools: unknown;
  try {
    tools = JSON.parse(text);
  } catch {
    // Reported below, like any other response that is not a list.
  }
  if (!Array.isArray(tools)) throw new Error("The server answered with something that is not a list of tools.");
  return tools.filter(isTool);
}

export async function fetchTool(name: string, cache: CacheMode): Promise<ObjectNode> {
  const tool = await finishInSlices(
    readingJson(await fetchText(toolPath(ROOT_PATH, name), { cache, headers: clientHeader() })),
  );
  // A proxy that merges slashes turns the path of an empty name into the path of the list.
  if (tool.type !== "object") throw new Error("The server answered with something that is not a tool.");
  return tool;
}

// Validates arguments on the server. Returns the violations, an empty list if the arguments are valid.
export async function fetchViolations(name: string, body: string, signal: AbortSignal): Promise<Violation[]> {
  const response = await send(toolPath(ROOT_PATH, name, "/validate"), {
    method: "POST",
    body,
    signal,
    headers: clientHeader(),
  });
  const text = await bodyText(response);
  const report = tryReadJson(text);
  if (isTrue(valueOf(report, "valid"))) return [];
  const errors = itemsOf(valueOf(report, "errors"));
  if (errors.length === 0) throw refusal(response, text);
  return errors.map((entry) => ({
    path: textAt(entry, "path") ?? "",
    message: textAt(entry, "message") ?? rawOf(entry),
    keyword: textAt(entry, "keyword"),
  }));
}
