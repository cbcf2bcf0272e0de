// Follows the URL: opens the item that it names, and writes the arguments of that item back.

import { type ReadonlySignal, effect, signal } from "@preact/signals";
import { type VNode, render } from "preact";
import { drawn } from "../dom/drawn";
import { Name } from "../dom/name";
import { byId } from "../dom/page";
import type { Opening } from "../pane/opening";
import { rereadHistory } from "../history/store";
import { homeElement } from "../home/home";
import { isHomeShown, pageTitle } from "../home/model";
import { type Later, laterPart } from "../later/load";
import type { ItemSession } from "../pane/item-session";
import { Sessions } from "../pane/sessions";
import {
  HOME_LINK,
  type ItemId,
  type ItemLink,
  type UiLink,
  isSameItem,
  itemLink,
  readLink,
  readUiLink,
} from "../protocol/links";
import { debounced } from "../scheduling/debounced";
import { settings } from "../settings";
import { errorOf } from "../text/error";
import { displayName } from "../text/printable";
import { FailureNote } from "../tools/failure-note";
import type { ToolList } from "../tools/list";

const WRITE_MS = 400;

const PANE_LABELS: Readonly<Record<ItemLink["kind"], string>> = {
  tool: "Tool",
  resource: "Resource",
  template: "Template",
  prompt: "Prompt",
};

export class Navigation {
  current: ItemSession | undefined;
  #sessions: Sessions | undefined;
  readonly #pane = byId("tool");
  readonly #home = homeElement((call) => (this.#opening = { call }));
  // The pane until the later part of the script is there, and the reason why it could not be loaded.
  readonly #failure = signal<Error | undefined>(undefined);
  readonly #waiting = drawn(<Waiting failure={this.#failure} retry={() => this.#followUrlLater()} />);
  #later: Later | undefined;
  #uiScreen: ReturnType<Later["createUiScreen"]> | undefined;
  // The opening of the item whose link is being followed.
  #opening: Opening = {};
  readonly #writeUrlSoon = debounced(() => this.#writeUrl(), WRITE_MS);

  constructor(private readonly list: ToolList) {}

  start(): void {
    addEventListener("hashchange", () => void this.#followUrl());
    effect(() => this.#showTitle());
    const link = byId("home-link");
    link.replaceChildren();
    render(<HomeTitle />, link);
    void this.#followUrl();
  }

  /** Loads the selected item again, and every other one when it is opened. */
  async reload(): Promise<void> {
    this.#sessions?.invalidate();
    await this.current?.load();
  }

  /** Opens an item with these arguments, however long they are. */
  open(item: ItemId, opening: Opening): void {
    this.#opening = opening;
    const link = itemLink(item, opening.argumentsText);
    if (link === location.hash) void this.#followUrl();
    else location.hash = link;
  }

  openList(): void {
    history.pushState(null, "", "#/");
    void this.#followUrl();
  }

  #createSession({ createSession }: Later, item: ItemId): ItemSession {
    const session = createSession(item, {
      onRunning: (tool, isRunning) => this.list.setRunning(tool, isRunning),
      onDraft: () => {
        if (session === this.current) this.#writeUrlSoon();
      },
    });
    return session;
  }

  async #followUrlLater(): Promise<void> {
    this.#failure.value = undefined;
    const later = await laterPart.load().catch(errorOf);
    // Another call has been here before, and has followed the URL.
    if (this.#later) return;
    if (later instanceof Error) {
      this.#failure.value = later;
      return;
    }
    this.#later = later;
    this.#sessions = new Sessions((item) => this.#createSession(later, item));
    await this.#followUrl();
  }

  // Opens the item that the URL names. A link fills in arguments; it never runs a tool.
  async #followUrl(): Promise<void> {
    const link = readLink(location.hash);
    const session = link && this.#sessions?.use(link);
    if (this.current) this.current.scrollTop = this.#pane.scrollTop;
    this.current = session;
    const isHome = location.hash === HOME_LINK;
    const uis = settings.hasUis ? readUiLink(location.hash) : undefined;
    document.body.dataset["view"] = link || uis ? "tool" : isHome ? "home" : "list";
    byId("home-link").ariaCurrent = isHome ? "page" : null;
    this.#pane.ariaLabel = link ? PANE_LABELS[link.kind] : uis ? "UIs" : "Server";
    this.#showTitle();
    this.list.select(link);
    isHomeShown.value = !link && !uis;
    if (uis) return this.#showUis(uis);
    if (!link) {
      this.#opening = {};
      rereadHistory();
    }
    this.#show(session?.element ?? (link ? this.#waiting : this.#home));
    this.#pane.scrollTop = session?.scrollTop ?? 0;
    // On a narrow screen the pane replaces the list, so the focus moves to it.
    if ((link || isHome) && !byId("list").checkVisibility()) this.#pane.focus();
    if (!session) {
      if (link) await this.#followUrlLater();
      return;
    }
    const { argumentsText = link.argumentsText, call, opensApp, onShown } = this.#opening;
    this.#opening = {};
    session.follow(argumentsText);
    await session.load();
    if (this.current !== session) return;
    if (call?.tool === session.name) session.showCall?.(call, opensApp);
    onShown?.();
    this.#writeUrl();
  }

  async #showUis(link: UiLink): Promise<void> {
    this.#uiScreen ??= this.#later?.createUiScreen();
    this.#show(this.#uiScreen?.element ?? this.#waiting);
    if (!byId("list").checkVisibility()) this.#pane.focus();
    if (!this.#uiScreen) return this.#followUrlLater();
    this.#uiScreen.follow(link);
  }

  #showTitle(): void {
    const title = pageTitle.value;
    const name = this.current?.name;
    document.title =
      name === undefined ? displayName(title, 200) : `${displayName(name, 100)} · ${displayName(title, 200)}`;
  }

  // A frame reloads when it is removed from the document, and loads nothing outside of it, so a tool with an app is only
  // hidden.
  #show(node: HTMLElement): void {
    for (const other of this.#pane.querySelectorAll<HTMLElement>(":scope > *")) {
      if (other.querySelector("iframe, .app-panel")) other.hidden = true;
      else other.remove();
    }
    this.#later?.checkFocus();
    node.hidden = false;
    if (!node.isConnected) this.#pane.append(node);
  }

  // Updates the arguments in the URL without adding to the browser's history. A URL that names another item is left
  // alone: it is about to be followed.
  #writeUrl(): void {
    const { current } = this;
    if (!current || !isSameItem(readLink(location.hash), current)) return;
    current.urlArguments = current.linkedArguments();
    const link = itemLink(current, current.urlArguments);
    if (link !== location.hash) history.replaceState(null, "", link);
  }
}

function HomeTitle(): VNode {
  return <Name text={pageTitle.value} />;
}

interface WaitingProps {
  readonly failure: ReadonlySignal<Error | undefined>;
  readonly retry: () => Promise<void>;
}

function Waiting({ failure, retry }: WaitingProps): VNode {
  return (
    <article class="tool" aria-busy={failure.value ? undefined : true}>
      {failure.value ? <FailureNote problem={failure.value} retry={retry} /> : <p class="hint">Loading…</p>}
    </article>
  );
}
