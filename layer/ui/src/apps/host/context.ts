import { type PlainObject, memberAt } from "../../json/plain";
import type { HostedApp } from "../model/hosted-app";
import { settings } from "../../settings";
import { SYSTEM_DARK, appearanceOf, localeOf } from "./appearance";
import { DISPLAY_MODES, MAX_APP_HEIGHT } from "./display";
import { isTold } from "./list-changes";

/** The host context of an app: the response to `ui/initialize`, and later changes. */
export const HOST_VERSION = "2026-01-26";
export const KNOWN_VERSIONS: readonly unknown[] = [HOST_VERSION, "2025-11-21", "2025-06-18"];
// Keeps the content of an app off the edges of its frame, and out of their rounded corners. A frame without a border is
// part of the page, whose column it keeps.
const INSET = 12;
const CONTENT_KINDS = { text: {}, image: {}, audio: {}, resource: {}, resourceLink: {}, structuredContent: {} };

export interface InitializeResult {
  readonly protocolVersion: unknown;
  readonly hostInfo: PlainObject;
  readonly hostCapabilities: PlainObject;
  readonly hostContext: PlainObject;
}

export function initializeResult(app: HostedApp, requested: unknown): InitializeResult {
  return {
    protocolVersion: KNOWN_VERSIONS.includes(requested) ? requested : HOST_VERSION,
    hostInfo: { name: "tower-mcp-ui", version: settings.version },
    hostCapabilities: hostCapabilities(app),
    hostContext: hostContext(app),
  };
}

function hostCapabilities({ policy, granted }: HostedApp): PlainObject {
  return {
    openLinks: {},
    downloadFile: {},
    ...(settings.mayExecute && { serverTools: { listChanged: isTold("tools") } }),
    serverResources: { listChanged: isTold("resources") },
    logging: {},
    sandbox: { permissions: Object.fromEntries(granted.map((name) => [name, {}])), csp: policy.approved },
    updateModelContext: CONTENT_KINDS,
    message: CONTENT_KINDS,
  };
}

function hostContext(app: HostedApp): PlainObject {
  return {
    toolInfo: { tool: toolForApp(app) },
    ...appearanceOf(app),
    ...layoutOf(app),
    availableDisplayModes: DISPLAY_MODES,
    locale: localeOf(app),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    userAgent: `tower-mcp-ui/${settings.version}`,
    platform: "web",
    deviceCapabilities: {
      touch: matchMedia("(any-pointer: coarse)").matches,
      hover: matchMedia("(any-hover: hover)").matches,
    },
  };
}

// The official library silently rejects a tool whose input schema is not an object schema.
function toolForApp(app: HostedApp): PlainObject {
  if (memberAt(app.tool["inputSchema"], "type") === "object") return app.tool;
  app.note("defaulted", "The tool's input schema does not describe an object; the app received a generic one.");
  return { ...app.tool, inputSchema: { type: "object" } };
}

function layoutOf({ mode, mount, prefersBorder }: HostedApp): PlainObject {
  const { clientWidth: width, clientHeight: height } = mount;
  const containerDimensions = mode === "inline" ? { width, maxHeight: MAX_APP_HEIGHT } : { width, height };
  const inset = mode === "inline" && prefersBorder === false ? 0 : INSET;
  return {
    displayMode: mode,
    containerDimensions,
    safeAreaInsets: { top: inset, right: inset, bottom: inset, left: inset },
  };
}

/** The members of the context that change while the app is open. */
export function liveContext(app: HostedApp): PlainObject {
  return { ...appearanceOf(app), ...layoutOf(app), locale: localeOf(app) };
}

/** Calls `onChange` with the names of the context members that have changed. */
export function watchContext(signal: AbortSignal, onChange: (names: readonly string[]) => void): void {
  const onTheme = () => onChange(["theme", "styles"]);
  const themes = new MutationObserver(onTheme);
  themes.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  signal.addEventListener("abort", () => themes.disconnect());
  SYSTEM_DARK.addEventListener("change", onTheme, { signal });
  addEventListener("languagechange", () => onChange(["locale"]), { signal });
}
