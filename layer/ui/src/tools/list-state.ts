import { computed, signal } from "@preact/signals";
import { OFFER_WORDS, offersByKind } from "./offer-catalog";
import { nameOf } from "./offer-words";
import type { ItemId } from "../protocol/links";
import type { Offer } from "../protocol/offers";
import type { Tool } from "../protocol/tools";
import type { Scroll } from "../dom/scroll";
import { type OfferSection, layOut } from "./rows";
import { wordsOf } from "./filter";
import { type Searchable, search, searchableOf } from "./search";
import { groupTools } from "./groups";
import { catalog } from "./catalog";

/** The state of the list, from which its rows follow. */
export class ListState {
  readonly query = signal("");
  /** The kinds of items that the user has switched off. */
  readonly hidden = signal<ReadonlySet<ItemId["kind"]>>(new Set());
  readonly selected = signal<ItemId | undefined>(undefined);
  /** The names of tools with a running call, and the keys of the groups that the user has closed. */
  readonly running = signal<ReadonlySet<string>>(new Set());
  readonly closed = signal<ReadonlySet<string>>(new Set());
  readonly scroll = signal<Scroll>({ top: 0, height: 0 });
  readonly rem = signal(16);
  /** The row that had the focus last. */
  readonly focused = signal(-1);
  /** The row that gets the focus when it has been drawn. */
  readonly toFocus = signal(-1);

  readonly words = computed(() => wordsOf(this.query.value));
  readonly #groups = computed(() => groupTools(catalog.value.tools));
  readonly #sections = computed(sectionsOfOffers);
  readonly #searchables = computed(
    () =>
      new Map<Tool | Offer, Searchable>([
        ...catalog.value.tools.map((tool) => [tool, searchableOf(tool)] as const),
        ...this.#sections.value.flatMap(({ offers }) =>
          offers.map((offer) => [offer, searchableOf({ ...offer.definition, name: nameOf(offer) }, offer.id)] as const),
        ),
      ]),
  );

  // The items that match the filter; undefined without one.
  readonly #found = computed(() => {
    const searchables = this.#searchables.value;
    if (this.words.value.length === 0) return undefined;
    return search([...searchables], ([, texts]) => texts, this.query.value);
  });

  /** Set if no item matches, so that similar ones are shown. */
  readonly isClose = computed(() => this.#found.value?.isClose === true);

  readonly layout = computed(() => {
    const rem = this.rem.value;
    const found = this.#found.value;
    const hidden = this.hidden.value;
    const sections = this.#sections.value.filter(({ kind }) => !hidden.has(kind));
    if (!found) {
      return layOut({ groups: hidden.has("tool") ? [] : this.#groups.value, sections, closed: this.closed.value, rem });
    }
    const order = new Map(found.items.map(([item], index) => [item, index]));
    const matching = <T extends Tool | Offer>(items: readonly T[]) =>
      items.filter((item) => order.has(item)).sort((a, b) => order.get(a)! - order.get(b)!);
    // The best match is the first, whatever its group.
    return layOut({
      groups: hidden.has("tool") ? [] : [{ name: "", tools: matching(catalog.value.tools) }],
      sections: sections.map((section) => ({ ...section, offers: matching(section.offers) })),
      closed: new Set(),
      rem,
    });
  });

  toggleGroup(key: string): void {
    if (this.words.value.length === 0)
      this.closed.value = withMember(this.closed.value, key, !this.closed.value.has(key));
  }

  toggleKind(kind: ItemId["kind"]): void {
    this.hidden.value = withMember(this.hidden.value, kind, !this.hidden.value.has(kind));
  }

  setRunning(name: string, isRunning: boolean): void {
    this.running.value = withMember(this.running.value, name, isRunning);
  }
}

function sectionsOfOffers(): readonly OfferSection[] {
  return offersByKind.value.map(({ kind, offers }) => ({ kind, name: OFFER_WORDS[kind].title, offers }));
}

// A copy of a set, with or without a member.
function withMember<T>(set: ReadonlySet<T>, member: T, isIncluded: boolean): ReadonlySet<T> {
  const copy = new Set(set);
  if (isIncluded) copy.add(member);
  else copy.delete(member);
  return copy;
}
