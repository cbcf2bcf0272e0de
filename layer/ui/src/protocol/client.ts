// The offer of this page to the server as an MCP client: the capabilities that the user has switched on, and the revision.

import { signal } from "@preact/signals";
import { store, stored } from "../dom/storage";
import { type MaybeNode, membersOf } from "../json/node";
import { type PlainObject, memberAt, parsedJson } from "../json/plain";
import type { LiveRequest } from "./live";

// The capabilities by their path in the capabilities of MCP, with what each permits.
export const CAPABILITIES: ReadonlyMap<string, string> = new Map([
  ["elicitation.form", "The server may ask you to fill in a form"],
  ["elicitation.url", "The server may ask you to open a web page, for example to sign in"],
  ["sampling", "The server may ask a model; you answer in its place"],
  ["sampling.tools", "The model may call tools"],
  ["sampling.context", "The model may get context from servers"],
  ["roots", "The server may ask which folders to work in"],
]);

export const REVISIONS = ["automatic", "newest", "older"] as const;

export interface ClientSettings {
  // Paths of capabilities.
  readonly allowed: readonly string[];
  readonly revision: (typeof REVISIONS)[number];
}

const CLIENT_KEY = "mcp-explorer client";
const INITIAL = ["elicitation.form", "elicitation.url", "sampling", "roots"];

export const client = signal(parsedClient(stored(CLIENT_KEY)));

export function setClient(changes: Partial<ClientSettings>): void {
  client.value = { ...client.value, ...changes };
  store(CLIENT_KEY, JSON.stringify(client.value));
}

// Reads the settings leniently: another version of the page may have stored them.
export function parsedClient(text: string | null): ClientSettings {
  const settings = parsedJson(text ?? "");
  const allowed = memberAt(settings, "allowed");
  const revision = memberAt(settings, "revision");
  return {
    allowed: Array.isArray(allowed) ? allowed.filter((path) => CAPABILITIES.has(path as string)) : INITIAL,
    revision: REVISIONS.find((choice) => choice === revision) ?? "automatic",
  };
}

// The path of the capability that this one is a part of, if the page has a switch for that.
export function wholeOf(path: string): string | undefined {
  return [path.split(".")[0]!].find((whole) => whole !== path && CAPABILITIES.has(whole));
}

// The capabilities in the form of MCP, as JSON text.
export function capabilitiesText({ allowed }: ClientSettings): string {
  const root: PlainObject = {};
  for (const path of CAPABILITIES.keys()) {
    if (![wholeOf(path), path].every((part) => part === undefined || allowed.includes(part))) continue;
    let at = root;
    for (const step of path.split(".")) at = (at[step] ??= {}) as PlainObject;
  }
  return JSON.stringify(root);
}

// Returns the switches that capabilities in the form of MCP require; undefined if they require what the page has no switch for.
export function requiredPaths(required: MaybeNode): string[] | undefined {
  const paths = membersOf(required).flatMap(({ key, value }) => {
    const parts = membersOf(value).map((part) => `${key}.${part.key}`);
    if (key !== "elicitation") return [key, ...parts];
    // An empty one means forms.
    return parts.length > 0 ? parts : ["elicitation.form"];
  });
  return paths.every((path) => CAPABILITIES.has(path)) ? paths : undefined;
}

export function capabilityName(path: string): string {
  return path.replace(".", " by ").replace("sampling by", "sampling with").replace("url", "URL");
}

// The header by which the explorer uses the same capabilities and revision for other requests, such as those for the list of tools,
// which can depend on them.
export function clientHeader(): Record<string, string> {
  const { revision } = client.value;
  return { "Mcp-Ui-Client": `{"capabilities":${capabilitiesText(client.value)},"revision":"${revision}"}` };
}

// A live request with these capabilities and this revision. `params` and `resume` are JSON texts.
export function chosenRequest(method: string, params: string, resume?: string): LiveRequest {
  const { revision } = client.value;
  return {
    method,
    params,
    capabilities: capabilitiesText(client.value),
    resume,
    revision: revision === "automatic" ? undefined : revision,
  };
}
