// The screen of the UIs: all stories as a gallery, or one of them that is tried.

import type { VNode } from "preact";
import { type CatalogUi, outcomeText } from "../apps/added/catalog";
import { downloadBytes } from "../dom/downloads";
import { drawn } from "../dom/drawn";
import { announce } from "../dom/page";
import { type UiLink, uiLink } from "../protocol/links";
import { ROOT_PATH } from "../settings";
import { displayName, printable } from "../text/printable";
import { Gallery } from "./gallery";
import { HOSTS, type HostName } from "./hosts";
import { UiCatalog, shownStory } from "./model";
import { PreviewView } from "./preview";
import { storybookFile } from "./storybook";

export class UiScreen {
  readonly element: HTMLElement;
  readonly #catalog = new UiCatalog();

  constructor() {
    this.element = drawn(<Screen catalog={this.#catalog} />);
    this.#catalog.start(() => this.element.isConnected && !this.element.hidden);
  }

  follow(link: UiLink): void {
    this.#catalog.follow(link);
  }
}

function Screen({ catalog }: { readonly catalog: UiCatalog }): VNode {
  const { uis, areUsed, problem, link, preview } = catalog;
  const known = uis.value ?? [];
  const shown = shownStory(known, link.value);
  return (
    <article class="ui-catalog">
      <h2>UIs</h2>
      {problem.value && <p class="error">{problem.value}</p>}
      {!uis.value && !problem.value && <p class="hint">Loading…</p>}
      {uis.value?.length === 0 && <p class="hint">There are no UIs.</p>}
      {!areUsed.value && (
        <p class="hint">
          No tool gets these UIs. Pass them to <code>McpUiLayer::uis</code>, or wrap the MCP server in an{" "}
          <code>AugmentLayer</code>.
        </p>
      )}
      {link.value.ui === undefined ? (
        <Gallery catalog={catalog} />
      ) : (
        <div class="ui-columns">
          <nav aria-label="UIs and their stories">
            <p>
              <a href={uiLink()}>All UIs</a>
            </p>
            {known.map((ui) => (
              <UiEntry key={ui.name} ui={ui} shown={shown} />
            ))}
          </nav>
          <div class="ui-main">
            {shown.ui && <UiHead ui={shown.ui} catalog={catalog} hasStory={shown.story !== undefined} />}
            {uis.value && !shown.ui && <p>There is no such UI.</p>}
            <PreviewView preview={preview} />
          </div>
        </div>
      )}
    </article>
  );
}

function UiEntry({ ui, shown }: { readonly ui: CatalogUi; readonly shown: ReturnType<typeof shownStory> }): VNode {
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

interface UiHeadProps {
  readonly ui: CatalogUi;
  readonly catalog: UiCatalog;
  readonly hasStory: boolean;
}

function UiHead({ ui, catalog, hasStory }: UiHeadProps): VNode {
  return (
    <header>
      <p class="hint">
        {ui.tools.map((tool) => printable(tool, 100)).join(", ")} · {printable(outcomeText(ui.outcomes), 500)}
      </p>
      {ui.ailment !== undefined && <p class="failed">Not reachable: {printable(ui.ailment, 300)}</p>}
      {!hasStory && <p>{ui.stories.length === 0 ? "This UI has no stories." : "There is no such story."}</p>}
      <div class="ui-tools">
        <label>
          Host{" "}
          <select
            value={catalog.host.value}
            onChange={(event) => catalog.setHost(event.currentTarget.value as HostName)}
          >
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
