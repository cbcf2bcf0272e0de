import { type MaybeNode, textAt, valueOf } from "../json/node";
import { printable } from "../text/printable";

const SERVER_INFO = "io.modelcontextprotocol/serverInfo";

// The name of the server that asks. The name that it gives itself proves nothing, so the host that it is reached at is part of it.
export function serverName(result?: MaybeNode): string {
  const info = valueOf(valueOf(result, "_meta"), SERVER_INFO);
  const name = textAt(info, "title") ?? textAt(info, "name");
  return name ? `${printable(name, 60)} (${location.host})` : `The MCP server at ${location.host}`;
}
