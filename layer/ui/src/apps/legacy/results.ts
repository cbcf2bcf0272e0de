// The apps that are embedded in a tool's result.

import { type PlainObject, isObject, memberAt } from "../../json/plain";
import { isAppUri } from "../../tools/declared-app";

export const RENDER_DATA = "mcpui.dev/ui-initial-render-data";

export interface EmbeddedApp extends PlainObject {
  readonly uri: string;
}

export function embeddedApps(result: unknown): EmbeddedApp[] {
  const content = memberAt(result, "content");
  const blocks: unknown[] = Array.isArray(content) ? content : [];
  return blocks
    .filter((block) => memberAt(block, "type") === "resource")
    .map((block) => memberAt(block, "resource"))
    .filter(isEmbeddedApp);
}

function isEmbeddedApp(resource: unknown): resource is EmbeddedApp {
  return isAppUri(memberAt(resource, "uri"));
}

export function renderDataOf(resource: PlainObject): PlainObject | undefined {
  const data = memberAt(resource["_meta"], RENDER_DATA);
  return isObject(data) ? data : undefined;
}

/**
 * Returns the height in CSS pixels that a resource prefers. Other units are ignored. The width is ignored too, because
 * the frame takes the full width.
 */
export function preferredHeight(resource: PlainObject): number | undefined {
  const size = memberAt(resource["_meta"], "mcpui.dev/ui-preferred-frame-size");
  const height: unknown = Array.isArray(size) ? size[1] : undefined;
  if (typeof height === "number") return height;
  return typeof height === "string" && /^\d+(\.\d+)?(px)?$/.test(height) ? parseFloat(height) : undefined;
}
