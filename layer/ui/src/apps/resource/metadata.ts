// The metadata of an app's resource, normalised: older names are read with a warning.

import { type PlainObject, isObject, memberAt } from "../../json/plain";
import { APP_PERMISSIONS } from "../model/permissions";
import type { TakeNote } from "../model/record";
import { printable } from "../../text/printable";

const OLDER_CSP_NAMES: ReadonlyMap<string, string> = new Map([
  ["connect_domains", "connectDomains"],
  ["resource_domains", "resourceDomains"],
  ["frame_domains", "frameDomains"],
  ["base_uri_domains", "baseUriDomains"],
  ["baseUris", "baseUriDomains"],
]);
const OLDER_META_NAMES: ReadonlyMap<string, string> = new Map([
  ["mcp-ui/widgetCSP", "csp"],
  ["mcp-ui/widgetDomain", "domain"],
  ["mcp-ui/widgetPrefersBorder", "prefersBorder"],
]);

/** The policy and the permissions that an app requests. */
export interface AppMeta {
  readonly csp: unknown;
  readonly permissions: readonly string[];
  readonly prefersBorder: boolean | undefined;
}

/** Returns undefined if there is no metadata for apps. */
export function metaOf(item: unknown, note: TakeNote): PlainObject | undefined {
  const meta = memberAt(item, "_meta") ?? memberAt(item, "meta");
  if (!isObject(meta)) return undefined;
  const { ui } = meta;
  const older = [...OLDER_META_NAMES].filter(([name]) => name in meta);
  if (!isObject(ui) && older.length === 0) return undefined;
  if (!memberAt(item, "_meta")) note("warning", "The resource has “meta” instead of “_meta”.");
  for (const [name, current] of older) {
    note("warning", `The resource uses _meta["${name}"], an older name of _meta.ui.${current}.`);
  }
  const renamed = older.map(([name, current]): [string, unknown] => [current, meta[name]]);
  return { ...Object.fromEntries(renamed), ...(isObject(ui) && ui) };
}

export function tidyMeta(ui: PlainObject, note: TakeNote): AppMeta {
  if (ui["domain"] !== undefined) note("refused", "A dedicated domain for the app is not supported.");
  const { prefersBorder } = ui;
  return {
    csp: isObject(ui["csp"]) ? tidyCsp(ui["csp"], note) : ui["csp"],
    permissions: permissionsOf(ui["permissions"], note),
    prefersBorder: typeof prefersBorder === "boolean" ? prefersBorder : undefined,
  };
}

function tidyCsp(declared: PlainObject, note: TakeNote): PlainObject {
  const csp = { ...declared };
  for (const [older, name] of OLDER_CSP_NAMES) {
    if (csp[older] === undefined) continue;
    note("warning", `csp.${older} is read as csp.${name}.`);
    csp[name] ??= csp[older];
    Reflect.deleteProperty(csp, older);
  }
  return csp;
}

function permissionsOf(permissions: unknown, note: TakeNote): string[] {
  if (permissions === undefined) return [];
  if (!isObject(permissions)) {
    note("refused", "The permissions are not an object and were ignored.");
    return [];
  }
  const requested = Object.keys(permissions);
  for (const name of requested) {
    if (!APP_PERMISSIONS.has(name)) note("refused", `Unknown permission “${printable(name, 60)}”.`);
  }
  return requested.filter((name) => APP_PERMISSIONS.has(name));
}
