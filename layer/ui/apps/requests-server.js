// Requests of an app to the server behind this page: tool calls and resources. An app can reach only what this page can; tools not marked
// `readOnlyHint` need the user's consent.

async function callToolForApp(run, { name, arguments: args = {}, _meta }, signal) {
  if (typeof name !== "string") throw new RpcError(BAD_PARAMETERS, "The tool has no name.");
  if (name.length > MAX_NAME_CHARS) throw new RpcError(BAD_PARAMETERS, `The tool's name has more than ${MAX_NAME_CHARS} characters.`);
  if (!isObject(args)) throw new RpcError(BAD_PARAMETERS, "The arguments are not an object.");
  const tool = toolList.toolNamed(name);
  if (tool && !isVisibleTo(tool, "app")) throw new RpcError(BAD_PARAMETERS, `The tool “${name}” is not visible to apps.`);
  for (const key of Object.keys(_meta ?? {})) {
    if (key !== "progressToken") run.note("refused", `_meta["${printable(key, 60)}"] of a call cannot be passed on to the server.`);
  }
  const argumentsText = JSON.stringify(args);
  // If execution is disabled, the server refuses the call itself.
  if (MAY_EXECUTE && !isReadOnly(tool?.annotations) && !(await mayCall(run, name, JSON.stringify(args, null, 2), signal))) {
    return { content: [{ type: "text", text: "The user refused the call." }], isError: true };
  }
  const { callSeconds } = APP_SETTINGS;
  const timeout = AbortSignal.timeout(callSeconds * 1000);
  const call = await callTool(name, argumentsText, AbortSignal.any([signal, timeout]), undefined, { "Mcp-Ui-App": encodeURI(run.uri.toWellFormed()) });
  if (timeout.aborted) throw new RpcError(INTERNAL, `The tool did not respond within ${counted(callSeconds, "second")}.`);
  if (call.kind === "failed" || call.kind === "cancelled") throw new RpcError(INTERNAL, call.headline);
  return JSON.parse(call.text);
}

async function listToolsForApp() {
  return { tools: (await fetchTools()).filter((tool) => isVisibleTo(tool, "app")) };
}

function readResourceForApp(run, { uri }, signal) {
  if (typeof uri !== "string") throw new RpcError(BAD_PARAMETERS, "The resource has no URI.");
  return readForApp(`/resources/read?uri=${encodeURIComponent(uri.toWellFormed())}`, signal);
}

async function listResourcesForApp(run, params, signal) {
  return { resources: await readForApp("/resources", signal) };
}

async function listTemplatesForApp(run, params, signal) {
  return { resourceTemplates: await readForApp("/resources/templates", signal) };
}

async function readForApp(path, signal) {
  try {
    return JSON.parse(await fetchText(`${ROOT_PATH}${path}`, { signal }));
  } catch (problem) {
    throw new RpcError(problem.status === 404 ? NOT_FOUND : INTERNAL, problem.message);
  }
}
