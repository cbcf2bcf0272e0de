// Reads the resource of an app and checks it. Failures are thrown as errors whose messages can be shown unchanged.

import { type PlainObject, asText, isObject, memberAt } from "../../json/plain";
import type { TakeNote } from "../model/record";
import { fetchText, readResponse } from "../../protocol/requests";
import { ROOT_PATH } from "../../settings";
import { messageOf } from "../../text/error";
import { clipped } from "../../text/printable";
import { type AppDocument, appDocument } from "./document";
import { hashOf, serverHash } from "./hash";
import { metaOf } from "./metadata";

export interface ReadApp extends AppDocument {
  readonly sha256: string | undefined;
}

export async function readAppResource(uri: string, signal: AbortSignal, note: TakeNote): Promise<ReadApp> {
  const path = `${ROOT_PATH}/resources/read?uri=${encodeURIComponent(uri)}`;
  const { text, headers } = await readResponse(path, { signal });
  const listed = memberAt(JSON.parse(text), "contents");
  const contents: unknown[] = Array.isArray(listed) ? listed : [];
  const item = contents.find((content) => memberAt(content, "uri") === uri) ?? contents[0];
  if (contents.length === 0) throw new Error("The resource has no contents.");
  if (!isObject(item)) throw new Error("The content of the resource is not an object.");
  if (contents.length > 1) {
    note("warning", `The resource has ${contents.length} contents instead of one; one of them is shown.`);
  }
  if (item["uri"] !== uri) {
    note("warning", `The server returned ${clipped(asText(item["uri"]), 200)} instead of ${uri}.`);
  }
  const app = appDocument(item, (await declaredMeta(item, uri, signal, note)) ?? {}, note);
  return { ...app, sha256: serverHash(headers, contents, item) ?? (await hashOf(item)) };
}

// The metadata of the content takes precedence; the list of resources is read only if it has none.
async function declaredMeta(
  item: PlainObject,
  uri: string,
  signal: AbortSignal,
  note: TakeNote,
): Promise<PlainObject | undefined> {
  const meta = metaOf(item, note);
  if (meta) return meta;
  try {
    const resources: unknown = JSON.parse(await fetchText(`${ROOT_PATH}/resources`, { signal }));
    const all: unknown[] = Array.isArray(resources) ? resources : [];
    const resource = all.find((one) => memberAt(one, "uri") === uri);
    const listed = metaOf(resource, note);
    if (listed) {
      note(
        "defaulted",
        "The app's metadata is taken from the list of resources, because the resource itself has none.",
      );
    }
    return listed;
  } catch (problem) {
    if (!signal.aborted) note("warning", `The list of resources cannot be read: ${messageOf(problem)}`);
    return undefined;
  }
}
