// The sidebar: the list of tools with its filter, its number of tools, and the reason why it is empty.

import { openAccessDialog } from "../access/dialog";
import { button, element } from "../dom/element";
import { byId } from "../dom/page";
import { toolLink } from "../protocol/links";
import { type CacheMode, isUnauthorized } from "../protocol/requests";
import { fetchTools } from "../protocol/tools";
import { errorOf } from "../text/error";
import { counted, formatNumber } from "../text/units";
import { catalog, setTools } from "../tools/catalog";
import { showLeftOut } from "../tools/left-out";
import { ToolList } from "../tools/list";

interface SidebarOptions {
  // Returns the name of the selected tool.
  readonly selected: () => string | undefined;
  // Loads everything again.
  readonly onReload: () => void;
}

export class Sidebar {
  readonly list = new ToolList();
  private readonly filter = byId("filter", HTMLInputElement);
  private listing = 0;

  constructor(private readonly options: SidebarOptions) {
    this.filter.addEventListener("input", () => this.applyFilter());
    this.filter.addEventListener("keydown", (event) => this.onFilterKey(event));
  }

  // Loads the list. Returns whether the request succeeded and was not overtaken by a later one.
  async load(cache: CacheMode = "no-cache"): Promise<boolean> {
    const request = (this.listing += 1);
    const list = byId("list");
    list.ariaBusy = "true";
    if (catalog.value.tools.length === 0) showNote("Loading…");
    const tools = await fetchTools(cache).catch(errorOf);
    if (request !== this.listing) return false;
    list.ariaBusy = null;
    const isFailed = tools instanceof Error;
    setTools(isFailed ? [] : tools);
    if (isFailed) byId("left-out").replaceChildren();
    else void showLeftOut(() => request === this.listing);
    this.applyFilter();
    if (isFailed) this.showFailure(tools);
    else if (tools.length === 0) showNote("0 tools", element("p", "The server offers no tools."));
    else if (this.options.selected() !== undefined) this.list.select(this.options.selected());
    return !isFailed;
  }

  private applyFilter(): void {
    this.list.setFilter(this.filter.value);
    const { length } = catalog.value.tools;
    // Keeps the message that explains why the list is empty.
    if (length === 0) return;
    const { matches, words } = this.list;
    const all = counted(length, "tool");
    if (words.length === 0) showNote(all);
    else if (matches > 0) showNote(`${formatNumber(matches)} of ${all}`);
    else
      showNote(
        `0 of ${all}`,
        element("p", "Nothing matches."),
        button("Clear the filter", () => this.clear()),
      );
  }

  private clear(): void {
    this.filter.value = "";
    this.applyFilter();
    this.filter.focus();
  }

  private showFailure(problem: Error): void {
    const needsToken = isUnauthorized(problem);
    const retry = () => {
      this.filter.focus();
      this.options.onReload();
    };
    const action = needsToken ? button("Enter a token", openAccessDialog, "primary") : button("Try again", retry);
    const text = needsToken ? `The server requires a token: ${problem.message}` : problem.message;
    showNote("", element("p.failure", { role: "alert" }, text), action);
  }

  private onFilterKey({ key, ctrlKey, metaKey }: KeyboardEvent): void {
    if (key === "ArrowDown") this.list.focusFirst();
    if (key !== "Enter" || ctrlKey || metaKey) return;
    const { firstTool } = this.list;
    if (firstTool !== undefined && firstTool !== this.options.selected()) location.hash = toolLink(firstTool);
  }
}

function showNote(count: string, ...note: readonly Node[]): void {
  byId("count").textContent = count;
  byId("list-note").replaceChildren(...note);
}
