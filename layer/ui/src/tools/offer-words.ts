// An offer in words: its name, its title and its description.

import type { Offer } from "../protocol/offers";
import { titleOf } from "./title";

export function nameOf({ id, definition }: Offer): string {
  const { name } = definition;
  return typeof name === "string" && name.trim() ? name : id;
}

/** The title; undefined if it says no more than the name. */
export function offerTitle(offer: Offer): string | undefined {
  return titleOf({ name: nameOf(offer), title: offer.definition["title"] });
}

/** The text below the name in the list: the description, else the URI. */
export function aboutOffer({ kind, id, definition }: Offer): string {
  const { description } = definition;
  if (typeof description === "string" && description.trim()) return description;
  return kind === "prompt" ? "" : id;
}
