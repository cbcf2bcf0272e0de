// The UIs of the server, read again whenever it reports a change, and the story that is shown of them.

import { computed, effect, signal } from "@preact/signals";
import { type CatalogUi, type Story, readCatalog } from "../apps/added/catalog";
import { memberAt } from "../json/plain";
import type { UiLink } from "../protocol/links";
import { feedState, subscribeReports, watchUis } from "../protocol/report-feed";
import { fetchText } from "../protocol/requests";
import { ROOT_PATH } from "../settings";
import { messageOf } from "../text/error";
import type { HostName } from "./hosts";
import { Preview } from "./preview";

export class UiCatalog {
  /** The UIs; undefined until they are read. */
  readonly uis = signal<readonly CatalogUi[] | undefined>(undefined);
  /** False if no tool gets the UIs. */
  readonly areUsed = signal(true);
  /** The reason why they could not be read; empty if they could. */
  readonly problem = signal("");
  readonly host = signal<HostName>("apps");
  readonly link = signal<UiLink>({ ui: undefined, story: undefined });
  readonly preview = new Preview();
  // The story that runs, with the content of its UI.
  #running = "";
  #lastLoad = 0;

  /** Keeps the UIs up to date while `isShown` returns true. */
  start(isShown: () => boolean): void {
    const loadIfShown = () => {
      if (isShown()) void this.#load();
    };
    watchUis();
    subscribeReports(({ kind }) => {
      if (kind === "uis") loadIfShown();
    });
    // Changes while the stream was not open are not reported.
    const isOpen = computed(() => feedState.value.kind === "open");
    effect(() => {
      if (isOpen.value) loadIfShown();
    });
  }

  follow(link: UiLink): void {
    this.link.value = link;
    void this.#load();
  }

  setHost(host: HostName): void {
    this.host.value = host;
    this.#runStory();
  }

  // A UI that has changed has another URI, and runs again.
  async #load(): Promise<void> {
    const load = (this.#lastLoad += 1);
    const read = await fetchText(`${ROOT_PATH}/uis`).then(
      (text) => {
        const catalog: unknown = JSON.parse(text);
        return { uis: readCatalog(catalog), areUsed: memberAt(catalog, "used") !== false, problem: "" };
      },
      (problem: unknown) => ({ uis: this.uis.peek(), areUsed: true, problem: messageOf(problem) }),
    );
    if (load !== this.#lastLoad) return;
    this.uis.value = read.uis;
    this.areUsed.value = read.areUsed;
    this.problem.value = read.problem;
    this.#runStory();
  }

  #runStory(): void {
    const { ui, story } = shownStory(this.uis.peek() ?? [], this.link.peek());
    if (!ui || !story) {
      this.#running = "";
      this.preview.close();
      return;
    }
    const key = JSON.stringify([ui.uri, story, this.host.peek()]);
    if (key === this.#running) return;
    this.#running = key;
    this.preview.show(ui, story, this.host.peek());
  }
}

interface ShownStory {
  readonly ui?: CatalogUi | undefined;
  readonly story?: Story | undefined;
}

/** Returns the UI and the story that a link names: the first story, unless it names another one. */
export function shownStory(uis: readonly CatalogUi[], { ui: name, story }: UiLink): ShownStory {
  const ui = uis.find((one) => one.name === name);
  return { ui, story: story === undefined ? ui?.stories[0] : ui?.stories.find((one) => one.name === story) };
}
