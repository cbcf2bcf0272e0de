// All stories at a glance: each in both themes, on a phone and in a wide window. A tile runs while it is in view.

import { signal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { CatalogUi, Story } from "../apps/added/catalog";
import { openFrames } from "../apps/model/open-frames";
import type { AppRun } from "../apps/run/run";
import { uiLink } from "../protocol/links";
import { settings } from "../settings";
import { displayName } from "../text/printable";
import { counted } from "../text/units";
import { storyRun } from "./preview";
import type { UiCatalog } from "./model";

const VARIANTS = (["light", "dark"] as const).flatMap((theme) => [360, 768].map((width) => ({ theme, width })));
// The share of a tile that has to be in view, so that a row at the edge takes no frames from the others.
const IN_VIEW = 0.5;
// Changes when a tile has left, so that another one may take its frame.
const freed = signal(0);

/** The gallery of the UIs. */
export function Gallery({ catalog }: { readonly catalog: UiCatalog }): VNode {
  return (
    <>
      {catalog.uis.value?.map((ui) => (
        <section key={ui.uri} class="ui-gallery">
          <h3>
            <a href={uiLink(ui.name)}>
              <bdi>{displayName(ui.title, 100)}</bdi>
            </a>{" "}
            <span class="hint">{counted(ui.stories.length, "story", "stories")}</span>
          </h3>
          {ui.ailment !== undefined && <p class="failed">Not reachable</p>}
          {ui.stories.map((story) => (
            <StoryTiles key={story.name} ui={ui} story={story} catalog={catalog} />
          ))}
        </section>
      ))}
    </>
  );
}

interface StoryProps {
  readonly ui: CatalogUi;
  readonly story: Story;
  readonly catalog: UiCatalog;
}

function StoryTiles({ ui, story, catalog }: StoryProps): VNode {
  return (
    <div>
      <h4>
        <a href={uiLink(ui.name, story.name)}>
          <bdi>{displayName(story.name, 100)}</bdi>
        </a>
        {story.problems.length > 0 && <span class="failed"> invalid</span>}
      </h4>
      <div class="ui-tiles">
        {VARIANTS.map((variant) => (
          <Tile key={`${variant.theme} ${variant.width}`} ui={ui} story={story} catalog={catalog} {...variant} />
        ))}
      </div>
    </div>
  );
}

interface TileProps extends StoryProps {
  readonly theme: "light" | "dark";
  readonly width: number;
}

// A link to the story. What runs in it cannot be used here, since a press opens it.
function Tile({ ui, story, catalog, theme, width }: TileProps): VNode {
  const place = useRef<HTMLDivElement>(null);
  // A UI that has changed has another URI. The catalog is read again whenever anything in it changes.
  useEffect(() => runInView(place.current!, ui, story, { theme, width }), [ui.uri, JSON.stringify(story)]);
  const open = () => (catalog.preview.wanted = { theme, width });
  return (
    <a class="ui-tile" data-width={width} href={uiLink(ui.name, story.name)} onClick={open}>
      <span class="hint">{`${theme}, ${width} px`}</span>
      <div class="ui-tile-frame" data-theme={theme} ref={place} inert />
    </a>
  );
}

// Runs a story while its tile is in view, and there is a frame left. Returns the function that ends it.
function runInView(
  place: HTMLElement,
  ui: CatalogUi,
  story: Story,
  tried: Pick<TileProps, "theme" | "width">,
): () => void {
  let run: AppRun | undefined;
  let isInView = false;
  // A tile is as high as what it shows, which is drawn smaller than it is.
  const sizes = new ResizeObserver(() => {
    const height = run ? (run.mount.offsetHeight * place.clientWidth) / tried.width : 0;
    place.style.height = height > 0 ? `${height}px` : "";
  });
  const end = () => {
    if (!run) return;
    const ended = run;
    sizes.unobserve(ended.mount);
    run = undefined;
    // The app is told before its frame leaves the document.
    void ended.close().then(() => {
      ended.mount.remove();
      freed.value += 1;
    });
  };
  const update = () => {
    if (!isInView) return end();
    if (run) return;
    if (openFrames.size >= settings.apps.frames) {
      place.textContent = "Runs when another one is scrolled away.";
      return;
    }
    run = storyRun(ui, story, "apps").run;
    Object.assign(run.tried, tried);
    place.replaceChildren(run.mount);
    sizes.observe(run.mount);
    void run.start();
  };
  const observer = new IntersectionObserver(
    (entries) => {
      isInView = entries.at(-1)?.isIntersecting === true;
      update();
    },
    { threshold: IN_VIEW },
  );
  observer.observe(place);
  const unsubscribe = freed.subscribe(update);
  return () => {
    unsubscribe();
    observer.disconnect();
    sizes.disconnect();
    isInView = false;
    end();
  };
}
