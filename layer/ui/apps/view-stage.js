// The stage of an app's frame: inline, full screen, or in the corner of the page. Moving the frame in the document would reload
// the app, so the stage is raised to the top layer instead.
const MODE_WORDS = { fullscreen: "Full screen", pip: "Picture in picture" };

class AppStage {
  constructor(run) {
    Object.assign(this, { run, mode: "inline", covered: [] });
    this.leave = () => run.try("displayMode", "inline");
    this.back = button("Back to the page", this.leave, "primary small");
    this.bar = element("div.app-bar", element("strong", nameNode(asText(run.tool.title ?? run.tool.name), 100)), this.back);
    this.stage = element("div.app-stage", this.bar, run.mount, element("p.app-paused", "Paused"));
    this.elsewhere = element("p.hint", { hidden: true }, "The app is shown in the corner of the page. ", button("Bring it back", this.leave, "small"));
    this.element = element("div", this.stage, this.elsewhere);
    this.element.addEventListener("keydown", (event) => this.onKey(event));
    this.draw();
  }

  draw() {
    const { run, stage } = this;
    stage.dataset.theme = run.tried.theme ?? "";
    stage.classList.toggle("bordered", run.prefersBorder ?? true);
    stage.style.maxWidth = run.tried.width ? `${run.tried.width}px` : "";
    stage.hidden = run.isOver;
    this.show(stage.hidden ? "inline" : run.mode);
  }

  show(mode) {
    const { stage, mode: before } = this;
    if (mode === before) return;
    // The stage must not cover a dialog that has opened in the meantime.
    if (mode !== "inline" && isDialogOpen()) return void dialogsClosed().then(() => this.draw());
    const { activeElement } = document;
    this.mode = mode;
    this.uncover();
    stage.dataset.mode = mode;
    stage.popover = mode === "inline" ? null : "manual";
    if (mode !== "inline") stage.showPopover();
    this.elsewhere.hidden = mode !== "pip";
    if (mode === "fullscreen") this.cover();
    // Focus inside the app stays there.
    if (mode === "fullscreen" && !stage.contains(activeElement)) this.back.focus();
    else if (activeElement === this.back || this.elsewhere.contains(activeElement)) this.element.closest(".app-panel").querySelector(`button[data-mode="${before}"]`).focus();
  }

  onKey(event) {
    if (event.key !== "Escape" || this.mode === "inline") return;
    event.preventDefault();
    this.leave();
  }

  // Makes everything under the full screen inert for keyboard and screen readers, except dialogs, which are above it.
  // Navigating to another tool leaves the full screen.
  cover() {
    for (let node = this.stage; node.parentElement && node !== document.body; node = node.parentElement) {
      this.covered.push(...[...node.parentElement.children].filter((other) => other !== node && !other.inert && !other.matches("dialog, #announcer")));
    }
    for (const node of this.covered) node.inert = true;
    addEventListener("hashchange", this.leave);
  }

  uncover() {
    for (const node of this.covered) node.inert = false;
    this.covered = [];
    removeEventListener("hashchange", this.leave);
  }
}
