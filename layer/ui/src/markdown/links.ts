import { element } from "../dom/element";
import { readAddress } from "../text/address";
import { isEmbeddedImage } from "../text/image";
import { printable } from "../text/printable";

const SCHEMES = ["http:", "https:", "mailto:"];
const LONGEST_SHOWN = 500;

// A link with its address, so that the label cannot pretend to lead elsewhere. Other addresses than those of the web and of
// mail are only shown.
export function safeLink(href: string, label: HTMLElement): Node {
  const url = readAddress(href, SCHEMES);
  if (typeof url === "string") return element("span", label, shownAddress(href));
  const link = element("a", { href: url.href, target: "_blank", rel: "noopener noreferrer" }, label);
  return isOwnAddress(label.textContent, url) ? link : element("span", link, shownAddress(url.href));
}

// Only images within the text are loaded: any other would tell a third party who reads it.
export function imageOf(href: string, alt: string): Node {
  if (isEmbeddedImage(href)) return element("img", { src: href, alt: printable(alt, LONGEST_SHOWN) });
  return element("span", `Image: ${printable(alt, LONGEST_SHOWN)}`, shownAddress(href));
}

function shownAddress(address: string): HTMLElement | false {
  return address !== "" && element("span.hint", " (", element("bdi", printable(address, LONGEST_SHOWN)), ")");
}

// The quotes of a JSON string are not part of an address.
function isOwnAddress(label: string, { href }: URL): boolean {
  const bare = (text: string) => text.replace(/^"?(?:mailto:)?|\/?"?$/g, "");
  return bare(label) === bare(href);
}
