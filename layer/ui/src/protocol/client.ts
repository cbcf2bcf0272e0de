// The offer of this page to the server as an MCP client: the capabilities that the user has switched on, and the revision.

import { signal } from "@preact/signals";
import { store, stored } from "../dom/storage";
import { type MaybeNode, membersOf } from "../json/node";
import { type PlainObject, memberAt, parsedJson } from "../json/plain";
import type { LiveRequest } from "./live";

/** The capabilities by their path in the capabilities of MCP, with what each permits. */
export const CAPABILITIES: ReadonlyMap<string, string> = new Map([
  ["elicitation.form", "The server may ask you to fill in a form"],
  ["elicitation.url", "The server may ask you to open a web page, for example to sign in"],
  ["sampling", "The server may ask a model; you write the reply"],
  ["sampling.tools", "The model may call tools"],
  ["sampling.context", "The model may get context from servers"],
  ["roots", "The server may ask which folders to work in"],
  ["tasks", "The server may run a call as a task, which goes on when the page is closed"],
]);

const TASKS_EXTENSION = "io.modelcontextprotocol/tasks";

export const REVISIONS = ["automatic", "newest", "older"] as const;

/** The levels of MCP, from the least to the most severe. */
export const LOG_LEVELS = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"] as const;

type LogLevel = (typeof LOG_LEVELS)[number];

export interface ClientSettings {
  /** Paths of capabilities. */
  readonly allowed: readonly string[];
  readonly revision: (typeof REVISIONS)[number];
  /** The least severity of log messages; undefined for all that the server sends by itself. */
  readonly logLevel: LogLevel | undefined;
}

const CLIENT_KEY = "mcp-explorer client";
const INITIAL = ["elicitation.form", "elicitation.url", "sampling", "roots", "tasks"];

export const client = signal(parsedClient(stored(CLIENT_KEY)));

export function setClient(changes: Partial<ClientSettings>): void {
  client.value = { ...client.value, ...changes };
  const { allowed, logLevel } = client.value;
  store(CLIENT_KEY, JSON.stringify({ allowed, logLevel }));
}

/**
 * Reads the settings leniently: another version of the page may have stored them. The revision is not kept, since the
 * server at this address may be another one, which does not speak it.
 */
export function parsedClient(text: string | null): ClientSettings {
  const settings = parsedJson(text ?? "");
  const allowed = memberAt(settings, "allowed");
  return {
    allowed: Array.isArray(allowed) ? allowed.filter((path) => CAPABILITIES.has(path as string)) : INITIAL,
    revision: "automatic",
    logLevel: LOG_LEVELS.find((level) => level === memberAt(settings, "logLevel")),
  };
}

/** The path of the capability that this one is a part of, if the page has a switch for that. */
export function wholeOf(path: string): string | undefined {
  return [path.split(".")[0]!].find((whole) => whole !== path && CAPABILITIES.has(whole));
}

/** The capabilities in the form of MCP, as JSON text. */
export function capabilitiesText({ allowed }: ClientSettings): string {
  const root: PlainObject = {};
  for (const path of CAPABILITIES.keys()) {
    if (![wholeOf(path), path].every((part) => part === undefined || allowed.includes(part))) continue;
    if (path === "tasks") Object.assign(root, taskCapabilities(root));
    else addPath(root, path.split("."));
  }
  return JSON.stringify(root);
}

function addPath(root: PlainObject, path: readonly string[]): void {
  let at = root;
  for (const step of path) at = (at[step] ??= {}) as PlainObject;
}

// The extension of 2026-07-28, and the capability of 2025-11-25, by which the server may also ask its questions as tasks.
function taskCapabilities(others: PlainObject): PlainObject {
  const requests = {
    ...("elicitation" in others && { elicitation: { create: {} } }),
    ...("sampling" in others && { sampling: { createMessage: {} } }),
  };
  return { tasks: { list: {}, cancel: {}, requests }, extensions: { [TASKS_EXTENSION]: {} } };
}

/**
 * Returns the switches that capabilities in the form of MCP require; undefined if they require what the page has no
 * switch for.
 */
export function requiredPaths(required: MaybeNode): string[] | undefined {
  const paths = membersOf(required).flatMap(({ key, value }) => {
    const parts = membersOf(value).map((part) => `${key}.${part.key}`);
    if (key === "extensions") return parts.map((part) => (part === `extensions.${TASKS_EXTENSION}` ? "tasks" : part));
    if (key === "tasks") return ["tasks"];
    if (key !== "elicitation") return [key, ...parts];
    // An empty one means forms.
    return parts.length > 0 ? parts : ["elicitation.form"];
  });
  return paths.every((path) => CAPABILITIES.has(path)) ? paths : undefined;
}

export function capabilityName(path: string): string {
  return path.replace(".", " by ").replace("sampling by", "sampling with").replace("url", "URL");
}

/**
 * The header by which the explorer uses the same capabilities and revision for other requests, such as those for the
 * list of tools, which can depend on them.
 */
export function clientHeader(): Record<string, string> {
  const { revision } = client.value;
  return { "Mcp-Ui-Client": `{"capabilities":${capabilitiesText(client.value)},"revision":"${revision}"}` };
}

/** The part of a live request that says which client sends it: capabilities as JSON text, and the revision. */
export type ClientOffer = Pick<LiveRequest, "capabilities" | "revision">;

export function currentOffer(): ClientOffer {
  const { revision } = client.value;
  return { capabilities: capabilitiesText(client.value), revision: revision === "automatic" ? undefined : revision };
}
