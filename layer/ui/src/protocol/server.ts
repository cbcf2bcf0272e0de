// The description of the server, `GET {prefix}/server`.

import { signal } from "@preact/signals";
import { type PlainObject, isObject, memberAt } from "../json/plain";
import { ROOT_PATH } from "../settings";
import { clientHeader } from "./client";
import { type CacheMode, fetchText } from "./requests";

/** The facts that are known about the server. Whatever is absent or of another type than MCP requires is undefined. */
export interface Server {
  readonly name: string | undefined;
  readonly title: string | undefined;
  readonly version: string | undefined;
  readonly description: string | undefined;
  readonly websiteUrl: string | undefined;
  readonly icons: unknown;
  readonly instructions: string | undefined;
  readonly capabilities: PlainObject | undefined;
  readonly protocolVersion: string | undefined;
  readonly supportedVersions: readonly string[];
  /** The URL at which other MCP clients reach the server. */
  readonly endpoint: string | undefined;
  readonly excludedTools: readonly PlainObject[];
}

/** The server, as it was last read. */
export const server = signal<Server | undefined>(undefined);

export async function fetchServer(cache: CacheMode): Promise<Server> {
  return readServer(JSON.parse(await fetchText(`${ROOT_PATH}/server`, { cache, headers: clientHeader() })));
}

export function readServer(answer: unknown): Server {
  const info = memberAt(answer, "serverInfo");
  const capabilities = memberAt(answer, "capabilities");
  const endpoint = textIn(answer, "mcpEndpoint");
  return {
    name: textIn(info, "name"),
    title: textIn(info, "title"),
    version: textIn(info, "version"),
    description: textIn(info, "description"),
    websiteUrl: textIn(info, "websiteUrl"),
    icons: memberAt(info, "icons"),
    instructions: textIn(answer, "instructions"),
    capabilities: isObject(capabilities) ? capabilities : undefined,
    protocolVersion: textIn(answer, "protocolVersion"),
    supportedVersions: listIn(answer, "supportedVersions").filter((version) => typeof version === "string"),
    endpoint: endpoint && new URL(endpoint, `${location.origin}${ROOT_PATH}/`).href,
    excludedTools: listIn(answer, "excludedTools").filter(isObject),
  };
}

// Blank texts count as absent.
function textIn(value: unknown, key: string): string | undefined {
  const text = memberAt(value, key);
  return typeof text === "string" && text.trim() ? text : undefined;
}

function listIn(value: unknown, key: string): readonly unknown[] {
  const list = memberAt(value, key);
  return Array.isArray(list) ? list : [];
}
