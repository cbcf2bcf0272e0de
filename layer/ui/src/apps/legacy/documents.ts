// Documents of apps that are embedded in results, and of apps that are pages of other sites.

import type { PlainObject } from "../../json/plain";
import type { TakeNote } from "../model/record";
import { type AppDocument, appDocument, documentText, onlyAddress } from "../resource/document";
import { metaOf, tidyMeta } from "../resource/metadata";
import { typeOf } from "../../text/mime-type";

/** Returns the document of an app whose resource is embedded in a result. */
export function embeddedDocument(resource: PlainObject, note: TakeNote): AppDocument {
  const { type } = typeOf(resource["mimeType"]);
  if (type === "application/vnd.mcp-ui.remote-dom+javascript") {
    throw new Error("The app is a script for Remote DOM, which is not supported. Its source is in the result.");
  }
  if (type !== "text/uri-list") return appDocument(resource, metaOf(resource, note) ?? {}, note);
  const lines = documentText(resource)
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
  const url = lines.map(onlyAddress).find(Boolean);
  if (!url) throw new Error("The app is a list of addresses without any http or https address.");
  if (lines.length > 1) note("warning", `The app is a list of ${lines.length} addresses; the first is shown.`);
  return { html: undefined, url, ui: tidyMeta({}, note) };
}

/** A document that shows another site in a frame and relays messages in both directions. */
export function externalDocument(url: string, renderData: PlainObject | undefined): string {
  const target = new URL(url);
  if (renderData) target.searchParams.set("waitForRenderData", "true");
  const address = target.href.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
  return [
    "<!doctype html><meta charset=utf-8><meta name=color-scheme content='light dark'>",
    "<style>html,body,iframe{display:block;width:100%;height:100%;margin:0;border:0}</style>",
    `<iframe title="${address}" src="${address}"></iframe>`,
    "<script>const inner=document.querySelector('iframe').contentWindow;",
    "addEventListener('message',({source,data})=>source===inner?parent.postMessage(data,'*'):source===parent&&inner.postMessage(data,'*'))</script>",
  ].join("\n");
}
