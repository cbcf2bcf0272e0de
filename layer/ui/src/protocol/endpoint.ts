// The endpoint at which other MCP clients reach the server.

import { accessHeaders } from "../access/credentials";
import { hasHostEndpoint, hostPath } from "./host";
import { server } from "./server";

const START_TOKEN = "mcp-ui-token";

export interface Endpoint {
  readonly url: string;
  // The headers that this page sends, without their values.
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly protocolVersion: string | undefined;
}

// Returns undefined if there is no endpoint that other clients could reach.
export function endpointForClients(): Endpoint | undefined {
  const known = server.value;
  const url = hasHostEndpoint("mcp") ? new URL(hostPath("mcp"), location.origin).href : known?.endpoint;
  if (url === undefined) return undefined;
  const protocolVersion = known?.protocolVersion?.match(/^\d{4}-\d\d-\d\d$/)?.[0];
  return { url, headers: placeholders(), protocolVersion };
}

function placeholders(): Endpoint["headers"] {
  return [...accessHeaders()].map(([name, value]) => [
    name,
    value.startsWith("Bearer ") ? "Bearer <token>" : "<value>",
  ]);
}

// Returns the note on headers without their values.
export function headersHint({ headers }: Pick<Endpoint, "headers">): string {
  if (headers.length === 0) return "";
  const ofStart = headers.some(([name]) => name === START_TOKEN);
  const source = " The token is in the line “Agents connect to” that mcp-ui printed, and changes at each start.";
  return `Replace what is in angle brackets.${ofStart ? source : ""}`;
}
