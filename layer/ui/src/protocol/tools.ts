// The endpoints of the explorer about tools.

import type { ObjectNode } from "../json/node";
import { type PlainObject, memberAt, parsedJson } from "../json/plain";
import { readingJson, tryReadJson } from "../json/read";
import { finishInSlices } from "../scheduling/slices";
import { ROOT_PATH } from "../settings";
import { clientHeader } from "./client";
import { fetchListing } from "./offers";
import { bodyText } from "./body-text";
import { type CacheMode, fetchText, refusal, send } from "./requests";
import { toolPath } from "./links";
import { atMissingField } from "./missing-field";
import { type Violation, violationsOf } from "./violations";

/** A tool as the server lists it. Only the name has been checked. */
export interface Tool extends Readonly<PlainObject> {
  readonly name: string;
}

export function isTool(value: unknown): value is Tool {
  return typeof memberAt(value, "name") === "string";
}

export async function fetchTools(cache: CacheMode = "no-cache"): Promise<Tool[]> {
  const text = await fetchText(`${ROOT_PATH}/tools`, { cache, headers: clientHeader() });
  const tools = parsedJson(text);
  if (!Array.isArray(tools))
    throw new Error("The answer is not a list of tools. Does this page belong to another program?");
  return tools.filter(isTool);
}

/** Requests the tools with their schemas, which the explorer's list does not have, from the server itself. */
export async function fetchDefinitions(signal: AbortSignal): Promise<Tool[]> {
  const definitions = await fetchListing({ method: "tools/list", member: "tools", id: "name" }, signal);
  return [...definitions.values()].filter(isTool);
}

export async function fetchTool(name: string, cache: CacheMode, signal?: AbortSignal): Promise<ObjectNode> {
  const text = await fetchText(toolPath(ROOT_PATH, name), { cache, headers: clientHeader(), signal });
  const tool = await finishInSlices(readingJson(text), signal);
  // A proxy that merges slashes turns the path of an empty name into the path of the list.
  if (tool.type !== "object") throw new Error("The answer is not a tool. A proxy may have changed the path.");
  return tool;
}

/** Validates arguments on the server. Returns the violations, an empty list if the arguments are valid. */
export async function fetchViolations(name: string, body: string, signal: AbortSignal): Promise<Violation[]> {
  const response = await send(toolPath(ROOT_PATH, name, "/validate"), {
    method: "POST",
    body,
    signal,
    headers: clientHeader(),
  });
  const text = await bodyText(response);
  const violations = violationsOf(tryReadJson(text));
  if (!violations) throw refusal(response, text);
  return violations.map(atMissingField);
}
