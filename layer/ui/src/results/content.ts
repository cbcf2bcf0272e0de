// Views of a result's content items, by type. Everything is shown as data: nothing is executed or fetched.

import { copyButton } from "../dom/copy";
import { element, nameNode } from "../dom/element";
import { type JsonNode, type ScalarNode, rawOf, stringOf, textAt, valueOf } from "../json/node";
import { readingJson, tryReadJson } from "../json/read";
import { decodingString } from "../json/string";
import { compactJson } from "../json/write";
import { finishInSlices } from "../scheduling/slices";
import { base64Size } from "../text/base64";
import { clipped } from "../text/printable";
import { formatSize } from "../text/units";
import { SMALL_TEXT, textViewer } from "../viewer/text-viewer";
import type { ItemView, Position } from "./item-view";
import { binaryDownload, mediaItem } from "./media";

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
  const { view, facts } = CONTENT_VIEWS.get(type)?.(item, position) ?? { view: jsonItem(item, position), facts: [] };
  const annotations = valueOf(item, "annotations");
  const hints = [...facts, annotations && compactJson(annotations)].map(
    (fact) => fact && element("span", nameNode(fact)),
  );
  return element("li.item", element("div.item-head.hint", element("strong", nameNode(type, 60)), hints), view);
}

function textItem(item: JsonNode, position: Position): ItemView | undefined {
  const text = valueOf(item, "text");
  if (text?.type !== "string") return undefined;
  return { view: viewerOfString(text, `Text of item ${position}`, `item-${position}.txt`), facts: [] };
}

// A text that looks like a JSON object or array, judging by its first and last characters, can be shown formatted.
function viewerOfString(node: ScalarNode, label: string, filename: string): HTMLElement {
  if (node.end - node.start <= SMALL_TEXT) {
    const text = stringOf(node) ?? "";
    return textViewer(text, { label, filename, json: looksLikeJson(text) ? tryReadJson(text) : undefined });
  }
  const container = element("div");
  const show = async () => {
    const text = await finishInSlices(decodingString(node));
    const json = looksLikeJson(text) ? await finishInSlices(readingJson(text)).catch(() => undefined) : undefined;
    container.replaceChildren(textViewer(text, { label, filename, json }));
  };
  void show();
  return container;
}

function looksLikeJson(text: string): boolean {
  return /^\s*[[{]/.test(text.slice(0, 1000)) && /[\]}]\s*$/.test(text.slice(-1000));
}

function resourceItem(item: JsonNode, position: Position): ItemView | undefined {
  const resource = valueOf(item, "resource");
  const text = valueOf(resource, "text");
  const blob = textAt(resource, "blob");
  const uri = textAt(resource, "uri") ?? "";
  const name = uri.split(/[/\\]/).at(-1) || `item-${position}`;
  let view: Node;
  if (blob !== undefined) view = binaryDownload(blob, name);
  else if (text?.type === "string") view = viewerOfString(text, `Resource of item ${position}`, name);
  else return undefined;
  const media = element("div.media", uri && element("p.mono", nameNode(uri, 1000)), view);
  return { view: media, facts: [textAt(resource, "mimeType"), blob !== undefined && base64Size(blob)] };
}

function linkItem(item: JsonNode): ItemView | undefined {
  const uri = textAt(item, "uri");
  if (uri === undefined) return undefined;
  const size = valueOf(item, "size");
  const title = textAt(item, "title") ?? textAt(item, "name") ?? "";
  const view = element(
    "div",
    title && element("p", element("strong", nameNode(title, 300))),
    element("p.prose", clipped(textAt(item, "description") ?? "", 4000)),
    element(
      "p.mono",
      nameNode(uri, 1000),
      copyButton(() => uri),
    ),
  );
  return { view, facts: [textAt(item, "mimeType"), size?.type === "number" && formatSize(Number(rawOf(size)))] };
}

function jsonItem(item: JsonNode, position: Position): HTMLElement {
  const options = { label: `Item ${position} as JSON`, filename: `item-${position}.json`, json: item };
  return textViewer(rawOf(item), options);
}
