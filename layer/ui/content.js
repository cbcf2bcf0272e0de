// Views of a result's content items, by type. Everything is shown as data: nothing is executed or fetched.
const MEDIA_TYPE = /^(image|audio)\/[\w.+-]+$/;

const CONTENT_VIEWS = new Map([
  ["text", textItem],
  ["image", mediaItem],
  ["audio", mediaItem],
  ["resource", resourceItem],
  ["resource_link", linkItem],
]);

function contentItem(item, position) {
  const type = textAt(item, "type") ?? "untyped";
  const [view, ...about] = CONTENT_VIEWS.get(type)?.(item, position) ?? [jsonItem(item, position)];
  const annotations = valueOf(item, "annotations");
  const facts = [...about, annotations && compactJson(annotations)].filter(Boolean).map((fact) => element("span", nameNode(fact)));
  return element("li.item", element("div.item-head.hint", element("strong", nameNode(type, 60)), facts), view);
}

function textItem(item, position) {
  const text = valueOf(item, "text");
  return text?.type === "string" ? [viewerOfString(text, `Text of item ${position}`, `item-${position}.txt`)] : undefined;
}

// A text that looks like a JSON object or array, judging by its first and last characters, can be shown formatted.
function viewerOfString(node, label, filename) {
  if (node.end - node.start <= SMALL_TEXT) {
    const text = stringOf(node);
    return textViewer(text, { label, filename, json: looksLikeJson(text) && tryReadJson(text) });
  }
  const container = element("div");
  const show = async () => {
    const text = await finishInSlices(decodingString(node));
    const json = looksLikeJson(text) && (await finishInSlices(readingJson(text)).catch(() => undefined));
    container.replaceChildren(textViewer(text, { label, filename, json }));
  };
  show();
  return container;
}

function looksLikeJson(text) {
  return /^\s*[[{]/.test(text.slice(0, 1000)) && /[\]}]\s*$/.test(text.slice(-1000));
}

function mediaItem(item, position) {
  const data = textAt(item, "data");
  const mimeType = textAt(item, "mimeType");
  const [, family] = MEDIA_TYPE.exec(mimeType) ?? [];
  if (data === undefined || family !== textAt(item, "type")) return undefined;
  const note = element("p.error");
  const props = { src: `data:${mimeType};base64,${data}`, onerror: () => (note.textContent = `The browser cannot show this ${family}.`) };
  const view = family === "image" ? element("img", { ...props, alt: `Image of item ${position}` }) : element("audio", { ...props, controls: true, "aria-label": `Audio of item ${position}` });
  return [element("div.media", view, note, binaryDownload(data, `item-${position}`)), mimeType, base64Size(data)];
}

function resourceItem(item, position) {
  const resource = valueOf(item, "resource");
  const text = valueOf(resource, "text");
  const blob = textAt(resource, "blob");
  if (text?.type !== "string" && blob === undefined) return undefined;
  const uri = textAt(resource, "uri") ?? "";
  const name = uri.split(/[/\\]/).at(-1) || `item-${position}`;
  const view = blob === undefined ? viewerOfString(text, `Resource of item ${position}`, name) : binaryDownload(blob, name);
  return [element("div.media", uri && element("p.mono", nameNode(uri, 1000)), view), textAt(resource, "mimeType"), blob !== undefined && base64Size(blob)];
}

function linkItem(item) {
  const uri = textAt(item, "uri");
  if (uri === undefined) return undefined;
  const size = valueOf(item, "size");
  const title = textAt(item, "title") ?? textAt(item, "name") ?? "";
  const view = element("div", title && element("p", element("strong", nameNode(title, 300))), element("p.prose", clipped(textAt(item, "description") ?? "", 4000)), element("p.mono", nameNode(uri, 1000), copyButton(() => uri)));
  return [view, textAt(item, "mimeType"), size?.type === "number" && formatSize(Number(rawOf(size)))];
}

function jsonItem(item, position) {
  return textViewer(rawOf(item), { label: `Item ${position} as JSON`, filename: `item-${position}.json`, json: item });
}

function base64Size(data) {
  return formatSize(Math.floor((data.replace(/=+$/, "").length * 3) / 4));
}

function binaryDownload(data, filename) {
  const trigger = button("Download", () => {
    try {
      downloadBytes(bytesOfBase64(data), filename);
    } catch {
      trigger.textContent = "Not base64";
    }
  }, "small");
  return trigger;
}
