// The head of a resource, a template or a prompt: what the server says about it.

import { clamped } from "../dom/clamp";
import { copyButton } from "../dom/copy";
import { element, nameNode } from "../dom/element";
import { embeddedIcon } from "../dom/icon";
import { jsonExcerpt } from "../json/plain";
import { prose } from "../markdown/prose";
import type { Offer } from "../protocol/offers";
import { LONG_DESCRIPTION } from "../settings";
import { clipped, printable } from "../text/printable";
import { formatSize } from "../text/units";
import { OFFER_WORDS } from "../tools/offer-catalog";
import { nameOf, offerTitle } from "../tools/offer-words";

export function offerHead(offer: Offer, link: () => string): HTMLElement {
  const { kind, id, definition } = offer;
  const { description, mimeType, size, annotations, icons } = definition;
  const title = offerTitle(offer);
  const name = nameOf(offer);
  const facts = [
    OFFER_WORDS[kind].label,
    typeof mimeType === "string" && printable(mimeType, 100),
    typeof size === "number" && formatSize(size),
    annotations !== undefined && clipped(jsonExcerpt(annotations), 300),
  ];
  const address =
    kind !== "prompt" &&
    element(
      "p.mono",
      nameNode(id, 1000),
      copyButton(() => id),
    );
  const text = typeof description === "string" ? clipped(description, LONG_DESCRIPTION) : "";
  return element(
    "header.tool-head",
    element(
      "div.tool-heading",
      element(
        "div.tool-names",
        embeddedIcon(icons, "tool-icon"),
        element("h2", nameNode(title ?? name, 300)),
        title !== undefined && element("span.mono.hint", nameNode(name, 300)),
      ),
      copyButton(link, "Copy link"),
    ),
    address,
    element(
      "p.hint.offer-facts",
      facts.map((fact) => fact && element("span", fact)),
    ),
    text.trim() && clamped(prose(text)),
  );
}
