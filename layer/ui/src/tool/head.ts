import { copyButton } from "../dom/copy";
import { element, nameNode } from "../dom/element";
import { lazyDetails } from "../dom/lazy-details";
import { type JsonNode, plainValue, textAt, valueOf } from "../json/node";
import { memberAt } from "../json/plain";
import { LONG_DESCRIPTION } from "../settings";
import { clipped } from "../text/printable";
import { hintList } from "../tools/hint-list";
import { textViewer } from "../viewer/text-viewer";

// The head of a tool: its name, title, icon, description and hints. `link` returns a link to the tool with its
// arguments.
export function toolHead(name: string, detail: JsonNode, link: () => string): HTMLElement {
  const title = textAt(detail, "title");
  const description = textAt(detail, "description") ?? "";
  const whole = () => textViewer(description, { label: "The whole description", filename: "description.txt" });
  const heading = element(title ? "h2" : "h2.mono", nameNode(title || name, 300));
  const [annotations, meta] = ["annotations", "_meta"].map((key) => plainValue(valueOf(detail, key)));
  return element(
    "header.tool-head",
    element("div.tool-heading", toolIcon(plainValue(valueOf(detail, "icons"))), heading, copyButton(link, "Copy link")),
    title && element("p.mono.hint", nameNode(name, 300)),
    element("p.prose", clipped(description, LONG_DESCRIPTION)),
    description.length > LONG_DESCRIPTION && lazyDetails("The whole description", whole),
    hintList({ annotations, _meta: meta }),
  );
}

// Returns the tool's icon if it is a data: URL. Loading any other URL would send a request to a third party.
function toolIcon(icons: unknown): HTMLElement | undefined {
  const sources = Array.isArray(icons) ? icons.map((icon) => memberAt(icon, "src")) : [];
  const isEmbedded = (source: string) => /^data:image\/(png|jpeg|webp|gif|svg\+xml)[;,]/i.test(source);
  const src = sources.filter((source) => typeof source === "string").find(isEmbedded);
  return src === undefined ? undefined : element("img.tool-icon", { src, alt: "" });
}
