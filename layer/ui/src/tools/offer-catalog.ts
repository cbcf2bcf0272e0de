// The resources, templates and prompts that the server lists, as they were last read.

import { computed, signal } from "@preact/signals";
import { memberAt } from "../json/plain";
import type { ItemId } from "../protocol/links";
import { LISTINGS, type Offer, type OfferKind, fetchOffers } from "../protocol/offers";
import { server } from "../protocol/server";
import { messageOf } from "../text/error";

export interface OfferCatalog {
  readonly offers: readonly Offer[];
  /** The reasons why some of the lists are missing, as sentences. */
  readonly failures: readonly string[];
}

const KINDS: readonly OfferKind[] = ["resource", "template", "prompt"];

/** Undefined until it is known which offers there are. */
export const offerCatalog = signal<OfferCatalog | undefined>(undefined);

export const OFFER_WORDS: Readonly<
  Record<OfferKind, { readonly one: string; readonly title: string; readonly label: string }>
> = {
  resource: { one: "resource", title: "Resources", label: "Resource" },
  template: { one: "template", title: "Templates", label: "Resource template" },
  prompt: { one: "prompt", title: "Prompts", label: "Prompt" },
};

/** The offers by their kinds, of which there are any. */
export const offersByKind = computed(() => {
  const { offers = [] } = offerCatalog.value ?? {};
  return KINDS.map((kind) => ({ kind, offers: offers.filter((offer) => offer.kind === kind) })).filter(
    ({ offers }) => offers.length > 0,
  );
});

let loading: AbortController | undefined;

/** Loads the lists that the server's capabilities declare. */
export async function loadOffers(): Promise<void> {
  loading?.abort();
  const work = new AbortController();
  loading = work;
  const declared = KINDS.filter(
    (kind) => memberAt(server.value?.capabilities, LISTINGS[kind].capability) !== undefined,
  );
  const lists = await Promise.allSettled(declared.map((kind) => fetchOffers(kind, work.signal)));
  if (work.signal.aborted) return;
  offerCatalog.value = {
    offers: lists.flatMap((list) => (list.status === "fulfilled" ? list.value : [])),
    failures: lists.flatMap((list, index) => {
      if (list.status === "fulfilled") return [];
      return [`The ${OFFER_WORDS[declared[index]!].one}s could not be listed: ${messageOf(list.reason)}`];
    }),
  };
}

export function offerOf({ kind, id }: ItemId): Offer | undefined {
  return offerCatalog.value?.offers.find((offer) => offer.kind === kind && offer.id === id);
}
