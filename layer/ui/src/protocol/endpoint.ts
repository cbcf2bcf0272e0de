// The endpoint at which other MCP clients reach the server.

import { headersForClients } from "../access/credentials";
import { hasHostEndpoint, hostPath } from "./host";
import { server } from "./server";

export interface Endpoint {
  readonly url: string;
  /** The headers that clients need. The values of credentials are left out. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly protocolVersion: string | undefined;
  /** The endpoint of a second process, in the newest revision. */
  readonly newest?: string;
}

/** Returns undefined if there is no endpoint that other clients could reach. */
export function endpointForClients(): Endpoint | undefined {
  const known = server.value;
  const url = hasHostEndpoint("mcp") ? new URL(hostPath("mcp"), location.origin).href : known?.endpoint;
  if (url === undefined) return undefined;
  const protocolVersion = known?.protocolVersion?.match(/^\d{4}-\d\d-\d\d$/)?.[0];
  const newest = hasHostEndpoint("mcp/2026-07-28") && protocolVersion !== undefined && protocolVersion < "2026-07-28";
  return {
    url,
    headers: headersForClients(),
    protocolVersion,
    ...(newest && { newest: new URL(hostPath("mcp/2026-07-28"), location.origin).href }),
  };
}

/** Returns the note on headers without their values. */
export function headersHint({ headers }: Pick<Endpoint, "headers">): string {
  const notes = [
    headers.some(([, value]) => value.includes("<")) && "Replace what is in angle brackets.",
    headers.some(([name]) => name === "Mcp-Ui-Token") && "The token changes at each start of mcp-ui.",
  ];
  return notes.filter(Boolean).join(" ");
}
