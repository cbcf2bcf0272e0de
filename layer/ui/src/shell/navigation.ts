import { element } from "../dom/element";
import { byId } from "../dom/page";
import { readLink, toolLink } from "../protocol/links";
import { debounced } from "../scheduling/debounced";
import { displayName } from "../text/printable";
import { ToolSession } from "../tool/session";
import type { ToolList } from "../tools/list";

// Follows the URL: opens the tool that it names, and writes the arguments of that tool back.
const WRITE_MS = 400;
const pageTitle = document.title;

interface NavigationOptions {
  readonly list: ToolList;
  // Called before another tool is shown.
  readonly onSwitch: () => void;
}

export class Navigation {
  current: ToolSession | undefined;
  private readonly sessions = new Map<string, ToolSession>();
  private readonly pane = byId("tool");
  private readonly writeUrlSoon = debounced(() => this.writeUrl(), WRITE_MS);

  constructor(private readonly options: NavigationOptions) {}

  start(): void {
    addEventListener("hashchange", () => void this.followUrl());
    void this.followUrl();
  }

  // Loads the selected tool again, and every other one when it is opened.
  async reload(): Promise<void> {
    for (const session of this.sessions.values()) session.invalidate();
    await this.current?.load();
  }

  openList(): void {
    history.pushState(null, "", "#/");
    void this.followUrl();
  }

  private sessionOf(name: string): ToolSession {
    const known = this.sessions.get(name);
    if (known) return known;
    const session = new ToolSession(name, {
      onRunning: (tool, isRunning) => this.options.list.setRunning(tool, isRunning),
      onDraft: () => {
        if (session === this.current) this.writeUrlSoon();
      },
    });
    this.sessions.set(name, session);
    return session;
  }

  // Opens the tool that the URL names. A link fills in arguments; it never runs anything.
  private async followUrl(): Promise<void> {
    const link = readLink(location.hash);
    const session = link && this.sessionOf(link.name);
    if (this.current) this.current.scrollTop = this.pane.scrollTop;
    this.current = session;
    document.body.dataset["view"] = link ? "tool" : "list";
    document.title = link ? `${displayName(link.name, 100)} · ${pageTitle}` : pageTitle;
    this.options.list.select(link?.name);
    this.show(session?.element ?? element("p.welcome", "Choose a tool from the list to read about it and to try it."));
    if (!session) return;
    this.pane.scrollTop = session.scrollTop;
    // On a narrow screen the tool replaces the list, so the focus moves to it.
    if (!byId("list").checkVisibility()) this.pane.focus();
    session.follow(link.argumentsText);
    await session.load();
    if (this.current === session) this.writeUrl();
  }

  // A frame reloads when it is removed from the document, so a tool with an open app is only hidden.
  private show(node: HTMLElement): void {
    for (const other of this.pane.querySelectorAll<HTMLElement>(":scope > *")) {
      if (other.querySelector("iframe")) other.hidden = true;
      else other.remove();
    }
    this.options.onSwitch();
    node.hidden = false;
    if (!node.isConnected) this.pane.append(node);
  }

  // Updates the arguments in the URL without adding to the browser's history. A URL that names another tool is left
  // alone: it is about to be followed.
  private writeUrl(): void {
    const { current } = this;
    if (!current || readLink(location.hash)?.name !== current.name) return;
    current.urlArguments = current.linkedArguments();
    const link = toolLink(current.name, current.urlArguments);
    if (link !== location.hash) history.replaceState(null, "", link);
  }
}
