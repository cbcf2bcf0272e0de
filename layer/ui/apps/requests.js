// The requests and notifications that this page accepts from an app, by method.
const MAX_VIOLATIONS = 200;

const APP_REQUESTS = new Map([
  ["ui/initialize", initializeApp],
  ["initialize", initializeApp],
  ["ping", () => ({})],
  ["ui/open-link", openLink],
  ["ui/download-file", downloadFiles],
  ["ui/message", showMessage],
  ["ui/update-model-context", updateModelContext],
  ["ui/request-display-mode", changeDisplayMode],
  ["tools/call", callToolForApp],
  ["tools/list", listToolsForApp],
  ["resources/read", readResourceForApp],
  ["resources/list", listResourcesForApp],
  ["resources/templates/list", listTemplatesForApp],
]);

const APP_NOTIFICATIONS = new Map([
  ["ui/notifications/initialized", (run) => run.onInitialized()],
  ["ui/notifications/size-changed", (run, { height }) => requestHeight(run, height)],
  ["ui/notifications/request-teardown", (run) => run.close()],
  ["ui/notifications/sandbox-report", handleReport],
  ["ui/notifications/sandbox-escape", (run) => run.mode === "fullscreen" && setDisplayMode(run, "inline")],
  ["notifications/tools/list_changed", listAppTools],
  ["notifications/cancelled", (run, { requestId }) => run.bridge.cancel(requestId)],
  // Only logged.
  ["notifications/message", () => {}],
]);

async function handleRequest(run, method, params, signal) {
  const handler = APP_REQUESTS.get(method);
  if (!handler) throw new RpcError(UNKNOWN_METHOD, `Unknown method “${clipped(method, 200)}”.`);
  return handler(run, params, signal, method);
}

function handleNotification(run, method, params) {
  const handler = APP_NOTIFICATIONS.get(DRAFT_NAMES.get(method) ?? method);
  if (handler) handler(run, params);
  else run.note("warning", `The unknown notification “${printable(method, 100)}” was ignored.`);
}

function initializeApp(run, params, signal, method) {
  const { protocolVersion, appInfo = params.clientInfo, appCapabilities = params.capabilities } = params;
  if (run.appInfo) run.note("warning", `The app initialises more than once, now with ${method}.`);
  if (!isObject(appInfo)) run.note("defaulted", `${method} has no “appInfo”.`);
  else if (!params.appInfo && method === "ui/initialize") run.note("warning", "ui/initialize has “clientInfo” instead of “appInfo”.");
  if (method === "ui/initialize" && !isObject(appCapabilities)) run.note("defaulted", "ui/initialize has no “appCapabilities”; none are assumed.");
  if (!KNOWN_VERSIONS.includes(protocolVersion)) run.note("defaulted", `The app requests the unknown protocol version ${clipped(asText(protocolVersion), 40)}; ${HOST_VERSION} is used.`);
  run.appInfo = Object.fromEntries(Object.entries(isObject(appInfo) ? appInfo : {}).filter(([, value]) => typeof value === "string"));
  run.appCapabilities = isObject(appCapabilities) ? appCapabilities : {};
  run.isDraft = method === "initialize";
  if (run.isDraft) run.note("warning", "The app begins with “initialize”, as in a draft of the protocol; it is “ui/initialize” now.");
  run.onInitialize();
  return run.isDraft ? draftInitializeResult(run, protocolVersion) : initializeResult(run, protocolVersion);
}

// Handles a report of the sandbox. An app can forge it, so it is only shown, or ends the app.
function handleReport(run, { kind, directive, blocked, sample, line, message }) {
  const text = (value) => clipped(asText(value ?? ""), 500);
  if (kind === "navigation") run.onNavigated();
  else if (kind === "error") run.note("error", `The app's script failed${Number.isInteger(line) && line > 0 ? ` in line ${line}` : ""}: ${text(message).split("\n", 1)}`);
  else if (kind === "violation" && run.policy.violations.length < MAX_VIOLATIONS) {
    run.policy.violations.push({ directive: text(directive), blocked: text(blocked), sample: text(sample), line: Number.isInteger(line) ? line : 0 });
    run.announce("change");
  }
}
