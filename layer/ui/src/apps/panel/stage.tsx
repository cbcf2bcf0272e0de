// The stage of an app's frame: inline, full screen, or in the corner of the page. Moving the frame in the document
// would reload the app, so the stage is raised to the top layer instead.

import type { VNode } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { dialogsClosed, isDialogOpen } from "../../dom/dialogs";
import { Name } from "../../dom/name";
import { asText } from "../../json/plain";
import type { HostedApp } from "../model/hosted-app";

export function AppStage({ app }: { readonly app: HostedApp }): VNode {
  app.useChanges();
  const { tried, isOver, prefersBorder = true } = app;
  const place = useRef<HTMLDivElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const paused = useRef<HTMLParagraphElement>(null);
  const [raised] = useState(() => new RaisedStage(app));
  useLayoutEffect(() => paused.current?.before(app.mount), [app]);
  useLayoutEffect(() => raised.show(stage.current!));
  useLayoutEffect(() => () => raised.end(), []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || raised.mode === "inline") return;
    event.preventDefault();
    raised.leave();
  };
  return (
    <div ref={place} onKeyDown={onKeyDown}>
      <div
        class={prefersBorder ? "app-stage bordered" : "app-stage"}
        ref={stage}
        data-theme={tried.theme ?? ""}
        style={{ maxWidth: tried.width ? `${tried.width}px` : "" }}
        hidden={isOver}
      >
        <div class="app-bar">
          <strong>
            <Name text={asText(app.tool["title"] ?? app.tool.name)} limit={100} />
          </strong>
          <button type="button" class="primary small" onClick={raised.leave}>
            Back to the page
          </button>
        </div>
        <p class="app-paused" ref={paused}>
          Paused
        </p>
      </div>
      <p class="hint" hidden={isOver || app.mode !== "pip"}>
        {"The app is shown in the corner of the page. "}
        <button type="button" class="small" onClick={raised.leave}>
          Bring it back
        </button>
      </p>
    </div>
  );
}

/** Raises the stage to the top layer, and lowers it again. */
class RaisedStage {
  mode = "inline";
  #covered: HTMLElement[] = [];

  constructor(private readonly app: HostedApp) {}

  /** Returns the app to its place in the page. */
  readonly leave = (): void => this.app.try("displayMode", "inline");

  /** Shows the stage in the display mode of the app. */
  show(stage: HTMLElement): void {
    const { app, mode: before } = this;
    const mode = app.isOver ? "inline" : app.mode;
    if (mode === before) return;
    // The stage must not cover a dialog that has opened in the meantime.
    if (mode !== "inline" && isDialogOpen()) return void dialogsClosed().then(() => this.show(stage));
    const { activeElement } = document;
    const wasLeft = activeElement?.matches("button") && stage.parentElement?.contains(activeElement);
    this.mode = mode;
    this.#uncover();
    stage.dataset["mode"] = mode;
    stage.popover = mode === "inline" ? null : "manual";
    if (mode !== "inline") stage.showPopover();
    if (mode === "fullscreen") this.#cover(stage);
    // Focus inside the app stays there.
    if (mode === "fullscreen" && !stage.contains(activeElement)) stage.querySelector("button")?.focus();
    else if (wasLeft) focusModeButton(stage, before);
  }

  end(): void {
    this.#uncover();
  }

  // Makes everything under the full screen inert for keyboard and screen readers, except dialogs, which are above it.
  // Navigating to another tool leaves the full screen.
  #cover(stage: HTMLElement): void {
    for (let node = stage; node.parentElement && node !== document.body; node = node.parentElement) {
      const others = [...node.parentElement.children].filter((other) => other instanceof HTMLElement && other !== node);
      this.#covered.push(
        ...(others as HTMLElement[]).filter((other) => !other.inert && !other.matches("dialog, #announcer")),
      );
    }
    for (const node of this.#covered) node.inert = true;
    addEventListener("hashchange", this.leave);
  }

  #uncover(): void {
    for (const node of this.#covered) node.inert = false;
    this.#covered = [];
    removeEventListener("hashchange", this.leave);
  }
}

function focusModeButton(stage: HTMLElement, mode: string): void {
  stage.closest(".app-panel")?.querySelector<HTMLElement>(`button[data-mode="${mode}"]`)?.focus();
}
