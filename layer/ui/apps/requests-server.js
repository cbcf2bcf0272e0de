// What an app asks of the server behind this page: to call tools and to read resources. It gets nothing there that the page could
// not have, and calls of tools that do not say they only read need the user's word.
const trustedApps = new Set();

async function callToolForApp(run, { name, arguments: args = {}, _meta }, signal) {
  if (typeof name !== "string") throw new RpcError(BAD_PARAMETERS, "The tool has no name.");
  if (!isObject(args)) throw new RpcError(BAD_PARAMETERS, "The arguments are no object.");
  const tool = toolList.toolNamed(name);
  if (tool && !isVisibleTo(tool, "app")) throw new RpcError(BAD_PARAMETERS, `The tool “${name}” is not for apps.`);
  for (const key of Object.keys(_meta ?? {})) {
    if (key !== "progressToken") run.note("refused", `_meta["${spelled(key, 60)}"] of a call cannot be passed on to the server.`);
  }
  const argumentsText = JSON.stringify(args);
  // Where nothing runs, the server says so itself.
  if (MAY_EXECUTE && tool?.annotations?.readOnlyHint !== true && !(await mayCall(run, name, argumentsText, signal))) {
    return { content: [{ type: "text", text: "The user refused the call." }], isError: true };
  }
  const { callSeconds } = APP_SETTINGS;
  const time = AbortSignal.timeout(callSeconds * 1000);
  const outcome = await callTool(name, argumentsText, AbortSignal.any([signal, time]), undefined, { "Mcp-Ui-App": encodeURI(run.uri.toWellFormed()) });
  if (time.aborted) throw new RpcError(INTERNAL, `The tool did not answer within ${counted(callSeconds, "second")}.`);
  if (outcome.kind === "failed" || outcome.kind === "cancelled") throw new RpcError(INTERNAL, outcome.headline);
  return JSON.parse(outcome.text);
}

// One call after the other: what the user says to the first may hold for all that wait.
function mayCall(run, name, argumentsText, signal) {
  run.lastCall = Promise.resolve(run.lastCall).then(() => askToCall(run, name, argumentsText, signal));
  return run.lastCall;
}

// An app is trusted as the document it is: another one under its URI is another app.
async function askToCall(run, name, argumentsText, signal) {
  const key = `${run.uri}\n${run.html}`;
  if (trustedApps.has(key)) return true;
  const body = element("div", element("p", "The app wants to call the tool ", element("code", nameNode(name, 200)), " with:"), element("pre.code.app-arguments", { tabindex: 0 }, clipped(argumentsText, LONGEST_LOGGED)));
  const answer = await askUser(run, signal, { title: "Let the app call a tool?", body, answers: { always: "Allow for this app", once: "Allow once" } });
  if (answer === "always") trustedApps.add(key);
  return answer !== "refuse";
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
    return JSON.parse(await readAnswer(`${ROOT_PATH}${path}`, { signal }));
  } catch (problem) {
    throw new RpcError(problem.status === 404 ? NOT_FOUND : INTERNAL, problem.message);
  }
}
