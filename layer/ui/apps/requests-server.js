// Requests of an app to the server behind this page: tool calls and resources. An app can reach only what this page can; tools not marked
// `readOnlyHint` need the user's consent.
const allowedCalls = new Set();
// What a question can show of a name.
const MOST_NAME_CHARS = 200;

async function callToolForApp(run, { name, arguments: args = {}, _meta }, signal) {
  if (typeof name !== "string") throw new RpcError(BAD_PARAMETERS, "The tool has no name.");
  if (name.length > MOST_NAME_CHARS) throw new RpcError(BAD_PARAMETERS, `The tool's name has more than ${MOST_NAME_CHARS} characters.`);
  if (!isObject(args)) throw new RpcError(BAD_PARAMETERS, "The arguments are no object.");
  const tool = toolList.toolNamed(name);
  if (tool && !isVisibleTo(tool, "app")) throw new RpcError(BAD_PARAMETERS, `The tool “${name}” is not for apps.`);
  for (const key of Object.keys(_meta ?? {})) {
    if (key !== "progressToken") run.note("refused", `_meta["${spelled(key, 60)}"] of a call cannot be passed on to the server.`);
  }
  const argumentsText = JSON.stringify(args);
  // Where nothing runs, the server says so itself.
  if (MAY_EXECUTE && !isReadOnly(tool?.annotations) && !(await mayCall(run, name, JSON.stringify(args, null, 2), signal))) {
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

// Consent is given to one document, under one policy, for one tool: another document under the same URI is another app. A tool that says it may destroy
// something is asked for each time.
async function askToCall(run, name, argumentsText, signal) {
  const key = JSON.stringify([run.uri, run.html, run.policy.text, name]);
  const isOnce = isDestructive(toolList.toolNamed(name)?.annotations);
  if (!isOnce && allowedCalls.has(key)) return true;
  const reading = new ReadingBox(argumentsText, "the arguments");
  const warning = isOnce && element("p", "The tool says that it may delete or overwrite things.");
  const body = element("div", element("p", "The app wants to call the tool ", element("code", nameNode(name, MOST_NAME_CHARS)), " with:"), reading.element, warning);
  const answers = { ...(!isOnce && { always: "Allow this tool for this app" }), once: "Allow once" };
  const answer = await askUser(run, signal, { title: "Let the app call a tool?", body, answers, reading });
  if (answer === "always") allowedCalls.add(key);
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
