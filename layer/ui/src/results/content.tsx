// Views of a result's content items, by type. Everything is shown as data: nothing is executed or fetched.

import type { VNode } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { CopyButton } from "../dom/copy";
import { Name } from "../dom/name";
import { type JsonNode, type MaybeNode, type ScalarNode, rawOf, stringOf, textAt, valueOf } from "../json/node";
import { readingJson, tryReadJson } from "../json/read";
import { decodingString } from "../json/string";
import { isObject } from "../json/plain";
import { itemLink } from "../protocol/links";
import { server } from "../protocol/server";
import { finishInSlices } from "../scheduling/slices";
import { base64Size } from "../text/base64";
import { isTextType } from "../text/mime-type";
import { printableText } from "../text/printable";
import { formatSize } from "../text/units";
import { TextView } from "../viewer/text-view";
import { SMALL_TEXT, TextViewer } from "../viewer/text-viewer";
import { annotationWords } from "./annotations";
import type { ItemView, Position } from "./item-view";
import { BinaryDownload, Media, familyOf, mediaItem } from "./media";
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

interface ItemProps {
  readonly item: JsonNode;
  readonly position: Position;
}

/** An item of a result's `content`. */
export function ContentItem({ item, position }: ItemProps): VNode {
  return useMemo(() => {
    const type = textAt(item, "type") ?? "untyped";
    return itemFrame(item, type, CONTENT_VIEWS.get(type)?.(item, position) ?? jsonItem(item, position));
  }, [item, position]);
}

/** One of the contents of a resource that was read. */
export function ResourceContents({ item, position }: ItemProps): VNode {
  return useMemo(() => {
    const kind = valueOf(item, "blob") ? "blob" : valueOf(item, "text") ? "text" : "untyped";
    return itemFrame(item, kind, resourceView(item, position) ?? jsonItem(item, position));
  }, [item, position]);
}

function itemFrame(item: JsonNode, label: string, { view, facts }: ItemView): VNode {
  const hints = [...facts, ...annotationWords(valueOf(item, "annotations"))];
  return (
    <li class="item">
      <div class={label === "text" && hints.length === 0 ? "item-head hint plain-text" : "item-head hint"}>
        <strong>
          <Name text={label} limit={60} />
        </strong>
        {hints.map((fact) => fact && <Fact key={fact} text={fact} />)}
      </div>
      {view}
    </li>
  );
}

function Fact({ text }: { readonly text: string }): VNode {
  return (
    <span>
      <Name text={text} />
    </span>
  );
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
function viewOfString(node: ScalarNode, options: StringOptions): VNode {
  if (node.end - node.start <= SMALL_TEXT) return viewOfSmallText(stringOf(node) ?? "", options);
  return <LargeText load={() => finishInSlices(decodingString(node))} options={options} />;
}

function viewOfSmallText(text: string, options: StringOptions): VNode {
  return <TextView text={text} json={looksLikeJson(text) ? tryReadJson(text) : undefined} {...options} />;
}

interface LargeTextProps {
  readonly load: () => Promise<string>;
  readonly options: StringOptions;
}

// A text that is decoded and parsed in slices, and shown when that is done.
function LargeText({ load, options }: LargeTextProps): VNode {
  const [view, setView] = useState<VNode>();
  useEffect(() => {
    let isWanted = true;
    const show = async () => {
      const text = await load();
      const json = looksLikeJson(text) ? await finishInSlices(readingJson(text)).catch(() => undefined) : undefined;
      if (isWanted) setView(<TextView text={text} json={json} {...options} />);
    };
    void show();
    return () => {
      isWanted = false;
    };
  }, []);
  return <div class="text">{view}</div>;
}

function viewOfTextBlob(blob: string, options: StringOptions): VNode {
  const decoded = textOfBlob(blob);
  if ("problem" in decoded) {
    return (
      <div>
        <p class="hint">{decoded.problem}</p>
        <BinaryDownload data={blob} filename={options.filename} />
      </div>
    );
  }
  const { text } = decoded;
  if (text.length <= SMALL_TEXT) return viewOfSmallText(text, options);
  return <LargeText load={() => Promise.resolve(text)} options={options} />;
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
  const mimeType = textAt(resource, "mimeType");
  const options = { label: `Resource of item ${position}`, filename: name, mimeType };
  let view: VNode;
  if (blob !== undefined && familyOf(mimeType ?? ""))
    view = <Media data={blob} mimeType={mimeType!} position={position} />;
  else if (blob !== undefined && isTextType(mimeType)) view = viewOfTextBlob(blob, options);
  else if (blob !== undefined) view = <BinaryDownload data={blob} filename={name} />;
  else if (text?.type === "string") view = viewOfString(text, options);
  else return undefined;
  const media = (
    <div class="media">
      {uri && (
        <p class="mono">
          <Name text={uri} limit={1000} />
        </p>
      )}
      {view}
    </div>
  );
  return { view: media, facts: [mimeType, blob !== undefined && base64Size(blob)] };
}

function linkItem(item: JsonNode): ItemView | undefined {
  const uri = textAt(item, "uri");
  if (uri === undefined) return undefined;
  const size = valueOf(item, "size");
  const title = textAt(item, "title") ?? textAt(item, "name") ?? "";
  const view = (
    <div>
      {title && (
        <p>
          <strong>
            <Name text={title} limit={300} />
          </strong>
        </p>
      )}
      <p class="prose">{printableText(textAt(item, "description") ?? "", 4000)}</p>
      <p class="mono">
        <Name text={uri} limit={1000} />
        <CopyButton text={() => uri} />
        <ReadLink uri={uri} />
      </p>
    </div>
  );
  return { view, facts: [textAt(item, "mimeType"), size?.type === "number" && formatSize(Number(rawOf(size)))] };
}

// The server may be described after the result is drawn.
function ReadLink({ uri }: { readonly uri: string }): VNode | null {
  if (!isObject(server.value?.capabilities?.["resources"])) return null;
  return <a href={itemLink({ kind: "resource", id: uri })}>Read</a>;
}

function jsonItem(item: JsonNode, position: Position): ItemView {
  const view = (
    <TextViewer text={rawOf(item)} label={`Item ${position} as JSON`} filename={`item-${position}.json`} json={item} />
  );
  return { view, facts: [] };
}
