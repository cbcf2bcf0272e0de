// The sidebar: the list of tools and other offers with its filter, their numbers, and the reason why it is empty.

import { batch } from "@preact/signals";
import { compareWithSeen, expectList } from "../changes/model";
import { button, element } from "../dom/element";
import { byId } from "../dom/page";
import { isUnknown } from "../home/model";
import { OFFER_WORDS, loadOffers, offerCatalog } from "../tools/offer-catalog";
import { type ItemId, isSameItem, itemLink } from "../protocol/links";
import { isWaiting, retryAlong, retryLater, settled } from "../protocol/outage";
import { clientHeader } from "../protocol/client";
import { type CacheMode, firstCacheMode } from "../protocol/requests";
import { fetchServer, readServer, server } from "../protocol/server";
import { fetchTools } from "../protocol/tools";
import { nextPaint } from "../scheduling/next-paint";
import { errorOf } from "../text/error";
import { counted, formatNumber } from "../text/units";
import { catalog, setTools } from "../tools/catalog";
import { failureNote } from "../tools/failure-note";
import { showLeftOut } from "../tools/left-out";
import { ToolList } from "../tools/list";

interface SidebarOptions {
  // Returns the selected item.
  readonly selected: () => ItemId | undefined;
  // Loads everything again.
  readonly onReload: () => void;
}

export class Sidebar {
  readonly list = new ToolList();
  private readonly filter = byId("filter", HTMLInputElement);
  private listing = 0;
  private cache: CacheMode = firstCacheMode();

  constructor(private readonly options: SidebarOptions) {
    this.filter.addEventListener("input", () => this.applyFilter());
    this.filter.addEventListener("keydown", (event) => this.onFilterKey(event));
  }

  // Loads the list. Returns whether the request succeeded and was not overtaken by a later one. During an outage, the list stays as it is.
  async load(cache = this.cache): Promise<boolean> {
    this.cache = cache;
    const request = (this.listing += 1);
    expectList();
    const list = byId("list");
    list.ariaBusy = "true";
    if (catalog.value.tools.length === 0 && !isWaiting(this)) showNote("Loading…");
    const asked = JSON.stringify(clientHeader());
    const tools = await fetchTools(cache).catch(errorOf);
    if (request !== this.listing) return false;
    list.ariaBusy = null;
    const isFailed = tools instanceof Error;
    if (isFailed && retryLater(this, tools, this.retry)) {
      isUnknown.value = catalog.value.tools.length === 0;
      if (isUnknown.value) showNote("", element("p.hint", "Waiting for the server"));
      return false;
    }
    settled(this);
    if (!isFailed) this.cache = "no-cache";
    setTools(isFailed ? [] : tools);
    isUnknown.value = isFailed;
    if (isFailed) showLeftOut([]);
    else void this.loadServer(cache, asked);
    this.applyFilter();
    if (isFailed) this.showFailure(tools);
    else if (this.options.selected() !== undefined) this.list.select(this.options.selected());
    return !isFailed;
  }

  // Loads the description of the server, which belongs to the list that is shown. Without one, the list is still of use.
  private async loadServer(cache: CacheMode, asked: string): Promise<void> {
    const request = this.listing;
    // The list is painted before the home, whose instructions may be long.
    const [known] = await Promise.all([fetchServer(cache).catch(() => undefined), nextPaint()]);
    if (request !== this.listing) return;
    const description = known ?? readServer(undefined);
    // Together, so that the home is drawn once.
    batch(() => {
      server.value = description;
      if (known) compareWithSeen(`${known.name} ${asked}`, catalog.value.tools);
    });
    showLeftOut(description.excludedTools);
    await loadOffers();
    if (request !== this.listing) return;
    this.applyFilter();
    if (this.options.selected()) this.list.select(this.options.selected());
  }

  // Has the list loaded with whatever else an outage has interrupted: the server may have other tools afterwards.
  followOutage(): void {
    retryAlong(this, this.retry);
  }

  private readonly retry = () => this.load();

  private applyFilter(): void {
    this.list.setFilter(this.filter.value);
    // Keeps the message that explains why the list is empty.
    if (isUnknown.value) return;
    const { matches, words, isClose } = this.list;
    const { offers = [], failures: reasons = [] } = offerCatalog.value ?? {};
    const { length } = catalog.value.tools;
    const isEmpty = length + offers.length === 0;
    const isFiltered = words.length > 0 && offers.length > 0;
    const all = isFiltered ? formatNumber(length + offers.length) : countedAll();
    const failures = reasons.map((reason) => element("p.failure", reason));
    if (isEmpty) showNote(all, element("p", "This server has no tools."), ...failures);
    else if (words.length === 0) showNote(all, ...failures);
    else if (isClose) showNote(`0 of ${all}`, element("p", "Nothing matches. These are similar:"));
    else if (matches > 0) showNote(`${formatNumber(matches)} of ${all}`, ...failures);
    else
      showNote(
        `0 of ${all}`,
        element("p", "Nothing matches."),
        button("Clear search", () => this.clear()),
      );
  }

  private clear(): void {
    this.filter.value = "";
    this.applyFilter();
    this.filter.focus();
  }

  private showFailure(problem: Error): void {
    const retry = () => {
      this.filter.focus();
      this.options.onReload();
    };
    showNote("", ...failureNote(problem, retry));
  }

  private onFilterKey({ key, ctrlKey, metaKey }: KeyboardEvent): void {
    if (key === "ArrowDown") this.list.focusFirst();
    if (key !== "Enter" || ctrlKey || metaKey) return;
    const { firstItem } = this.list;
    if (!firstItem) return;
    if (!isSameItem(firstItem, this.options.selected())) location.hash = itemLink(firstItem);
    byId("tool").focus();
  }
}

function showNote(count: string, ...note: readonly Node[]): void {
  byId("count").textContent = count;
  byId("list-note").replaceChildren(...note);
}

// The number of tools, and those of the other offers of which there are any.
function countedAll(): string {
  const { offers = [] } = offerCatalog.value ?? {};
  const others = Object.entries(OFFER_WORDS).map(([kind, { one }]) => {
    const { length } = offers.filter((offer) => offer.kind === kind);
    return length > 0 && counted(length, one);
  });
  return [counted(catalog.value.tools.length, "tool"), ...others].filter(Boolean).join(", ");
}
