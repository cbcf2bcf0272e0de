import { type PlainObject, asText, isObject } from "../../json/plain";
import type { HostedApp } from "../model/hosted-app";
import { clipped } from "../../text/printable";
import { HOST_VERSION, type InitializeResult, KNOWN_VERSIONS, initializeResult } from "./context";

/** The request `ui/initialize`, with which an app begins. */
export function initializeApp(app: HostedApp, params: PlainObject, _signal: AbortSignal, method: string): PlainObject {
  const { protocolVersion, appInfo = params["clientInfo"], appCapabilities = params["capabilities"] } = params;
  if (app.appInfo) app.note("warning", `The app initialises more than once, now with ${method}.`);
  if (!isObject(appInfo)) app.note("defaulted", `${method} has no “appInfo”.`);
  else if (!params["appInfo"] && method === "ui/initialize") {
    app.note("warning", "ui/initialize has “clientInfo” instead of “appInfo”.");
  }
  if (method === "ui/initialize" && !isObject(appCapabilities)) {
    app.note("defaulted", "ui/initialize has no “appCapabilities”; none are assumed.");
  }
  if (!KNOWN_VERSIONS.includes(protocolVersion)) {
    const version = clipped(asText(protocolVersion), 40);
    app.note("defaulted", `The app requests the unknown protocol version ${version}; ${HOST_VERSION} is used.`);
  }
  app.appInfo = isObject(appInfo) ? textsOf(appInfo) : {};
  app.appCapabilities = isObject(appCapabilities) ? appCapabilities : {};
  app.isDraft = method === "initialize";
  if (app.isDraft) {
    app.note("warning", "The app begins with “initialize”, as in a draft of the protocol; it is “ui/initialize” now.");
  }
  app.onInitialize();
  const result = initializeResult(app, protocolVersion);
  return app.isDraft ? draftResult(result, protocolVersion) : { ...result };
}

function textsOf(object: PlainObject): Record<string, string> {
  const texts = Object.entries(object).flatMap(([key, value]): [string, string][] =>
    typeof value === "string" ? [[key, value]] : [],
  );
  return Object.fromEntries(texts);
}

// The response to MCP's `initialize`, which the drafts used. It has the members of both protocols.
function draftResult(result: InitializeResult, requested: unknown): PlainObject {
  return {
    ...result,
    protocolVersion: requested,
    capabilities: {},
    serverInfo: result.hostInfo,
    _meta: result.hostContext,
  };
}
