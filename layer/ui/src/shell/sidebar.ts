// The sidebar: the list of tools and other offers with its filter, their numbers, and the reason why it is empty.

import { batch, signal } from "@preact/signals";
import { compareWithSeen, expectList } from "../changes/model";
import { byId } from "../dom/page";
import { isUnknown } from "../home/model";
import { loadOffers } from "../tools/offer-catalog";
import { type ItemId, isSameItem, itemLink } from "../protocol/links";
import { isWaiting, retryAlong, retryLater, settled } from "../protocol/outage";
import { clientHeader } from "../protocol/client";
import { type CacheMode, firstCacheMode } from "../protocol/requests";
import { fetchServer, readServer, server } from "../protocol/server";
import { fetchTools } from "../protocol/tools";
import { nextPaint } from "../scheduling/next-paint";
import { errorOf } from "../text/error";
import { catalog, setTools } from "../tools/catalog";
import { ToolList } from "../tools/list";

interface SidebarOptions {
  // Returns the selected item.
  readonly selected: () => ItemId | undefined;
  // Loads everything again.
  readonly onReload: () => void;
}

/** The state of the list: being loaded, waiting for the end of an outage, loaded, or failed. */
type ListState =
  { readonly kind: "loading" | "waiting" | "listed" } | { readonly kind: "failed"; readonly problem: Error };

export class Sidebar {
  readonly list = new ToolList();
  readonly state = signal<ListState>({ kind: "loading" });
  readonly #filter = byId("filter", HTMLInputElement);
  #listing = 0;
  #cache: CacheMode = firstCacheMode();

  constructor(private readonly options: SidebarOptions) {
    this.#filter.addEventListener("input", () => this.#applyFilter());
    this.#filter.addEventListener("keydown", (event) => this.#onFilterKey(event));
  }

  /**
   * Loads the list. Returns whether the request succeeded and was not overtaken by a later one. During an outage, the
   * list stays as it is.
   */
  async load(cache = this.#cache): Promise<boolean> {
    this.#cache = cache;
    const request = (this.#listing += 1);
    expectList();
    const list = byId("list");
    list.ariaBusy = "true";
    if (catalog.value.tools.length === 0 && !isWaiting(this)) this.state.value = { kind: "loading" };
    const asked = JSON.stringify(clientHeader());
    const tools = await fetchTools(cache).catch(errorOf);
    if (request !== this.#listing) return false;
    list.ariaBusy = null;
    const isFailed = tools instanceof Error;
    if (isFailed && retryLater(this, tools, this.#retry)) {
      isUnknown.value = catalog.value.tools.length === 0;
      if (isUnknown.value) this.state.value = { kind: "waiting" };
      return false;
    }
    settled(this);
    if (!isFailed) this.#cache = "no-cache";
    setTools(isFailed ? [] : tools);
    isUnknown.value = isFailed;
    this.state.value = isFailed ? { kind: "failed", problem: tools } : { kind: "listed" };
    if (!isFailed) void this.#loadServer(cache, asked);
    this.#applyFilter();
    if (!isFailed && this.options.selected() !== undefined) this.list.select(this.options.selected());
    return !isFailed;
  }

  // Loads the description of the server, which belongs to the list that is shown. Without one, the list is still of use.
  async #loadServer(cache: CacheMode, asked: string): Promise<void> {
    const request = this.#listing;
    // The list is painted before the home, whose instructions may be long.
    const [known] = await Promise.all([fetchServer(cache).catch(() => undefined), nextPaint()]);
    if (request !== this.#listing) return;
    const description = known ?? readServer(undefined);
    // Together, so that the home is drawn once.
    batch(() => {
      server.value = description;
      if (known) void compareWithSeen(`${known.name} ${asked}`, catalog.value.tools);
    });
    await loadOffers();
    if (request !== this.#listing) return;
    this.#applyFilter();
    if (this.options.selected()) this.list.select(this.options.selected());
  }

  /** Has the list loaded with whatever else an outage has interrupted: the server may have other tools afterwards. */
  followOutage(): void {
    retryAlong(this, this.#retry);
  }

  readonly #retry = () => this.load();

  #applyFilter(): void {
    this.list.setFilter(this.#filter.value);
  }

  /** Shows the whole list again. */
  clear(): void {
    this.#filter.value = "";
    this.#applyFilter();
    this.#filter.focus();
  }

  /** Loads everything again after a failure. */
  again(): void {
    this.#filter.focus();
    this.options.onReload();
  }

  #onFilterKey({ key, ctrlKey, metaKey, isComposing }: KeyboardEvent): void {
    if (key === "ArrowDown") this.list.focusFirst();
    if (key !== "Enter" || ctrlKey || metaKey || isComposing) return;
    const { firstItem } = this.list;
    if (!firstItem) return;
    if (!isSameItem(firstItem, this.options.selected())) location.hash = itemLink(firstItem);
    byId("tool").focus();
  }
}
