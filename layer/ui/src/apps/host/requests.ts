// The requests and notifications that this page accepts from an app, by method.

import type { PlainObject } from "../../json/plain";
import { RpcError, UNKNOWN_METHOD } from "../messages/rpc-error";
import type { HostedApp } from "../model/hosted-app";
import { clipped, printable } from "../../text/printable";
import { initializeApp } from "./initialize";
import { openLink } from "./links";
import { downloadFiles } from "./downloads";
import { showMessage, updateModelContext } from "./model-messages";
import { changeDisplayMode } from "./display-requests";
import {
  callToolForApp,
  listResourcesForApp,
  listTemplatesForApp,
  listToolsForApp,
  readResourceForApp,
} from "./server";
import { requestHeight, setDisplayMode } from "./display";
import { handleReport } from "./sandbox-reports";
import { listAppTools } from "./app-tools";
import { currentNameOf } from "./draft-names";

type RequestHandler = (app: HostedApp, params: PlainObject, signal: AbortSignal, method: string) => unknown;

const APP_REQUESTS: ReadonlyMap<string, RequestHandler> = new Map<string, RequestHandler>([
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

type NotificationHandler = (app: HostedApp, params: PlainObject) => unknown;

const APP_NOTIFICATIONS: ReadonlyMap<string, NotificationHandler> = new Map<string, NotificationHandler>([
  ["ui/notifications/initialized", (app) => app.onInitialized()],
  ["ui/notifications/size-changed", (app, { height }) => requestHeight(app, height)],
  ["ui/notifications/request-teardown", (app) => app.close()],
  ["ui/notifications/sandbox-report", handleReport],
  ["ui/notifications/sandbox-escape", (app) => app.mode === "fullscreen" && setDisplayMode(app, "inline")],
  ["notifications/tools/list_changed", listAppTools],
  ["notifications/cancelled", (app, { requestId }) => app.bridge?.cancel(requestId)],
  // Only logged.
  ["notifications/message", () => undefined],
]);

export async function handleRequest(
  app: HostedApp,
  method: string,
  params: PlainObject,
  signal: AbortSignal,
): Promise<unknown> {
  const handler = APP_REQUESTS.get(method);
  if (!handler) throw new RpcError(UNKNOWN_METHOD, `Unknown method “${clipped(method, 200)}”.`);
  return await handler(app, params, signal, method);
}

export function handleNotification(app: HostedApp, method: string, params: PlainObject): void {
  const handler = APP_NOTIFICATIONS.get(currentNameOf(method));
  if (handler) void handler(app, params);
  else app.note("warning", `The unknown notification “${printable(method, 100)}” was ignored.`);
}
