// The UIs that the server has added to its tools, as their results need them.

import { type JsonNode, type MaybeNode, isTrue, rawOf, valueOf } from "../../json/node";
import { memberAt } from "../../json/plain";
import { readJson } from "../../json/read";
import { RENDER_DATA } from "../legacy/results";
import { fetchText } from "../../protocol/requests";
import { violationsOf } from "../../protocol/violations";
import { ROOT_PATH, settings } from "../../settings";
import { type CatalogUi, problemsText, readCatalog } from "./catalog";

// The checks of data at the same time, which the results of agents could flood. A further result is not given to the UI.
const MOST_CHECKS = 32;

let checks = 0;

export interface AddedUi extends CatalogUi {
  /** Set if stories of it can be saved. */
  readonly isWritable: boolean;
}

// By URI, which changes with the document of a UI. A new schema for the same document counts once the page is loaded again.
const known = new Map<string, Promise<AddedUi | undefined>>();

/** Returns the UI of the server's catalog with this URI; undefined for an app that the MCP server has itself. */
export async function addedUi(uri: string): Promise<AddedUi | undefined> {
  if (!settings.hasUis) return undefined;
  const reading = known.get(uri) ?? readAdded(uri);
  known.set(uri, reading);
  return reading;
}

async function readAdded(uri: string): Promise<AddedUi | undefined> {
  try {
    const list: unknown = JSON.parse(await fetchText(`${ROOT_PATH}/uis`));
    const ui = readCatalog(list).find((one) => one.uri === uri);
    return ui && { ...ui, isWritable: memberAt(list, "writable") === true };
  } catch {
    known.delete(uri);
    return undefined;
  }
}

/** The data that a UI gets with a result: those that the server has derived for it, or else the structured content. */
export function renderDataIn(result: MaybeNode): MaybeNode {
  if (isTrue(valueOf(result, "isError"))) return undefined;
  return valueOf(valueOf(result, "_meta"), RENDER_DATA) ?? valueOf(result, "structuredContent");
}

/** Returns the reason why the UI with this URI cannot show a result, if the server has added it; empty if it can. */
export async function misfitOfResult(uri: string, result: MaybeNode): Promise<string> {
  const data = renderDataIn(result);
  const ui = data && (await addedUi(uri));
  return ui ? misfitOf(ui, data) : "";
}

// Empty also if the data cannot be checked.
async function misfitOf({ name, hasSchema }: CatalogUi, data: JsonNode): Promise<string> {
  if (!hasSchema) return "";
  if (checks >= MOST_CHECKS) return "too many results came at once";
  const path = `${ROOT_PATH}/uis/${encodeURIComponent(name)}/check`;
  checks += 1;
  try {
    const verdict = readJson(await fetchText(path, { method: "POST", body: rawOf(data) }));
    const [first, ...others] = violationsOf(verdict) ?? [];
    if (!first) return "";
    return `the data do not match the schema${first.path ? " at " : ": "}${problemsText([first, ...others])}`;
  } catch {
    return "";
  } finally {
    checks -= 1;
  }
}
