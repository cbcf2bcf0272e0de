// One story, run by the app host of this page.

import { signal } from "@preact/signals";
import type { VNode } from "preact";
import type { CatalogUi, Story } from "../apps/added/catalog";
import type { AppInput, Tried } from "../apps/model/hosted-app";
import { LimitNotice } from "../apps/panel/limit-notice";
import { AppPanel } from "../apps/panel/panel";
import { readDeclared } from "../apps/run/declared";
import { AppRun } from "../apps/run/run";
import { flushed } from "../dom/flushed";
import { printable } from "../text/printable";
import { catalog } from "../tools/catalog";
import { type DeclaredApp, declaredApp } from "../tools/declared-app";
import { type HostName, feedOf } from "./hosts";
import { verdictOf } from "./verdict";

const LATE_MS = 5000;
const WIDTHS = [
  [360, "360 px"],
  [768, "768 px"],
  [undefined, "Full"],
] as const;

/** A story that runs in a host. */
interface Shown {
  readonly ui: CatalogUi;
  readonly story: Story;
  readonly host: HostName;
  readonly run: AppRun;
}

export class Preview {
  readonly shown = signal<Shown | undefined>(undefined);
  /** What the next story is tried with, in place of the switches of the story before. */
  wanted: Tried | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Shows a story in place of the one before, whose switches stay as they are. */
  show(ui: CatalogUi, story: Story, host: HostName): void {
    const before = this.shown.peek();
    this.close();
    const { run, late } = storyRun(ui, story, host);
    Object.assign(run.tried, this.wanted ?? before?.run.tried);
    this.wanted = undefined;
    if (late) this.#timer = setTimeout(() => run.sendInput(late.method, late.params), LATE_MS);
    flushed(() => (this.shown.value = { ui, story, host, run }));
    void run.start();
  }

  close(): void {
    clearTimeout(this.#timer);
    void this.shown.peek()?.run.close();
    this.shown.value = undefined;
  }
}

/** Creates the run of a story. `late` is sent after five seconds. */
export function storyRun(ui: CatalogUi, story: Story, host: HostName): { run: AppRun; late: AppInput | undefined } {
  const { inputs, late, renderData } = feedOf(host, story);
  const app: DeclaredApp = { uri: ui.uri, warnings: [], problem: undefined };
  const run = new AppRun(toolOf(ui), ui.uri, async (signal, note) => {
    const read = await readDeclared(app, signal, note);
    return renderData ? { ...read, renderData, skipsHandshake: true } : read;
  });
  run.inputs = inputs;
  return { run, late };
}

export function PreviewView({ preview }: { readonly preview: Preview }): VNode {
  const shown = preview.shown.value;
  return (
    <div class="ui-preview">
      {shown && (
        <>
          <Verdict {...shown} />
          <div class="ui-widths" role="group" aria-label="Width of the UI">
            {"Width: "}
            {WIDTHS.map(([width, label]) => (
              <button key={label} type="button" class="quiet small" onClick={() => shown.run.try("width", width)}>
                {label}
              </button>
            ))}
          </div>
          <AppPanel app={shown.run} />
          <LimitNotice app={shown.run} />
        </>
      )}
    </div>
  );
}

function Verdict({ ui, story, host, run }: Shown): VNode {
  run.useChanges();
  return (
    <dl class="ui-verdict" aria-label="Verdict">
      {verdictOf(ui, story, host, run).map(({ name, text, isGood }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd class={isGood === undefined ? "" : isGood ? "success" : "failed"}>{printable(text, 300)}</dd>
        </div>
      ))}
    </dl>
  );
}

// The tool that has this UI, or else one of the same name.
function toolOf({ uri, name, tools }: CatalogUi): AppRun["tool"] {
  const known = catalog.value.tools.find((tool) => declaredApp(tool)?.uri === uri);
  return known ?? { name: tools[0] ?? name, inputSchema: { type: "object" } };
}
