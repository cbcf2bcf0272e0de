// Views of a result's content items, by type. Everything is shown as data: nothing is executed or fetched.

import { copyButton } from "../dom/copy";
import { element, nameNode } from "../dom/element";
import { type JsonNode, type MaybeNode, type ScalarNode, rawOf, stringOf, textAt, valueOf } from "../json/node";
import { readingJson, tryReadJson } from "../json/read";
import { decodingString } from "../json/string";
import { isObject } from "../json/plain";
import { compactJson } from "../json/write";
import { itemLink } from "../protocol/links";
import { server } from "../protocol/server";
import { finishInSlices } from "../scheduling/slices";
import { base64Size } from "../text/base64";
import { isTextType } from "../text/mime-type";
import { printableText } from "../text/printable";
import { formatSize } from "../text/units";
import { textView } from "../viewer/text-view";
import { SMALL_TEXT, textViewer } from "../viewer/text-viewer";
import type { ItemView, Position } from "./item-view";
import { binaryDownload, familyOf, mediaItem, mediaView } from "./media";
import { textOfBlob } from "./text-blob";

type ItemViewer = (item: JsonNode, position: Position) => ItemView | undefined;

const CONTENT_VIEWS: ReadonlyMap<unknown, ItemViewer> = new Map<unknown, ItemViewer>([
  ["text", textItem],
  ["image", mediaItem],
  ["audio", mediaItem],
  ["resource", resourceItem],
  ["resource_link", linkItem],
]);

export function isContentType(type: unknown): boolean {
  return CONTENT_VIEWS.has(type);
}

export function contentItem(item: JsonNode, position: Position): HTMLElement {
  const type = textAt(item, "type") ?? "untyped";
  return itemFrame(item, type, CONTENT_VIEWS.get(type)?.(item, position) ?? jsonItem(item, position));
}

// One of the contents of a resource that was read.
export function resourceContents(item: JsonNode, position: Position): HTMLElement {
  const kind = valueOf(item, "blob") ? "blob" : valueOf(item, "text") ? "text" : "untyped";
  return itemFrame(item, kind, resourceView(item, position) ?? jsonItem(item, position));
}

function itemFrame(item: JsonNode, label: string, { view, facts }: ItemView): HTMLElement {
  const annotations = valueOf(item, "annotations");
  const hints = [...facts, annotations && compactJson(annotations)].map(
    (fact) => fact && element("span", nameNode(fact)),
  );
  return element("li.item", element("div.item-head.hint", element("strong", nameNode(label, 60)), hints), view);
}

function textItem(item: JsonNode, position: Position): ItemView | undefined {
  const text = valueOf(item, "text");
  if (text?.type !== "string") return undefined;
  const options = { label: `Text of item ${position}`, filename: `item-${position}.txt` };
  return { view: viewOfString(text, options), facts: [] };
}

interface StringOptions {
  readonly label: string;
  readonly filename: string;
  readonly mimeType?: string | undefined;
}

// A text that looks like a JSON object or array, judging by its first and last characters, is shown as such.
function viewOfString(node: ScalarNode, options: StringOptions): HTMLElement {
  if (node.end - node.start <= SMALL_TEXT) return viewOfSmallText(stringOf(node) ?? "", options);
  return viewOfLargeText(finishInSlices(decodingString(node)), options);
}

function viewOfSmallText(text: string, options: StringOptions): HTMLElement {
  return textView(text, { ...options, json: looksLikeJson(text) ? tryReadJson(text) : undefined });
}

function viewOfLargeText(decoded: Promise<string>, options: StringOptions): HTMLElement {
  const container = element("div.text");
  const show = async () => {
    const text = await decoded;
    const json = looksLikeJson(text) ? await finishInSlices(readingJson(text)).catch(() => undefined) : undefined;
    container.replaceChildren(textView(text, { ...options, json }));
  };
  void show();
  return container;
}

function viewOfTextBlob(blob: string, options: StringOptions): HTMLElement {
  const decoded = textOfBlob(blob);
  if ("problem" in decoded) {
    return element("div", element("p.hint", decoded.problem), binaryDownload(blob, options.filename));
  }
  const { text } = decoded;
  return text.length <= SMALL_TEXT ? viewOfSmallText(text, options) : viewOfLargeText(Promise.resolve(text), options);
}

function looksLikeJson(text: string): boolean {
  return /^\s*[[{]/.test(text.slice(0, 1000)) && /[\]}]\s*$/.test(text.slice(-1000));
}

function resourceItem(item: JsonNode, position: Position): ItemView | undefined {
  return resourceView(valueOf(item, "resource"), position);
}

// The contents of a resource; undefined if they have neither a text nor binary data.
function resourceView(resource: MaybeNode, position: Position): ItemView | undefined {
  const text = valueOf(resource, "text");
  const blob = textAt(resource, "blob");
  const uri = textAt(resource, "uri") ?? "";
  const name = uri.split(/[/\\]/).at(-1) || `item-${position}`;
  let view: Node;
  const mimeType = textAt(resource, "mimeType");
  const options = { label: `Resource of item ${position}`, filename: name, mimeType };
  if (blob !== undefined && familyOf(mimeType ?? "")) view = mediaView(blob, mimeType!, position);
  else if (blob !== undefined && isTextType(mimeType)) view = viewOfTextBlob(blob, options);
  else if (blob !== undefined) view = binaryDownload(blob, name);
  else if (text?.type === "string") view = viewOfString(text, options);
  else return undefined;
  const media = element("div.media", uri && element("p.mono", nameNode(uri, 1000)), view);
  return { view: media, facts: [mimeType, blob !== undefined && base64Size(blob)] };
}

function linkItem(item: JsonNode): ItemView | undefined {
  const uri = textAt(item, "uri");
  if (uri === undefined) return undefined;
  const size = valueOf(item, "size");
  const title = textAt(item, "title") ?? textAt(item, "name") ?? "";
  const view = element(
    "div",
    title && element("p", element("strong", nameNode(title, 300))),
    element("p.prose", printableText(textAt(item, "description") ?? "", 4000)),
    element(
      "p.mono",
      nameNode(uri, 1000),
      copyButton(() => uri),
      isObject(server.value?.capabilities?.["resources"]) &&
        element("a", { href: itemLink({ kind: "resource", id: uri }) }, "Read"),
    ),
  );
  return { view, facts: [textAt(item, "mimeType"), size?.type === "number" && formatSize(Number(rawOf(size)))] };
}

function jsonItem(item: JsonNode, position: Position): ItemView {
  const options = { label: `Item ${position} as JSON`, filename: `item-${position}.json`, json: item };
  return { view: textViewer(rawOf(item), options), facts: [] };
}
