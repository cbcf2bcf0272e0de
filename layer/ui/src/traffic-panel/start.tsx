// Adds the panel of the traffic to the dock, if the server records any for this viewer. What it draws is a part of the
// script of its own, which is loaded when the panel opens.

import { effect, signal } from "@preact/signals";
import type { VNode } from "preact";
import type { Dock } from "../dom/dock";
import { flushed } from "../dom/flushed";
import { byId } from "../dom/page";
import { store, stored } from "../dom/storage";
import { scriptPart } from "../later/script-part";
import { debounced } from "../scheduling/debounced";
import { throttled } from "../scheduling/throttled";
import { settings, storageKey } from "../settings";
import { errorOf } from "../text/error";
import { FailureNote } from "../tools/failure-note";
import { liveTraffic, recordingWords, subscribeTraffic } from "../traffic-feed/feed";
import { shownOperation } from "../traffic-feed/shown-operation";
import { filterInAddress, withFilter } from "./address";
import { isSwitchedOn, query, showsExplorer, showsOthers } from "./choice";
import type { OpenItem } from "./detail";
import type * as TrafficPart from "./part";

const WRITE_MS = 300;
const SHOW_MS = 500;
// Set once the panel has been opened in this session of the browser.
const OPENED_KEY = storageKey("traffic opened");

const part = scriptPart<typeof TrafficPart>("traffic.js");
const model = signal<TrafficPart.TrafficModel | undefined>(undefined);
// Why the part could not be loaded.
const failure = signal<Error | undefined>(undefined);

export function startTrafficPanel(dock: Dock, onOpen: OpenItem): void {
  if (!settings.traffic) return;
  const isOpen = signal(false);
  const writeAddress = () => {
    const address = withFilter(location.href, isOpen.peek() ? query.peek() : undefined);
    if (address !== location.href) history.replaceState(history.state, "", address);
  };
  const opener = dock.add({
    button: "traffic-open",
    title: "Traffic",
    class: "traffic",
    // The panel of a busy server is costly, so a closed one is not drawn.
    draw: () => <>{isOpen.value && <Panel onOpen={onOpen} />}</>,
    drawTools: () => <Status />,
    onOpen: () => {
      store(OPENED_KEY, "true", "sessionStorage");
      subscribeTraffic();
      flushed(() => (isOpen.value = true));
      void load();
      writeAddress();
    },
    onClose: () => {
      isOpen.value = false;
      writeAddress();
    },
  });
  part.fetch();
  part.loaded.subscribe((loaded) => (model.value = loaded && new loaded.TrafficModel()));
  const show = throttled(() => {
    const count = liveTraffic.operations.filter(({ request }) => isSwitchedOn(request)).length;
    opener.show(count);
  }, SHOW_MS);
  for (const source of [liveTraffic, showsExplorer, showsOthers]) source.subscribe(show);
  effect(() => {
    byId("traffic-open").title = `Traffic. ${recordingWords()}`;
  });
  query.subscribe(debounced(writeAddress, WRITE_MS));
  effect(() => {
    const operation = shownOperation.value;
    if (!operation) return;
    if (!isOpen.peek()) opener.open();
    if (!model.value) return;
    shownOperation.value = undefined;
    model.value.reveal(operation);
  });
  const given = filterInAddress(location.href);
  if (given !== undefined) {
    query.value = given;
    opener.open();
  } else if (stored(OPENED_KEY, "sessionStorage") !== null) {
    subscribeTraffic();
  }
}

async function load(): Promise<void> {
  failure.value = undefined;
  await part.load().catch((problem: unknown) => (failure.value = errorOf(problem)));
}

function Status(): VNode | null {
  const View = part.loaded.value?.StatusLine;
  return View && model.value ? <View model={model.value} /> : null;
}

function Panel({ onOpen }: { readonly onOpen: OpenItem }): VNode {
  const View = part.loaded.value?.TrafficPanel;
  if (View && model.value) return <View model={model.value} onOpen={onOpen} />;
  return failure.value ? <FailureNote problem={failure.value} retry={load} /> : <p class="hint">Loading…</p>;
}
