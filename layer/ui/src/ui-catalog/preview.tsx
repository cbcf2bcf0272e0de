// One story, run by the app host of this page.

import { AppRun } from "../apps/run/run";
import { readDeclared } from "../apps/run/declared";
import { appPanel } from "../apps/panel/panel";
import { limitNotice } from "../apps/panel/limit-notice";
import { button, element } from "../dom/element";
import { type DeclaredApp, declaredApp } from "../tools/declared-app";
import { catalog } from "../tools/catalog";
import { printable } from "../text/printable";
import type { CatalogUi, Story } from "../apps/added/catalog";
import { type HostName, feedOf } from "./hosts";
import { verdictOf } from "./verdict";

const LATE_MS = 5000;
const WIDTHS = [
  [360, "360 px"],
  [768, "768 px"],
  [undefined, "Full"],
] as const;

export class Preview {
  readonly element = element("div.ui-preview");
  private run: AppRun | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  // Shows a story in place of the one before, whose switches stay as they are.
  show(ui: CatalogUi, story: Story, host: HostName): void {
    const { run: before } = this;
    this.close();
    const feed = feedOf(host, story);
    const app: DeclaredApp = { uri: ui.uri, warnings: [], problem: undefined };
    const run = new AppRun(toolOf(ui), ui.uri, async (signal, note) => {
      const read = await readDeclared(app, signal, note);
      return feed.renderData ? { ...read, renderData: feed.renderData, skipsHandshake: true } : read;
    });
    Object.assign(run.tried, before?.tried);
    run.inputs = feed.inputs;
    const { late } = feed;
    if (late) this.timer = setTimeout(() => run.sendInput(late.method, late.params), LATE_MS);
    const verdict = element("dl.ui-verdict", { "aria-label": "Verdict" });
    const draw = () => verdict.replaceChildren(...findings(ui, story, host, run));
    run.addEventListener("change", draw);
    draw();
    this.run = run;
    this.element.replaceChildren(verdict, widthButtons(run), appPanel(run), limitNotice(run));
    void run.start();
  }

  close(): void {
    clearTimeout(this.timer);
    void this.run?.close();
    this.run = undefined;
    this.element.replaceChildren();
  }
}

function findings(ui: CatalogUi, story: Story, host: HostName, run: AppRun): readonly HTMLElement[] {
  return verdictOf(ui, story, host, run).map(({ name, text, isGood }) => {
    const judged = isGood === undefined ? "" : isGood ? "success" : "failed";
    return element("div", element("dt", name), element("dd", { class: judged }, printable(text, 300)));
  });
}

function widthButtons(run: AppRun): HTMLElement {
  const buttons = WIDTHS.map(([width, label]) => button(label, () => run.try("width", width), "quiet small"));
  return element("div.ui-widths", { role: "group", "aria-label": "Width of the UI" }, "Width: ", buttons);
}

// The tool that has this UI, or else one of the same name.
function toolOf({ uri, name, tools }: CatalogUi): AppRun["tool"] {
  const known = catalog.value.tools.find((tool) => declaredApp(tool)?.uri === uri);
  return known ?? { name: tools[0] ?? name, inputSchema: { type: "object" } };
}
