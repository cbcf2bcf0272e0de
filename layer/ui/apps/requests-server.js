// Requests of an app to the server behind this page: tool calls and resources. An app can reach only what this page can; tools not marked
// `readOnlyHint` need the user's consent.
const allowedCalls = new Set();
// The longest name that a consent dialog can show completely.
const MAX_NAME_CHARS = 200;

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

// Asks for one call at a time, because the choice for the first may also apply to those that wait.
function mayCall(run, name, argumentsText, signal) {
  run.lastCall = Promise.resolve(run.lastCall).then(() => askToCall(run, name, argumentsText, signal));
  return run.lastCall;
}

// Consent applies to one document under one policy and to one tool; another document under the same URI is another app. Destructive
// tools need consent for each call.
async function askToCall(run, name, argumentsText, signal) {
  const key = JSON.stringify([run.uri, run.html, run.policy.text, name]);
  const isOnce = isDestructive(toolList.toolNamed(name)?.annotations);
  if (!isOnce && allowedCalls.has(key)) return true;
  const reading = new ReadingBox(argumentsText, "the arguments");
  const warning = isOnce && element("p", "The tool says that it may delete or overwrite things.");
  const body = element("div", element("p", "The app wants to call the tool ", element("code", nameNode(name, MAX_NAME_CHARS)), " with:"), reading.element, warning);
  const choices = { ...(!isOnce && { always: "Allow this tool for this app" }), once: "Allow once" };
  const choice = await askConsent(run, signal, { title: "Let the app call a tool?", body, choices, reading });
  if (choice === "always") allowedCalls.add(key);
  return choice !== "refuse";
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
