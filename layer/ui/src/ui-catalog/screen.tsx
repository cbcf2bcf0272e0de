// The screen of the UIs: the stories of each, and the one that is shown.

import { type Signal, signal } from "@preact/signals";
import type { VNode } from "preact";
import { downloadBytes } from "../dom/downloads";
import { drawn } from "../dom/drawn";
import { announce } from "../dom/page";
import { type UiLink, uiLink } from "../protocol/links";
import { fetchText } from "../protocol/requests";
import { ROOT_PATH } from "../settings";
import { messageOf } from "../text/error";
import { displayName, printable } from "../text/printable";
import { type CatalogUi, type Story, outcomeText, readCatalog } from "../apps/added/catalog";
import { HOSTS, type HostName } from "./hosts";
import { Preview, PreviewView } from "./preview";
import { storybookFile } from "./storybook";

const POLL_MS = 1000;

export class UiScreen {
  readonly element: HTMLElement;
  readonly #preview = new Preview();
  readonly #uis = signal<readonly CatalogUi[] | undefined>(undefined);
  readonly #problem = signal("");
  readonly #host = signal<HostName>("apps");
  readonly #link = signal<UiLink>({ ui: undefined, story: undefined });
  // The story that runs, with the content of its UI.
  #running = "";

  constructor() {
    const [uis, problem, host, link, preview] = [this.#uis, this.#problem, this.#host, this.#link, this.#preview];
    const onHost = (name: HostName) => {
      host.value = name;
      this.#runStory();
    };
    this.element = drawn(
      <Screen uis={uis} problem={problem} host={host} link={link} onHost={onHost} preview={preview} />,
    );
    setInterval(() => this.#isShown() && void this.#load(), POLL_MS);
  }

  follow(link: UiLink): void {
    this.#link.value = link;
    void this.#load();
  }

  #isShown(): boolean {
    return this.element.isConnected && !this.element.hidden && document.visibilityState === "visible";
  }

  // A UI that has changed has another URI, and runs again.
  async #load(): Promise<void> {
    try {
      this.#uis.value = readCatalog(JSON.parse(await fetchText(`${ROOT_PATH}/uis`)));
      this.#problem.value = "";
    } catch (problem) {
      this.#problem.value = messageOf(problem);
    }
    this.#runStory();
  }

  #runStory(): void {
    const { ui, story } = shownStory(this.#uis.value ?? [], this.#link.value);
    if (!ui || !story) return;
    const key = JSON.stringify([ui.uri, story, this.#host.value]);
    if (key === this.#running) return;
    this.#running = key;
    this.#preview.show(ui, story, this.#host.value);
  }
}

interface Shown {
  readonly ui?: CatalogUi | undefined;
  readonly story?: Story | undefined;
}

// The first story, unless the link names another.
function shownStory(uis: readonly CatalogUi[], { ui: name, story }: UiLink): Shown {
  const ui = name === undefined ? uis[0] : uis.find((one) => one.name === name);
  return { ui, story: story === undefined ? ui?.stories[0] : ui?.stories.find((one) => one.name === story) };
}

interface ScreenProps {
  readonly uis: Signal<readonly CatalogUi[] | undefined>;
  readonly problem: Signal<string>;
  readonly host: Signal<HostName>;
  readonly link: Signal<UiLink>;
  readonly onHost: (host: HostName) => void;
  readonly preview: Preview;
}

function Screen({ uis, problem, host, link, onHost, preview }: ScreenProps): VNode {
  const known = uis.value ?? [];
  const shown = shownStory(known, link.value);
  return (
    <article class="ui-catalog">
      <h2>UIs</h2>
      {problem.value && <p class="error">{problem.value}</p>}
      {!uis.value && !problem.value && <p class="hint">Loading…</p>}
      {uis.value?.length === 0 && <p class="hint">There are no UIs.</p>}
      <div class="ui-columns">
        <nav aria-label="UIs and their stories">
          {known.map((ui) => (
            <UiEntry key={ui.name} ui={ui} shown={shown} />
          ))}
        </nav>
        <div class="ui-main">
          {shown.ui && <UiHead ui={shown.ui} host={host} onHost={onHost} hasStory={shown.story !== undefined} />}
          <PreviewView preview={preview} />
        </div>
      </div>
    </article>
  );
}

function UiEntry({ ui, shown }: { readonly ui: CatalogUi; readonly shown: Shown }): VNode {
  return (
    <section>
      <h3>
        <a href={uiLink(ui.name)}>
          <bdi>{displayName(ui.title, 100)}</bdi>
        </a>
      </h3>
      <ul>
        {ui.stories.map((story) => (
          <li key={story.name}>
            <a
              href={uiLink(ui.name, story.name)}
              aria-current={ui === shown.ui && story === shown.story ? "page" : undefined}
            >
              <bdi>{displayName(story.name, 100)}</bdi>
            </a>
            {story.problems.length > 0 && <span class="failed"> invalid</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function exportStories(ui: CatalogUi): void {
  const address = new URL(`${ROOT_PATH}/ui/${encodeURIComponent(ui.name)}`, location.origin);
  const filename = `${ui.name}.stories.js`;
  downloadBytes(storybookFile(ui, address.href), filename);
  announce(`Saved ${filename}`);
}

interface UiHeadProps extends Pick<ScreenProps, "host" | "onHost"> {
  readonly ui: CatalogUi;
  readonly hasStory: boolean;
}

function UiHead({ ui, host, onHost, hasStory }: UiHeadProps): VNode {
  return (
    <header>
      <p class="hint">
        For {ui.tools.map((tool) => printable(tool, 100)).join(", ")}. {printable(outcomeText(ui.outcomes), 500)}
      </p>
      {ui.ailment !== undefined && <p class="failed">Not reachable: {printable(ui.ailment, 300)}</p>}
      {!hasStory && <p>{ui.stories.length === 0 ? "This UI has no stories." : "There is no such story."}</p>}
      <div class="ui-tools">
        <label>
          Host{" "}
          <select value={host.value} onChange={(event) => onHost(event.currentTarget.value as HostName)}>
            {HOSTS.map(([name, label]) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </select>
        </label>
        {ui.stories.length > 0 && (
          <button type="button" class="small" onClick={() => exportStories(ui)}>
            Export as Storybook
          </button>
        )}
      </div>
    </header>
  );
}
