// The app that a tool declares in its metadata, with warnings about older or invalid declarations.

import { type PlainObject, asText, memberAt } from "../json/plain";
import { clipped } from "../text/printable";

const OLDER_LINKS = ["ui/resourceUri", "mcp-ui/resourceUri", "openai/outputTemplate"];

export interface DeclaredApp {
  readonly uri: string;
  readonly warnings: readonly string[];
  /** The reason why the app cannot be shown. */
  readonly problem: string | undefined;
}

/** Returns undefined for a tool without an app. */
export function declaredApp(tool: PlainObject): DeclaredApp | undefined {
  const meta = metaOfTool(tool);
  const ui = memberAt(meta, "ui");
  const linked = memberAt(ui, "resourceUri");
  const older = OLDER_LINKS.find((name) => isOlderLink(name, memberAt(meta, name)));
  const uri = linked ?? (older === undefined ? undefined : memberAt(meta, older));
  if (uri === undefined) return undefined;
  const warnings: string[] = [];
  if (linked === undefined)
    warnings.push(`The tool names its app in _meta["${older}"], an older name of _meta.ui.resourceUri.`);
  else if (older && memberAt(meta, older) !== linked) {
    warnings.push(`_meta["${older}"] differs from _meta.ui.resourceUri, which is used.`);
  }
  if (!tool["_meta"]) warnings.push("The tool has “meta” instead of “_meta”.");
  for (const name of ["csp", "permissions"]) {
    if (memberAt(ui, name) !== undefined) {
      warnings.push(`_meta.ui.${name} of the tool is ignored: it belongs to the resource.`);
    }
  }
  const problem = isAppUri(uri)
    ? undefined
    : `The tool names ${clipped(JSON.stringify(uri), 200)} as its app, which is not a ui:// URI.`;
  return { uri: asText(uri), warnings, problem };
}

function isOlderLink(name: string, value: unknown): boolean {
  return value !== undefined && (name !== "openai/outputTemplate" || isAppUri(value));
}

function metaOfTool(tool: PlainObject): unknown {
  return tool["_meta"] ?? tool["meta"];
}

export function isAppUri(uri: unknown): uri is string {
  return typeof uri === "string" && uri.startsWith("ui://");
}

export function isVisibleTo(tool: PlainObject, audience: "app" | "model"): boolean {
  const visibility = memberAt(memberAt(metaOfTool(tool), "ui"), "visibility");
  return !Array.isArray(visibility) || visibility.includes(audience);
}
