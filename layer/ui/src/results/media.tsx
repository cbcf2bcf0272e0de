// Images, sounds and other binary content.

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { downloadBytes } from "../dom/downloads";
import { type JsonNode, textAt } from "../json/node";
import { base64Size, bytesOfBase64 } from "../text/base64";
import { isDrawable } from "../text/image";
import { typeOf } from "../text/mime-type";
import type { ItemView, Position } from "./item-view";

const MEDIA_TYPE = /^(image|audio)\/[\w.+-]+$/;

/** The view and the facts of an image or a sound; undefined if the item is neither. */
export function mediaItem(item: JsonNode, position: Position): ItemView | undefined {
  const data = textAt(item, "data");
  const mimeType = textAt(item, "mimeType") ?? "";
  if (data === undefined || familyOf(mimeType) !== textAt(item, "type")) return undefined;
  return {
    view: <Media data={data} mimeType={mimeType} position={position} />,
    facts: [mimeType, base64Size(data)],
  };
}

/** The first part of a type that is that of an image or a sound. */
export function familyOf(mimeType: string): string | undefined {
  return MEDIA_TYPE.exec(typeOf(mimeType).type)?.[1];
}

interface MediaProps {
  /** Base64. */
  readonly data: string;
  readonly mimeType: string;
  readonly position: Position;
}

/** An image or a sound. */
export function Media({ data, mimeType, position }: MediaProps): VNode {
  const [isBroken, setBroken] = useState(false);
  const { type } = typeOf(mimeType);
  const family = familyOf(type);
  const download = <BinaryDownload data={data} filename={`item-${position}`} />;
  if (family === "image" && !isDrawable(data, type)) {
    return (
      <div class="media">
        <p class="hint">
          This image is too large, or repeats parts of itself, so it is not shown. It may take minutes to draw.
        </p>
        {download}
      </div>
    );
  }
  const source = { src: `data:${type};base64,${data}`, onError: () => setBroken(true) };
  return (
    <div class="media">
      {family === "image" ? (
        <img {...source} alt={`Image of item ${position}`} />
      ) : (
        <audio {...source} controls aria-label={`Audio of item ${position}`} />
      )}
      <p class="error">{isBroken && `The browser cannot show this ${family}.`}</p>
      {download}
    </div>
  );
}

/** A button that saves binary data, given as base64. */
export function BinaryDownload({ data, filename }: { readonly data: string; readonly filename: string }): VNode {
  const [label, setLabel] = useState("Download");
  const download = () => {
    try {
      downloadBytes(bytesOfBase64(data), filename);
    } catch {
      setLabel("Not base64");
    }
  };
  return (
    <button type="button" class="small" onClick={download}>
      {label}
    </button>
  );
}
