// The head of a resource, a template or a prompt: what the server says about it.

import type { VNode } from "preact";
import { Clamped } from "../dom/clamp";
import { CopyButton } from "../dom/copy";
import { EmbeddedIcon } from "../dom/icon";
import { Name } from "../dom/name";
import { jsonExcerpt } from "../json/plain";
import { Prose } from "../markdown/prose";
import type { Offer } from "../protocol/offers";
import { LONG_DESCRIPTION } from "../settings";
import { clipped, printable } from "../text/printable";
import { formatSize } from "../text/units";
import { OFFER_WORDS } from "../tools/offer-catalog";
import { nameOf, offerTitle } from "../tools/offer-words";

interface OfferHeadProps {
  readonly offer: Offer;
  /** Returns a link to the offer with its arguments. */
  readonly link: () => string;
}

export function OfferHead({ offer, link }: OfferHeadProps): VNode {
  const { kind, id, definition } = offer;
  const title = offerTitle(offer);
  const name = nameOf(offer);
  const { description } = definition;
  const text = typeof description === "string" ? clipped(description, LONG_DESCRIPTION) : "";
  return (
    <header class="tool-head">
      <div class="tool-heading">
        <div class="tool-names">
          <EmbeddedIcon icons={definition["icons"]} class="tool-icon" />
          <h2>
            <Name text={title ?? name} limit={300} />
          </h2>
          {title !== undefined && (
            <span class="mono hint">
              <Name text={name} limit={300} />
            </span>
          )}
        </div>
        <CopyButton text={link} label="Copy link" />
      </div>
      {kind !== "prompt" && (
        <p class="mono">
          <Name text={id} limit={1000} />
          <CopyButton text={() => id} />
        </p>
      )}
      <p class="hint offer-facts">
        {factsOf(offer).map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </p>
      {text.trim() && (
        <Clamped>
          <Prose text={text} />
        </Clamped>
      )}
    </header>
  );
}

function factsOf({ kind, definition: { mimeType, size, annotations } }: Offer): string[] {
  return [
    OFFER_WORDS[kind].label,
    typeof mimeType === "string" && printable(mimeType, 100),
    typeof size === "number" && formatSize(size),
    annotations !== undefined && clipped(jsonExcerpt(annotations), 300),
  ].filter((fact) => typeof fact === "string");
}
