import { memberAt } from "../json/plain";
import { isEmbeddedImage } from "../text/image";
import { element } from "./element";

// Returns the first of the icons (MCP `Icon`) that is a data: URL. Loading any other URL would send a request to a third
// party.
export function embeddedIcon(icons: unknown, className: string): HTMLElement | undefined {
  const sources = Array.isArray(icons) ? icons.map((icon) => memberAt(icon, "src")) : [];
  const src = sources.filter((source) => typeof source === "string").find(isEmbeddedImage);
  return src === undefined ? undefined : element("img", { class: className, src, alt: "" });
}
