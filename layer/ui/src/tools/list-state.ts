import { computed, signal } from "@preact/signals";
import { OFFER_WORDS, offerCatalog } from "./offer-catalog";
import { nameOf } from "./offer-words";
import type { ItemId } from "../protocol/links";
import type { OfferKind } from "../protocol/offers";
import { type OfferSection, type Scroll, layOut } from "./rows";
import { haystackOf, matchesWords, wordsOf } from "./filter";
import { groupTools } from "./groups";
import { catalog } from "./catalog";

// The state of the list, from which its rows follow.
export class ListState {
  readonly query = signal("");
  readonly selected = signal<ItemId | undefined>(undefined);
  // The names of tools with a running call, and the keys of the groups that the user has closed.
  readonly running = signal<ReadonlySet<string>>(new Set());
  readonly closed = signal<ReadonlySet<string>>(new Set());
  readonly scroll = signal<Scroll>({ top: 0, height: 0 });
  readonly rem = signal(16);
  // The row that had the focus last.
  readonly focused = signal(-1);
  // The row that gets the focus when it has been drawn.
  readonly toFocus = signal(-1);

  readonly words = computed(() => wordsOf(this.query.value));
  private readonly groups = computed(() => groupTools(catalog.value.tools));
  private readonly sections = computed(sectionsOfOffers);
  private readonly haystacks = computed(
    () =>
      new Map<object, string>([
        ...catalog.value.tools.map((tool) => [tool, haystackOf(tool)] as const),
        ...this.sections.value.flatMap(({ offers }) =>
          offers.map(
            (offer) => [offer, haystackOf({ ...offer.definition, name: `${nameOf(offer)}\n${offer.id}` })] as const,
          ),
        ),
      ]),
  );

  readonly layout = computed(() => {
    const words = this.words.value;
    const haystacks = this.haystacks.value;
    const closed = this.closed.value;
    return layOut({
      groups: this.groups.value,
      sections: this.sections.value,
      isMatch: (item) => matchesWords(haystacks.get(item) ?? "", words),
      // A filter opens all groups.
      isClosed: (group) => words.length === 0 && closed.has(group),
      rem: this.rem.value,
    });
  });

  toggleGroup(key: string): void {
    if (this.words.value.length === 0)
      this.closed.value = withMember(this.closed.value, key, !this.closed.value.has(key));
  }

  setRunning(name: string, isRunning: boolean): void {
    this.running.value = withMember(this.running.value, name, isRunning);
  }
}

function sectionsOfOffers(): readonly OfferSection[] {
  const { offers = [] } = offerCatalog.value ?? {};
  return Object.entries(OFFER_WORDS)
    .map(([kind, { title }]) => ({ name: title, offers: offers.filter((offer) => offer.kind === (kind as OfferKind)) }))
    .filter((section) => section.offers.length > 0);
}

// A copy of a set, with or without a member.
function withMember(set: ReadonlySet<string>, member: string, isIncluded: boolean): ReadonlySet<string> {
  const copy = new Set(set);
  if (isIncluded) copy.add(member);
  else copy.delete(member);
  return copy;
}
