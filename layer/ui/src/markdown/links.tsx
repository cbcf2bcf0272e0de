import type { ComponentChildren, VNode } from "preact";
import { readAddress } from "../text/address";
import { isEmbeddedImage } from "../text/image";
import { printable } from "../text/printable";

const SCHEMES = ["http:", "https:", "mailto:"];
// The characters that are shown of an address, or of the words for an image. A longer text is cut.
const LONGEST_SHOWN = 500;

interface SafeLinkProps {
  readonly href: string;
  /** The text of the label. */
  readonly text: string;
  /** The label. */
  readonly children: ComponentChildren;
}

/**
 * A link with its address, so that the label cannot pretend to lead elsewhere. Other addresses than those of the web and
 * of mail are only shown.
 */
export function SafeLink({ href, text, children }: SafeLinkProps): VNode {
  const url = readAddress(href, SCHEMES);
  if (typeof url === "string") {
    return (
      <span>
        {children}
        <ShownAddress address={href} />
      </span>
    );
  }
  const link = (
    <a href={url.href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
  if (isOwnAddress(text, url)) return link;
  return (
    <span>
      {link}
      <ShownAddress address={url.href} />
    </span>
  );
}

interface SafeImageProps {
  readonly src: string;
  readonly alt: string;
}

/** An image if it is within the text: any other would tell a third party who reads it. */
export function SafeImage({ src, alt }: SafeImageProps): VNode {
  const shown = printable(alt, LONGEST_SHOWN);
  if (isEmbeddedImage(src)) return <img src={src} alt={shown} />;
  return (
    <span>
      {`Image: ${shown}`}
      <ShownAddress address={src} />
    </span>
  );
}

function ShownAddress({ address }: { readonly address: string }): VNode | null {
  if (address === "") return null;
  return (
    <span class="hint">
      {" ("}
      <bdi>{printable(address, LONGEST_SHOWN)}</bdi>)
    </span>
  );
}

// The quotes of a JSON string are not part of an address.
function isOwnAddress(label: string, { href }: URL): boolean {
  const bare = (text: string) => text.replace(/^"?(?:mailto:)?|\/?"?$/g, "");
  return bare(label) === bare(href);
}
