// The MCP-UI protocol that preceded MCP Apps: typed messages, some of which expect a response. They are handled by the same functions
// as the requests of MCP Apps.
const LEGACY_ACTIONS = new Map([
  ["tool", callToolForLegacy],
  ["link", (run, { url }, signal) => openLink(run, { url }, signal)],
  ["prompt", (run, { prompt }) => addMessage(run, "user", [{ type: "text", text: asText(prompt) }])],
  ["intent", (run, { intent, params }) => addMessage(run, "user", [{ type: "text", text: `Intent: ${asText(intent)}. Parameters: ${jsonExcerpt(params ?? {})}` }])],
  // Only logged.
  ["notify", () => {}],
  ["ui-request-data", () => Promise.reject(new Error("This page has no data."))],
]);

const LEGACY_NOTIFICATIONS = new Map([
  ["ui-lifecycle-iframe-ready", (run) => run.renderData && sendRenderData(run)],
  ["ui-request-render-data", (run, payload, messageId) => sendRenderData(run, messageId)],
  ["ui-size-change", (run, { height }) => requestHeight(run, Number(height))],
]);

function isLegacy({ type }) {
  return LEGACY_ACTIONS.has(type) || LEGACY_NOTIFICATIONS.has(type);
}

function handleLegacy(run, { type, messageId, payload }) {
  const details = isObject(payload) ? payload : {};
  const handler = LEGACY_NOTIFICATIONS.get(type);
  if (handler) handler(run, details, messageId);
  else respondToLegacy(run, type, messageId, details);
}

// The two generations of the library look for the id in different places, so it is sent in both.
async function respondToLegacy(run, type, messageId, payload) {
  const reply = (kind, details) => sendLegacy(run, { type: `ui-message-${kind}`, messageId, payload: { messageId, ...details } });
  if (run.legacyPending >= APP_SETTINGS.queuedMessages) return reply("response", { error: { message: "Too many requests at once." } });
  const { signal } = run.life;
  run.legacyPending += 1;
  reply("received");
  try {
    const response = await LEGACY_ACTIONS.get(type)(run, payload, signal);
    if (!signal.aborted) reply("response", { response: response ?? {} });
  } catch (problem) {
    if (!signal.aborted) reply("response", { error: { message: problem.message } });
  } finally {
    run.legacyPending -= 1;
  }
  return undefined;
}

async function callToolForLegacy(run, { toolName, params }, signal) {
  const result = await callToolForApp(run, { name: toolName, arguments: params ?? {} }, signal);
  const updated = legacyApps(result).find(({ uri }) => uriBase(uri) === uriBase(run.uri));
  const data = updated && renderDataOf(updated);
  if (data) {
    run.renderData = data;
    sendRenderData(run);
  }
  return result;
}

// In `ui://tool/1700000000` the last segment identifies the result, not the app.
function uriBase(uri) {
  return uri.replace(/\/[^/]*$/, "");
}

function sendRenderData(run, messageId) {
  sendLegacy(run, { type: "ui-lifecycle-iframe-render-data", messageId, payload: { renderData: run.renderData ?? {} } });
}

function sendLegacy(run, message) {
  run.recordMessage("out", "legacy", message.type, message);
  run.frame.post(message);
}

// The apps embedded in a result.
function legacyApps(result) {
  const blocks = Array.isArray(result?.content) ? result.content : [];
  return blocks.filter((block) => block?.type === "resource" && isAppUri(block.resource?.uri)).map(({ resource }) => resource);
}

function renderDataOf(resource) {
  const data = resource._meta?.["mcpui.dev/ui-initial-render-data"];
  return isObject(data) ? data : undefined;
}

// In CSS pixels; other units are ignored, because the frame takes the full width.
function preferredHeight(resource) {
  const [, height] = [resource._meta?.["mcpui.dev/ui-preferred-frame-size"]].flat();
  return typeof height === "number" ? height : /^\d+(\.\d+)?(px)?$/.test(height) ? parseFloat(height) : undefined;
}

// Converts a resource embedded in a result to the form of one that was read.
function legacyDocument(resource, note) {
  const { type } = typeOf(resource.mimeType);
  if (type === "application/vnd.mcp-ui.remote-dom+javascript") throw new Error("The app is a script for Remote DOM, which is not supported. Its source is in the result.");
  if (type !== "text/uri-list") return appDocument(resource, metaOf(resource, note) ?? {}, note);
  const lines = documentText(resource).split(/\r?\n/).map((line) => line.trim()).filter((line) => line !== "" && !line.startsWith("#"));
  const url = lines.map(onlyAddress).find(Boolean);
  if (!url) throw new Error("The app is a list of addresses without any http or https address.");
  if (lines.length > 1) note("warning", `The app is a list of ${lines.length} addresses; the first is shown.`);
  return { url, mimeType: resource.mimeType, ui: tidyMeta({}, note) };
}

// A document that shows another site in a frame and relays messages in both directions.
function externalDocument(url, renderData) {
  const target = new URL(url);
  if (renderData) target.searchParams.set("waitForRenderData", "true");
  const address = target.href.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt()};`);
  return [
    "<!doctype html><meta charset=utf-8><meta name=color-scheme content='light dark'>",
    "<style>html,body,iframe{display:block;width:100%;height:100%;margin:0;border:0}<\/style>",
    `<iframe title="${address}" src="${address}"></iframe>`,
    "<script>const inner=document.querySelector('iframe').contentWindow;",
    "addEventListener('message',({source,data})=>source===inner?parent.postMessage(data,'*'):source===parent&&inner.postMessage(data,'*'))<\/script>",
  ].join("\n");
}
