// The items of a result's content, each in its own form. Whatever they hold is shown as data: nothing runs, nothing is fetched.
const MEDIA_TYPE = /^(image|audio)\/[\w.+-]+$/;

function contentItem(item, position) {
  const type = stringOf(valueOf(item, "type"));
  const [view, about] = contentViews.get(type)?.(item, position) ?? [jsonItem(item, position), undefined];
  const annotations = valueOf(item, "annotations");
  const head = element(
    "div",
    { class: "item-head" },
    element("span", { class: "item-type" }, spelled(type ?? "untyped", 60)),
    about && element("span", { class: "hint" }, about),
    annotations && element("span", { class: "hint" }, clipped(spelled(compactJson(annotations), 300), 300)),
  );
  return element("li", { class: "item" }, head, view);
}

const contentViews = new Map([
  ["text", textItem],
  ["image", mediaItem],
  ["audio", mediaItem],
  ["resource", resourceItem],
  ["resource_link", linkItem],
]);

function textItem(item, position) {
  const text = stringOf(valueOf(item, "text"));
  if (text === undefined) return undefined;
  return [viewerOfText(text, `Text of item ${position}`, `item-${position}.txt`), counted(text.length, "character")];
}

// A text that is a JSON object or list can be read formatted. Large texts are read in slices, after a look at both ends.
function viewerOfText(text, label, filename) {
  if (!/^\s*[[{]/.test(text.slice(0, 1000)) || !/[\]}]\s*$/.test(text.slice(-1000))) return textViewer(text, { label, filename });
  if (text.length < 100000) return textViewer(text, { label, filename, json: tryReadJson(text) });
  const place = element("div", {}, element("p", { class: "hint" }, "Reading…"));
  finishInSlices(readingJson(text))
    .catch(() => undefined)
    .then((json) => place.replaceChildren(textViewer(text, { label, filename, json })));
  return place;
}

function mediaItem(item, position) {
  const data = stringOf(valueOf(item, "data"));
  const mimeType = stringOf(valueOf(item, "mimeType")) ?? "";
  const [, family] = MEDIA_TYPE.exec(mimeType) ?? [];
  if (data === undefined || family !== stringOf(valueOf(item, "type"))) return undefined;
  const source = `data:${mimeType};base64,${data}`;
  const size = sizeInWords(base64Size(data));
  const broken = element("p", { class: "error", hidden: true }, `The browser cannot show this ${family}.`);
  const onerror = () => (broken.hidden = false);
  const view =
    family === "image"
      ? element("img", { src: source, alt: `Image of item ${position}`, onerror })
      : element("audio", { src: source, controls: true, "aria-label": `Audio of item ${position}`, onerror });
  return [element("div", { class: "media" }, view, broken, binaryDownload(data, `item-${position}`)), `${mimeType} · ${size}`];
}

function resourceItem(item, position) {
  const resource = valueOf(item, "resource");
  const text = stringOf(valueOf(resource, "text"));
  const blob = stringOf(valueOf(resource, "blob"));
  const uri = stringOf(valueOf(resource, "uri")) ?? "";
  const mimeType = spelled(stringOf(valueOf(resource, "mimeType")) ?? "no type given", 100);
  if (text === undefined && blob === undefined) return undefined;
  const name = uri.split(/[/\\]/).at(-1) || `item-${position}`;
  const view =
    text === undefined
      ? element("div", { class: "media" }, binaryDownload(blob, name))
      : viewerOfText(text, `Resource of item ${position}`, name);
  const about = text === undefined ? `${mimeType} · ${sizeInWords(base64Size(blob))}` : mimeType;
  return [element("div", {}, element("p", { class: "uri" }, element("bdi", {}, spelled(uri, 1000))), view), about];
}

function linkItem(item) {
  const uri = stringOf(valueOf(item, "uri"));
  if (uri === undefined) return undefined;
  const title = stringOf(valueOf(item, "title")) ?? stringOf(valueOf(item, "name"));
  const size = valueOf(item, "size");
  const description = stringOf(valueOf(item, "description"));
  const view = element(
    "div",
    { class: "link-item" },
    title && element("p", {}, element("bdi", {}, element("strong", {}, spelled(title, 300)))),
    description && element("p", { class: "prose" }, clipped(description, 4000)),
    element("p", { class: "uri" }, element("bdi", {}, spelled(uri, 1000)), copyButton(uri, "Copy address")),
  );
  const about = [stringOf(valueOf(item, "mimeType")), size?.type === "number" && counted(Number(rawOf(size)), "byte")].filter(Boolean);
  return [view, spelled(about.join(" · "), 200)];
}

function jsonItem(item, position) {
  return textViewer(rawOf(item), { label: `Item ${position} as JSON`, filename: `item-${position}.json`, json: item });
}

function base64Size(data) {
  return Math.max(0, Math.floor((data.length * 3) / 4) - (data.endsWith("==") ? 2 : data.endsWith("=") ? 1 : 0));
}

function binaryDownload(data, filename) {
  return button("Download", ({ currentTarget }) => {
    try {
      downloadBytes([Uint8Array.from(atob(data), (c) => c.charCodeAt(0))], filename);
    } catch {
      currentTarget.textContent = "Not base64";
    }
  });
}
