import type { VNode } from "preact";
import { memberAt } from "../json/plain";
import { isEmbeddedImage } from "../text/image";

interface EmbeddedIconProps {
  /** The icons as the server lists them (MCP `Icon`). */
  readonly icons: unknown;
  readonly class: string;
}

/** The first icon that is a `data:` URL. Loading any other URL would send a request to a third party. */
export function EmbeddedIcon({ icons, class: className }: EmbeddedIconProps): VNode | null {
  const sources = Array.isArray(icons) ? icons.map((icon) => memberAt(icon, "src")) : [];
  const src = sources.filter((source) => typeof source === "string").find(isEmbeddedImage);
  return src === undefined ? null : <img class={className} src={src} alt="" />;
}
