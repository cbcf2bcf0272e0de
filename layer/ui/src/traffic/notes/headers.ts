// Rules on the HTTP headers that repeat parts of a message.

import { stringOf, textAt } from "../../json/node";
import { bytesOfBase64 } from "../../text/base64";
import { displayName } from "../../text/printable";
import { META_VERSION, metaOf, paramsOf } from "../message";
import type { TrafficRecord } from "../record";
import { type Finding, NOTHING, type Observation, type Rule, finding } from "./rule";

const STATELESS = "2026-07-28";
const WITH_VERSION_HEADER = "2025-06-18";
const NAME_MEMBERS: ReadonlyMap<string | undefined, string> = new Map([
  ["tools/call", "name"],
  ["prompts/get", "name"],
  ["resources/read", "uri"],
]);

export const HEADER_MISMATCH: Rule = {
  name: "header-mismatch",
  check: ({ record }) => {
    const { headers } = record.http ?? {};
    if (record.from !== "client" || !headers || record.raw === undefined) return NOTHING;
    const version = stringOf(metaOf(paramsOf(record), META_VERSION));
    return [
      ...mismatch("Mcp-Method", headers.get("mcp-method"), record.method),
      ...mismatch("Mcp-Name", decoded(headers.get("mcp-name")), nameIn(record)),
      ...mismatch("MCP-Protocol-Version", headers.get("mcp-protocol-version"), version),
    ];
  },
};

export const HEADER_MISSING: Rule = {
  name: "header-missing",
  check: ({ record }) => {
    const { headers } = record.http ?? {};
    if (record.from !== "client" || record.kind !== "request" || !headers) return NOTHING;
    return requiredHeaders(record)
      .filter((name) => !headers.has(name.toLowerCase()))
      .flatMap((name) => finding("error", `The header ${name} is missing. Revision ${record.revision} requires it.`));
  },
};

export const REVISION_MISSING: Rule = {
  name: "revision-missing",
  check: ({ record }: Observation) => {
    const isStateless = record.from === "client" && record.kind === "request" && record.revision === STATELESS;
    if (!isStateless || record.raw === undefined || metaOf(paramsOf(record), META_VERSION)) return NOTHING;
    return finding(
      "error",
      `The request has no member "${META_VERSION}" in "_meta". Revision ${STATELESS} requires it.`,
    );
  },
};

function requiredHeaders({ method, revision = "" }: TrafficRecord): readonly string[] {
  if (revision < WITH_VERSION_HEADER || method === "initialize") return [];
  if (revision < STATELESS) return ["MCP-Protocol-Version"];
  return ["MCP-Protocol-Version", "Mcp-Method", ...(NAME_MEMBERS.has(method) ? ["Mcp-Name"] : [])];
}

function nameIn(record: TrafficRecord): string | undefined {
  const member = NAME_MEMBERS.get(record.method);
  return member === undefined ? undefined : textAt(paramsOf(record), member);
}

function mismatch(header: string, there: string | undefined, here: string | undefined): readonly Finding[] {
  if (there === undefined || here === undefined || there === here) return NOTHING;
  return finding("error", `The header ${header} is ${displayName(there)}, but the message says ${displayName(here)}.`);
}

// Names that are no header values are sent as base64.
function decoded(value: string | undefined): string | undefined {
  const [, data] = /^=\?base64\?(.*)\?=$/.exec(value ?? "") ?? [];
  if (data === undefined) return value;
  try {
    return new TextDecoder().decode(bytesOfBase64(data));
  } catch {
    return value;
  }
}
