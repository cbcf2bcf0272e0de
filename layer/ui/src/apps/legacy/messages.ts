// The MCP-UI protocol that preceded MCP Apps: typed messages, some of which expect a response. They are handled by the
// same functions as the requests of MCP Apps.

import { requestHeight } from "../host/display";
import { openLink } from "../host/links";
import { addMessage } from "../host/model-messages";
import { callToolForApp } from "../host/server";
import { type PlainObject, asText, isObject, jsonExcerpt } from "../../json/plain";
import type { HostedApp } from "../model/hosted-app";
import { settings } from "../../settings";
import { messageOf } from "../../text/error";
import { embeddedApps, renderDataOf } from "./results";

type Action = (app: HostedApp, payload: PlainObject, signal: AbortSignal) => unknown;

const ACTIONS: ReadonlyMap<unknown, Action> = new Map<unknown, Action>([
  ["tool", callToolForLegacy],
  ["link", openLink],
  ["prompt", (app, { prompt }) => addMessage(app, "user", [{ type: "text", text: asText(prompt) }])],
  [
    "intent",
    (app, { intent, params }) => addMessage(app, "user", [{ type: "text", text: intentText(intent, params) }]),
  ],
  // Only logged.
  ["notify", () => undefined],
  ["ui-request-data", () => Promise.reject(new Error("This page has no data for apps."))],
]);

type Notification = (app: HostedApp, payload: PlainObject, messageId: unknown) => void;

const NOTIFICATIONS: ReadonlyMap<unknown, Notification> = new Map<unknown, Notification>([
  ["ui-lifecycle-iframe-ready", (app) => app.renderData && sendRenderData(app)],
  ["ui-request-render-data", (app, _payload, messageId) => sendRenderData(app, messageId)],
  ["ui-size-change", (app, { height }) => requestHeight(app, Number(height))],
]);

function intentText(intent: unknown, params: unknown): string {
  return `Intent: ${asText(intent)}. Parameters: ${jsonExcerpt(params ?? {})}`;
}

export function isLegacy({ type }: PlainObject): boolean {
  return ACTIONS.has(type) || NOTIFICATIONS.has(type);
}

export function handleLegacy(app: HostedApp, { type, messageId, payload }: PlainObject): void {
  const details = isObject(payload) ? payload : {};
  const [notification, action] = [NOTIFICATIONS.get(type), ACTIONS.get(type)];
  if (notification) notification(app, details, messageId);
  else if (action) void respond(app, action, messageId, details);
}

// The two generations of the library look for the id in different places, so it is sent in both.
async function respond(app: HostedApp, action: Action, messageId: unknown, payload: PlainObject): Promise<void> {
  const reply = (kind: string, details: PlainObject = {}) =>
    sendLegacy(app, { type: `ui-message-${kind}`, messageId, payload: { messageId, ...details } });
  const fail = (message: string) => reply("response", { error: { message } });
  if (app.legacyPending >= settings.apps.queuedMessages) return fail("Too many requests at once.");
  const { signal } = app.life;
  app.legacyPending += 1;
  reply("received");
  try {
    const response = await action(app, payload, signal);
    if (!signal.aborted) reply("response", { response: response ?? {} });
  } catch (problem) {
    if (!signal.aborted) fail(messageOf(problem));
  } finally {
    app.legacyPending -= 1;
  }
}

async function callToolForLegacy(
  app: HostedApp,
  { toolName, params }: PlainObject,
  signal: AbortSignal,
): Promise<PlainObject> {
  const result = await callToolForApp(app, { name: toolName, arguments: params ?? {} }, signal);
  const updated = embeddedApps(result).find(({ uri }) => uriBase(uri) === uriBase(app.uri));
  const data = updated && renderDataOf(updated);
  if (data) {
    app.renderData = data;
    sendRenderData(app);
  }
  return result;
}

// Returns a URI without its last segment, which in `ui://tool/1700000000` identifies the result, not the app.
function uriBase(uri: string): string {
  return uri.replace(/\/[^/]*$/, "");
}

export function sendRenderData(app: HostedApp, messageId?: unknown): void {
  const type = "ui-lifecycle-iframe-render-data";
  sendLegacy(app, { type, messageId, payload: { renderData: app.renderData ?? {} } });
}

function sendLegacy(app: HostedApp, message: PlainObject): void {
  app.recordMessage({ direction: "out", dialect: "legacy", method: message["type"], message });
  app.frame?.post(message);
}
