// The panels below the tool, of which one at a time is open. Each has a button in the bar of the page, with a count.

import { button, element } from "./element";
import { byId } from "./page";

export interface DockPanel {
  // The id of the button in the bar of the page.
  readonly button: string;
  readonly title: string;
  readonly body: HTMLElement;
  // Further controls beside the title.
  readonly tools?: HTMLElement;
  // Called when the panel is part of the document.
  readonly onOpen?: () => void;
  readonly onClose?: () => void;
}

// The button of a panel.
export interface DockButton {
  // Shows the button with a count beside its title; undefined hides it. `about` is read out after the count, which is then emphasised.
  show(count: string | undefined, about?: string): void;
  // Opens the panel.
  open(): void;
}

export class Dock {
  private readonly element = element("section.dock", { hidden: true });
  private opened: DockPanel | undefined;

  constructor() {
    document.querySelector("main")?.after(this.element);
    this.element.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      event.preventDefault();
      this.close();
    });
  }

  add(panel: DockPanel): DockButton {
    const opener = byId(panel.button);
    const badge = element("span.dock-badge");
    const hint = element("span.unseen");
    opener.append(badge, hint);
    opener.ariaExpanded = "false";
    opener.addEventListener("click", () => (this.opened === panel ? this.close() : this.open(panel)));
    return {
      show: (count, about = "") => {
        opener.hidden = count === undefined && this.opened !== panel;
        badge.classList.toggle("urgent", about !== "");
        badge.textContent = count ?? "";
        hint.textContent = about && ` ${about}`;
      },
      open: () => this.open(panel),
    };
  }

  private open(panel: DockPanel): void {
    if (this.opened) {
      byId(this.opened.button).ariaExpanded = "false";
      this.opened.onClose?.();
    }
    this.opened = panel;
    byId(panel.button).ariaExpanded = "true";
    const title = element("h2", { tabindex: -1 }, panel.title);
    const head = element(
      "div.dock-head",
      title,
      panel.tools,
      button("Close", () => this.close(), "quiet small"),
    );
    this.element.ariaLabel = panel.title;
    this.element.replaceChildren(head, panel.body);
    this.element.hidden = false;
    panel.onOpen?.();
    title.focus();
  }

  private close(): void {
    const { opened } = this;
    if (!opened) return;
    this.opened = undefined;
    this.element.hidden = true;
    this.element.replaceChildren();
    opened.onClose?.();
    const opener = byId(opened.button);
    opener.ariaExpanded = "false";
    opener.focus();
  }
}
