// The endpoint at which other MCP clients reach the server.

import { accessHeaders } from "../access/credentials";
import { hasHostEndpoint, hostPath } from "./host";
import { server } from "./server";

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
