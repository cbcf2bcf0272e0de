import { type MaybeNode, plainValue, valueOf } from "../json/node";
import { memberAt } from "../json/plain";
import { server } from "../protocol/server";
import { PAGE_TITLE, settings } from "../settings";
import { printable } from "../text/printable";

const SERVER_INFO = "io.modelcontextprotocol/serverInfo";

/** The name of the server that asks, which may be in the metadata of its result. */
export function serverName(result?: MaybeNode): string {
  const info = plainValue(valueOf(valueOf(result, "_meta"), SERVER_INFO)) ?? server.value;
  return nameOf(info, settings.hasTitle ? PAGE_TITLE : "");
}

/**
 * The name that a server gives itself proves nothing, so the title that the operator has given to the page is part of
 * it.
 */
export function nameOf(info: unknown, operatorTitle: string): string {
  const claimed = [memberAt(info, "title"), memberAt(info, "name")].find(
    (name) => typeof name === "string" && name !== "",
  );
  const name = printable((claimed as string | undefined) ?? "", 60);
  const title = printable(operatorTitle, 60);
  if (!name || !title || name === title) return name || title || "The MCP server";
  return `${name} (${title})`;
}
