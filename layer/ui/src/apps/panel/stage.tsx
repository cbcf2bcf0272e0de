// The stage of an app's frame: inline, full screen, or in the corner of the page. Moving the frame in the document
// would reload the app, so the stage is raised to the top layer instead.

import { dialogsClosed, isDialogOpen } from "../../dom/dialogs";
import { button, element, nameNode } from "../../dom/element";
import { asText } from "../../json/plain";
import type { HostedApp } from "../model/hosted-app";

export class AppStage {
  readonly element: HTMLElement;
  private readonly stage: HTMLElement;
  private readonly elsewhere: HTMLElement;
  private readonly leave = () => this.app.try("displayMode", "inline");
  private readonly back = button("Back to the page", this.leave, "primary small");
  private mode = "inline";
  private covered: HTMLElement[] = [];

  constructor(private readonly app: HostedApp) {
    const title = element("strong", nameNode(asText(app.tool["title"] ?? app.tool.name), 100));
    const bar = element("div.app-bar", title, this.back);
    this.stage = element("div.app-stage", bar, app.mount, element("p.app-paused", "Paused"));
    const bring = button("Bring it back", this.leave, "small");
    this.elsewhere = element("p.hint", { hidden: true }, "The app is shown in the corner of the page. ", bring);
    this.element = element("div", this.stage, this.elsewhere);
    this.element.addEventListener("keydown", (event) => this.onKey(event));
    this.draw();
  }

  draw(): void {
    const { app, stage } = this;
    stage.dataset["theme"] = app.tried.theme ?? "";
    stage.classList.toggle("bordered", app.prefersBorder ?? true);
    stage.style.maxWidth = app.tried.width ? `${app.tried.width}px` : "";
    stage.hidden = app.isOver;
    this.show(app.isOver ? "inline" : app.mode);
  }

  private show(mode: string): void {
    const { stage, mode: before } = this;
    if (mode === before) return;
    // The stage must not cover a dialog that has opened in the meantime.
    if (mode !== "inline" && isDialogOpen()) return void dialogsClosed().then(() => this.draw());
    const { activeElement } = document;
    this.mode = mode;
    this.uncover();
    stage.dataset["mode"] = mode;
    stage.popover = mode === "inline" ? null : "manual";
    if (mode !== "inline") stage.showPopover();
    this.elsewhere.hidden = mode !== "pip";
    if (mode === "fullscreen") this.cover();
    // Focus inside the app stays there.
    if (mode === "fullscreen" && !stage.contains(activeElement)) this.back.focus();
    else if (activeElement === this.back || this.elsewhere.contains(activeElement)) this.focusModeButton(before);
  }

  private focusModeButton(mode: string): void {
    const panel = this.element.closest(".app-panel");
    panel?.querySelector<HTMLElement>(`button[data-mode="${mode}"]`)?.focus();
  }

  private onKey(event: KeyboardEvent): void {
    if (event.key !== "Escape" || this.mode === "inline") return;
    event.preventDefault();
    this.leave();
  }

  // Makes everything under the full screen inert for keyboard and screen readers, except dialogs, which are above it.
  // Navigating to another tool leaves the full screen.
  private cover(): void {
    for (let node = this.stage; node.parentElement && node !== document.body; node = node.parentElement) {
      const others = [...node.parentElement.children].filter((other) => other instanceof HTMLElement && other !== node);
      this.covered.push(
        ...(others as HTMLElement[]).filter((other) => !other.inert && !other.matches("dialog, #announcer")),
      );
    }
    for (const node of this.covered) node.inert = true;
    addEventListener("hashchange", this.leave);
  }

  private uncover(): void {
    for (const node of this.covered) node.inert = false;
    this.covered = [];
    removeEventListener("hashchange", this.leave);
  }
}
