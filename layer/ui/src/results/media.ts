import { downloadBytes } from "../dom/downloads";
import { button, element } from "../dom/element";
import { type JsonNode, textAt } from "../json/node";
import { base64Size, bytesOfBase64 } from "../text/base64";
import { isDrawable } from "../text/image";
import type { ItemView, Position } from "./item-view";

// Images, sounds and other binary content.
const MEDIA_TYPE = /^(image|audio)\/[\w.+-]+$/;

// Returns the view and the facts of an image or a sound; undefined if the item is neither.
export function mediaItem(item: JsonNode, position: Position): ItemView | undefined {
  const data = textAt(item, "data");
  const mimeType = textAt(item, "mimeType") ?? "";
  if (data === undefined || familyOf(mimeType) !== textAt(item, "type")) return undefined;
  return { view: mediaView(data, mimeType, position), facts: [mimeType, base64Size(data)] };
}

// Returns whether a type is that of an image or a sound, and which.
export function familyOf(mimeType: string): string | undefined {
  return MEDIA_TYPE.exec(mimeType)?.[1];
}

// An image or a sound, given as base64.
export function mediaView(data: string, mimeType: string, position: Position): HTMLElement {
  const family = familyOf(mimeType);
  const download = binaryDownload(data, `item-${position}`);
  if (family === "image" && !isDrawable(data, mimeType)) {
    const why = "This image is too large, or repeats parts of itself, so it is not shown. It may take minutes to draw.";
    return element("div.media", element("p.hint", why), download);
  }
  const note = element("p.error");
  const props = {
    src: `data:${mimeType};base64,${data}`,
    onerror: () => (note.textContent = `The browser cannot show this ${family}.`),
  };
  const view =
    family === "image"
      ? element("img", { ...props, alt: `Image of item ${position}` })
      : element("audio", { ...props, controls: true, "aria-label": `Audio of item ${position}` });
  return element("div.media", view, note, download);
}

export function binaryDownload(data: string, filename: string): HTMLButtonElement {
  const download = () => {
    try {
      downloadBytes(bytesOfBase64(data), filename);
    } catch {
      trigger.textContent = "Not base64";
    }
  };
  const trigger = button("Download", download, "small");
  return trigger;
}
