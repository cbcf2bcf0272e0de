// The settings that the server gives this page in data attributes of <html>, and the limits that several folders share.

export interface AppSettings {
  readonly frames: number;
  readonly htmlBytes: number;
  readonly messageBytes: number;
  readonly messagesPerSecond: number;
  readonly queuedMessages: number;
  readonly initializeSeconds: number;
  readonly callSeconds: number;
  /** The origin of the sandbox; empty if apps run on this origin, in an opaque one. */
  readonly sandboxOrigin: string;
  /** The hashes of the only apps that may be shown, and the hashes of apps that may not be shown. */
  readonly allow: readonly string[];
  readonly block: readonly string[];
  /** The names of these settings, if the program has them. */
  readonly names: { readonly allow?: string; readonly block?: string; readonly sandboxOrigin?: string };
}

/** A setting in a sentence, such as "the setting Apps::allow (MCP_UI_APPS_ALLOW)". */
export function settingName(name: string | undefined): string {
  return name === undefined ? "a setting of the program that serves this page" : `the setting ${name}`;
}

export interface Settings {
  /** Set if the configuration has a title. */
  readonly hasTitle: boolean;
  readonly mayExecute: boolean;
  readonly keepsHistory: boolean;
  readonly historyKey: string;
  readonly version: string;
  readonly apps: AppSettings;
  /** The names of endpoints that the program around the explorer answers itself. */
  readonly hostEndpoints: readonly string[];
  /** The traffic that the viewer may see: none, that of the viewer, or that of all clients. */
  readonly traffic: TrafficScope | undefined;
  /**
   * Set if calls of other clients open the apps of their tools by themselves, unless the viewer has chosen otherwise.
   */
  readonly opensApps: boolean;
  /** Set if the server seals credentials, so that the page need not keep them. */
  readonly sealsAccess: boolean;
  /** Set if the explorer itself signs in, rather than the program around it. */
  readonly signsIn: boolean;
  /** Set if the server adds UIs to tools. */
  readonly hasUis: boolean;
}

export type TrafficScope = "own" | "all";

export function trafficScope(text: string | undefined): TrafficScope | undefined {
  return text === "own" || text === "all" ? text : undefined;
}

function readSettings(dataset: DOMStringMap): Settings {
  return {
    hasTitle: dataset["hasTitle"] === "true",
    mayExecute: dataset["allowExecute"] === "true",
    keepsHistory: dataset["history"] === "true",
    historyKey: dataset["historyKey"] ?? "",
    version: dataset["version"] ?? "",
    apps: JSON.parse(dataset["apps"] ?? "") as AppSettings,
    hostEndpoints: (dataset["hostEndpoints"] ?? "").split(" "),
    traffic: trafficScope(dataset["traffic"]),
    opensApps: dataset["openApps"] === "true",
    sealsAccess: dataset["sealsAccess"] === "true",
    signsIn: dataset["signIn"] === "true",
    hasUis: dataset["uis"] === "true",
  };
}

export const settings = readSettings(document.documentElement.dataset);

/** The title of the configuration, or a default. */
export const PAGE_TITLE = document.title;

/** The path under which the explorer lives, without a slash at its end. */
export const ROOT_PATH = location.pathname.replace(/\/$/, "");

// Maximum number of characters in a name that a consent dialog can show completely. A call of a tool with a longer one is refused.
export const MAX_NAME_CHARS = 200;

// The characters that are shown of a description. The rest is left out, or opened apart.
export const LONG_DESCRIPTION = 3000;

/**
 * The key of the browser's storage for what is kept of this server: the key of the configuration, or else the path,
 * tells it from others.
 */
export function storageKey(contents: string): string {
  return `mcp-explorer ${contents} ${settings.historyKey || ROOT_PATH}`;
}
