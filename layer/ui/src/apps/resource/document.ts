// The document of an app, taken from its resource. Failures are thrown as errors whose messages can be shown unchanged.

import { type PlainObject, asText } from "../../json/plain";
import type { TakeNote } from "../model/record";
import { settings } from "../../settings";
import { bytesOfBase64 } from "../../text/base64";
import { clipped } from "../../text/printable";
import { counted, formatNumber } from "../../text/units";
import { isAppType, isHtmlType } from "../../text/mime-type";
import { type AppMeta, tidyMeta } from "./metadata";

/** A document, or the address of an external one. */
export interface AppDocument {
  readonly html: string | undefined;
  readonly url: string | undefined;
  readonly ui: AppMeta;
}

export function appDocument(item: PlainObject, meta: PlainObject, note: TakeNote): AppDocument {
  const { mimeType } = item;
  if (!isHtmlType(mimeType)) {
    const shown = clipped(asText(mimeType ?? "none"), 200);
    throw new Error(`The resource is of the type ${shown}; an app must be text/html;profile=mcp-app.`);
  }
  if (!isAppType(mimeType)) {
    const shown = clipped(asText(mimeType), 200);
    note("warning", `The resource is of the type ${shown}, which is outdated; apps are text/html;profile=mcp-app now.`);
  }
  const html = documentText(item);
  if (html.trim() === "") throw new Error("The resource is empty.");
  const url = onlyAddress(html);
  if (url) note("warning", "The resource contains an address instead of a document.");
  return { html: url ? undefined : html, url, ui: tidyMeta(meta, note) };
}

export function documentText({ text, blob }: PlainObject): string {
  if (typeof text === "string") {
    checkSize(new Blob([text]).size);
    return text;
  }
  if (typeof blob !== "string") throw new Error("The resource has neither text nor a blob.");
  checkSize((blob.length * 3) / 4);
  return textOfBase64(blob);
}

function checkSize(bytes: number): void {
  const { htmlBytes } = settings.apps;
  if (bytes <= htmlBytes) return;
  const size = counted(Math.ceil(bytes), "byte");
  throw new Error(`The resource is too large: it has ${size}; the limit is ${formatNumber(htmlBytes)}.`);
}

function textOfBase64(data: string): string {
  try {
    return new TextDecoder().decode(bytesOfBase64(data));
  } catch {
    throw new Error("The resource's blob is not base64.");
  }
}

/** Returns the address if the text consists only of one. */
export function onlyAddress(text: string): string | undefined {
  const line = text.trim();
  return /^https?:\/\/\S+$/i.test(line) && URL.canParse(line) ? new URL(line).href : undefined;
}
