// The protocol of MCP-UI from before MCP Apps: messages of a type, of which some want an answer. What it asks for is what MCP Apps
// ask for, and is done by the same means.
const LEGACY_ACTIONS = new Map([
  ["tool", callToolForLegacy],
  ["link", (run, { url }, signal) => openLink(run, { url }, signal)],
  ["prompt", (run, { prompt }) => addMessage(run, "user", [{ type: "text", text: inWords(prompt) }])],
  ["intent", (run, { intent, params }) => addMessage(run, "user", [{ type: "text", text: `Intent: ${inWords(intent)}. Parameters: ${jsonExcerpt(params ?? {})}` }])],
  // Kept in the log, where it is read.
  ["notify", () => {}],
  ["ui-request-data", () => Promise.reject(new Error("This page has no data of its own to give."))],
]);

const LEGACY_NOTICES = new Map([
  ["ui-lifecycle-iframe-ready", (run) => run.renderData && sendRenderData(run)],
  ["ui-request-render-data", (run, payload, messageId) => sendRenderData(run, messageId)],
  ["ui-size-change", (run, { height }) => wishHeight(run, Number(height))],
]);

function isLegacy({ type }) {
  return LEGACY_ACTIONS.has(type) || LEGACY_NOTICES.has(type);
}

function takeLegacy(run, { type, messageId, payload }) {
  const details = isObject(payload) ? payload : {};
  const notice = LEGACY_NOTICES.get(type);
  if (notice) notice(run, details, messageId);
  else answerLegacy(run, type, messageId, details);
}

// The id stands where either generation of the library looks for it.
async function answerLegacy(run, type, messageId, payload) {
  const tell = (kind, details) => sendLegacy(run, { type: `ui-message-${kind}`, messageId, payload: { messageId, ...details } });
  if (run.legacyAnswers >= APP_SETTINGS.queuedMessages) return tell("response", { error: { message: "Too many requests at once." } });
  const { signal } = run.life;
  run.legacyAnswers += 1;
  tell("received");
  try {
    const response = await LEGACY_ACTIONS.get(type)(run, payload, signal);
    if (!signal.aborted) tell("response", { response: response ?? {} });
  } catch (problem) {
    if (!signal.aborted) tell("response", { error: { message: problem.message } });
  } finally {
    run.legacyAnswers -= 1;
  }
  return undefined;
}

async function callToolForLegacy(run, { toolName, params }, signal) {
  const result = await callToolForApp(run, { name: toolName, arguments: params ?? {} }, signal);
  const own = legacyApps(result).find(({ uri }) => uriBase(uri) === uriBase(run.uri));
  const data = own && renderDataOf(own);
  if (data) {
    run.renderData = data;
    sendRenderData(run);
  }
  return result;
}

// Of `ui://tool/1700000000` the last part tells one result from another.
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

// The apps that a result carries within.
function legacyApps(result) {
  const blocks = Array.isArray(result?.content) ? result.content : [];
  return blocks.filter((block) => block?.type === "resource" && isAppUri(block.resource?.uri)).map(({ resource }) => resource);
}

function renderDataOf(resource) {
  const data = resource._meta?.["mcpui.dev/ui-initial-render-data"];
  return isObject(data) ? data : undefined;
}

// In CSS's pixels; other lengths mean nothing to a frame that takes the width there is.
function preferredHeight(resource) {
  const [, height] = [resource._meta?.["mcpui.dev/ui-preferred-frame-size"]].flat();
  return typeof height === "number" ? height : /^\d+(\.\d+)?(px)?$/.test(height) ? parseFloat(height) : undefined;
}

// One of the resource in a result, in the form of one that was read.
function legacyDocument(resource, note) {
  const { type } = typeOf(resource.mimeType);
  if (type === "application/vnd.mcp-ui.remote-dom+javascript") throw new Error("The app is a script for Remote DOM, which is not supported. Its source is in the result.");
  if (type !== "text/uri-list") return appDocument(resource, metaOf(resource, note) ?? {}, note);
  const lines = documentText(resource).split(/\r?\n/).map((line) => line.trim()).filter((line) => line !== "" && !line.startsWith("#"));
  const url = lines.map(onlyAddress).find(Boolean);
  if (!url) throw new Error("The app is a list of addresses with none of http or https.");
  if (lines.length > 1) note("warning", `The app is a list of ${lines.length} addresses; the first is shown.`);
  return { url, mimeType: resource.mimeType, ui: tidyMeta({}, note) };
}

// A document that holds another site in a frame, and passes messages on both ways.
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
