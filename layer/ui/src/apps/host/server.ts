// Requests of an app to the server behind this page: tool calls and resources. An app can reach only what this page
// can; tools not marked `readOnlyHint` need the user's consent.

import { mayCall } from "../consent/calls";
import { type PlainObject, isObject } from "../../json/plain";
import { BAD_PARAMETERS, INTERNAL, NOT_FOUND, RpcError } from "../messages/rpc-error";
import type { HostedApp } from "../model/hosted-app";
import { callTool } from "../../protocol/call";
import { HttpError, fetchText } from "../../protocol/requests";
import { fetchTools } from "../../protocol/tools";
import { MAX_NAME_CHARS, ROOT_PATH, settings } from "../../settings";
import { messageOf } from "../../text/error";
import { printable } from "../../text/printable";
import { counted } from "../../text/units";
import { toolNamed } from "../../tools/catalog";
import { isVisibleTo } from "../../tools/declared-app";
import { isReadOnly } from "../../tools/hints";
import { isTold } from "./list-changes";

export async function callToolForApp(app: HostedApp, params: PlainObject, signal: AbortSignal): Promise<PlainObject> {
  const { name, args } = checkedCall(params);
  const tool = toolNamed(name);
  if (tool && !isVisibleTo(tool, "app"))
    throw new RpcError(BAD_PARAMETERS, `The tool “${name}” is not visible to apps.`);
  for (const key of Object.keys(isObject(params["_meta"]) ? params["_meta"] : {})) {
    if (key === "progressToken") continue;
    app.note("refused", `_meta["${printable(key, 60)}"] of a call cannot be passed on to the server.`);
  }
  // If execution is disabled, the server refuses the call itself.
  const needsConsent = settings.mayExecute && !isReadOnly(tool?.["annotations"]);
  if (needsConsent && !(await mayCall(app, name, JSON.stringify(args, null, 2), signal))) {
    return { content: [{ type: "text", text: "The user blocked the call." }], isError: true };
  }
  const { callSeconds } = settings.apps;
  const timeout = AbortSignal.timeout(callSeconds * 1000);
  const call = await callTool(name, JSON.stringify(args), {
    signal: AbortSignal.any([signal, timeout]),
    headers: { "Mcp-Ui-App": encodeURI(app.uri.toWellFormed()) },
  });
  if (timeout.aborted)
    throw new RpcError(INTERNAL, `The tool did not respond within ${counted(callSeconds, "second")}.`);
  if (call.kind === "failed" || call.kind === "cancelled") throw new RpcError(INTERNAL, call.headline);
  return JSON.parse(call.text ?? "") as PlainObject;
}

interface CheckedCall {
  readonly name: string;
  readonly args: PlainObject;
}

function checkedCall({ name, arguments: args = {} }: PlainObject): CheckedCall {
  if (typeof name !== "string") throw new RpcError(BAD_PARAMETERS, "The tool has no name.");
  if (name.length > MAX_NAME_CHARS) {
    throw new RpcError(BAD_PARAMETERS, `The tool's name has more than ${MAX_NAME_CHARS} characters.`);
  }
  if (!isObject(args)) throw new RpcError(BAD_PARAMETERS, "The arguments are not an object.");
  return { name, args };
}

export async function listToolsForApp(): Promise<PlainObject> {
  // An app that was told of a change must not get the list that the explorer has kept.
  const tools = await fetchTools(isTold("tools") ? "reload" : "no-cache");
  return { tools: tools.filter((tool) => isVisibleTo(tool, "app")) };
}

export function readResourceForApp(_app: HostedApp, { uri }: PlainObject, signal: AbortSignal): Promise<unknown> {
  if (typeof uri !== "string") throw new RpcError(BAD_PARAMETERS, "The resource has no URI.");
  return readForApp(`/resources/read?uri=${encodeURIComponent(uri.toWellFormed())}`, signal);
}

export async function listResourcesForApp(
  _app: HostedApp,
  _params: PlainObject,
  signal: AbortSignal,
): Promise<PlainObject> {
  return { resources: await readForApp("/resources", signal) };
}

export async function listTemplatesForApp(
  _app: HostedApp,
  _params: PlainObject,
  signal: AbortSignal,
): Promise<PlainObject> {
  return { resourceTemplates: await readForApp("/resources/templates", signal) };
}

async function readForApp(path: string, signal: AbortSignal): Promise<unknown> {
  try {
    return JSON.parse(await fetchText(`${ROOT_PATH}${path}`, { signal }));
  } catch (problem) {
    const isMissing = problem instanceof HttpError && problem.status === 404;
    throw new RpcError(isMissing ? NOT_FOUND : INTERNAL, messageOf(problem));
  }
}
