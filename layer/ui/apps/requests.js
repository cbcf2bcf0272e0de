// What an app can ask of this page and tell it, by the names of the protocol.
const MOST_VIOLATIONS = 200;

const APP_REQUESTS = new Map([
  ["ui/initialize", initializeApp],
  ["initialize", initializeApp],
  ["ping", () => ({})],
  ["ui/open-link", openLink],
  ["ui/download-file", downloadFiles],
  ["ui/message", takeMessage],
  ["ui/update-model-context", takeModelContext],
  ["ui/request-display-mode", changeDisplayMode],
  ["tools/call", callToolForApp],
  ["tools/list", listToolsForApp],
  ["resources/read", readResourceForApp],
  ["resources/list", listResourcesForApp],
  ["resources/templates/list", listTemplatesForApp],
]);

const APP_NOTICES = new Map([
  ["ui/notifications/initialized", (run) => run.onInitialized()],
  ["ui/notifications/size-changed", (run, { height }) => wishHeight(run, height)],
  ["ui/notifications/request-teardown", (run) => run.close()],
  ["ui/notifications/sandbox-report", takeReport],
  ["ui/notifications/sandbox-escape", (run) => run.mode === "fullscreen" && setDisplayMode(run, "inline")],
  ["notifications/tools/list_changed", listAppTools],
  ["notifications/cancelled", (run, { requestId }) => run.bridge.cancel(requestId)],
  // Kept in the log, where they are read.
  ["notifications/message", () => {}],
]);

async function answerRequest(run, method, params, signal) {
  const answer = APP_REQUESTS.get(method);
  if (!answer) throw new RpcError(UNKNOWN_METHOD, `“${clipped(method, 200)}” is not known here.`);
  return answer(run, params, signal, method);
}

function takeNotice(run, method, params) {
  const take = APP_NOTICES.get(DRAFT_NAMES.get(method) ?? method);
  if (take) take(run, params);
  else run.note("warning", `The notification “${spelled(method, 100)}” is not known here, and was ignored.`);
}

function initializeApp(run, params, signal, method) {
  const { protocolVersion, appInfo = params.clientInfo, appCapabilities = params.capabilities } = params;
  if (run.appInfo) run.note("warning", `The app initialises more than once, now with ${method}.`);
  if (!isObject(appInfo)) run.note("defaulted", `${method} has no “appInfo”.`);
  else if (!params.appInfo && method === "ui/initialize") run.note("warning", "ui/initialize has “clientInfo” where “appInfo” is meant.");
  if (method === "ui/initialize" && !isObject(appCapabilities)) run.note("defaulted", "ui/initialize has no “appCapabilities”: the app is taken to have none.");
  if (!KNOWN_VERSIONS.includes(protocolVersion)) run.note("defaulted", `The app asks for the version ${clipped(inWords(protocolVersion), 40)} of the protocol; ${HOST_VERSION} was answered.`);
  run.appInfo = Object.fromEntries(Object.entries(isObject(appInfo) ? appInfo : {}).filter(([, value]) => typeof value === "string"));
  run.appCapabilities = isObject(appCapabilities) ? appCapabilities : {};
  run.isDraft = method === "initialize";
  if (run.isDraft) run.note("warning", "The app begins with “initialize”, as in a draft of the protocol; it is “ui/initialize” now.");
  run.onInitialize();
  return run.isDraft ? draftInitializeResult(run, protocolVersion) : initializeResult(run, protocolVersion);
}

// What the sandbox noticed. An app can say the same of itself: it is for reading only.
function takeReport(run, { kind, directive, blocked, sample, line, message }) {
  const text = (value) => clipped(inWords(value ?? ""), 500);
  if (kind === "navigation") run.onGone();
  else if (kind === "error") run.note("error", `The app's script failed${Number.isInteger(line) && line > 0 ? ` in line ${line}` : ""}: ${text(message).split("\n", 1)}`);
  else if (kind === "violation" && run.policy.violations.length < MOST_VIOLATIONS) {
    run.policy.violations.push({ directive: text(directive), blocked: text(blocked), sample: text(sample), line: Number.isInteger(line) ? line : 0 });
    run.announce("change");
  }
}
