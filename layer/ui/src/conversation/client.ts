// What this page offers to the server as an MCP client: the capabilities that the user has switched on, and the revision.

import { signal } from "@preact/signals";
import { store, stored } from "../dom/storage";
import { type MaybeNode, membersOf } from "../json/node";
import { compactObject } from "../json/write";
import { memberAt } from "../json/plain";

export const CAPABILITIES = ["form", "url", "sampling", "samplingTools", "samplingContext", "roots"] as const;
export type Capability = (typeof CAPABILITIES)[number];

export const REVISIONS = ["automatic", "newest", "older"] as const;
export type RevisionChoice = (typeof REVISIONS)[number];

export interface ClientSettings {
  readonly capabilities: ReadonlySet<Capability>;
  readonly revision: RevisionChoice;
}

const CLIENT_KEY = "mcp-explorer client";
const INITIAL: readonly Capability[] = ["form", "url", "sampling", "roots"];

export const client = signal<ClientSettings>(parsedClient(stored(CLIENT_KEY)));

export function setClient(changes: Partial<ClientSettings>): void {
  client.value = { ...client.value, ...changes };
  const { capabilities, revision } = client.value;
  store(CLIENT_KEY, JSON.stringify({ capabilities: [...capabilities], revision }));
}

export function allow(names: readonly Capability[]): void {
  setClient({ capabilities: new Set([...client.value.capabilities, ...names]) });
}

// Reads the settings leniently: another version of the page may have stored them.
export function parsedClient(text: string | null): ClientSettings {
  let settings: unknown;
  try {
    settings = JSON.parse(text ?? "null");
  } catch {
    // Treated like settings that are absent.
  }
  const names = memberAt(settings, "capabilities");
  const revision = memberAt(settings, "revision");
  return {
    capabilities: new Set(Array.isArray(names) ? CAPABILITIES.filter((name) => names.includes(name)) : INITIAL),
    revision: REVISIONS.find((choice) => choice === revision) ?? "automatic",
  };
}

// The capabilities in the form of MCP, as JSON text.
export function capabilitiesText({ capabilities }: ClientSettings): string {
  const group = (members: Partial<Record<string, Capability>>) => {
    const switchedOn = Object.entries(members).filter(([, name]) => name && capabilities.has(name));
    return compactObject(switchedOn.map(([member]) => [member, "{}"]));
  };
  const elicitation = group({ form: "form", url: "url" });
  const sampling = group({ tools: "samplingTools", context: "samplingContext" });
  return compactObject([
    ["elicitation", elicitation === "{}" ? undefined : elicitation],
    ["sampling", capabilities.has("sampling") ? sampling : undefined],
    ["roots", capabilities.has("roots") ? "{}" : undefined],
  ]);
}

// Returns the switches that capabilities in the form of MCP require; undefined if they require what the page has no switch for.
export function requiredSwitches(required: MaybeNode): Capability[] | undefined {
  const names = membersOf(required).flatMap(({ key, value }) => {
    const members = membersOf(value).map((member) => SWITCHES.get(`${key}.${member.key}`));
    // An empty elicitation capability means forms.
    return key === "elicitation" && members.length > 0 ? members : [SWITCHES.get(key), ...members];
  });
  return names.every((name) => name !== undefined) ? names : undefined;
}

const SWITCHES: ReadonlyMap<string, Capability> = new Map<string, Capability>([
  ["elicitation", "form"],
  ["elicitation.form", "form"],
  ["elicitation.url", "url"],
  ["sampling", "sampling"],
  ["sampling.tools", "samplingTools"],
  ["sampling.context", "samplingContext"],
  ["roots", "roots"],
]);
