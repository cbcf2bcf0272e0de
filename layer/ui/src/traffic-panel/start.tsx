// Adds the panel of the traffic to the dock, if the server records any for this viewer.

import { type ReadonlySignal, effect, signal } from "@preact/signals";
import type { VNode } from "preact";
import type { Dock } from "../dom/dock";
import { flushed } from "../dom/flushed";
import { byId } from "../dom/page";
import { store, stored } from "../dom/storage";
import { debounced } from "../scheduling/debounced";
import { throttled } from "../scheduling/throttled";
import { settings, storageKey } from "../settings";
import { liveTraffic, subscribeTraffic } from "../traffic-feed/feed";
import { shownOperation } from "../traffic-feed/shown-operation";
import { filterInAddress, withFilter } from "./address";
import type { OpenItem } from "./detail";
import { TrafficModel } from "./model";
import { TrafficPanel, recordingWords } from "./panel";

const WRITE_MS = 300;
const SHOW_MS = 500;
// Set once the panel has been opened in this session of the browser.
const OPENED_KEY = storageKey("traffic opened");

export function startTrafficPanel(dock: Dock, onOpen: OpenItem): void {
  if (!settings.traffic) return;
  const model = new TrafficModel();
  const isOpen = signal(false);
  const writeAddress = () => {
    const address = withFilter(location.href, isOpen.peek() ? model.query.peek() : undefined);
    if (address !== location.href) history.replaceState(history.state, "", address);
  };
  const writeSoon = debounced(writeAddress, WRITE_MS);
  const opener = dock.add({
    button: "traffic-open",
    title: "Traffic",
    class: "traffic",
    // The panel of a busy server is costly, so a closed one is not drawn.
    draw: () => <Panel isOpen={isOpen} model={model} onOpen={onOpen} />,
    onOpen: () => {
      store(OPENED_KEY, "true", "sessionStorage");
      subscribeTraffic();
      flushed(() => (isOpen.value = true));
      writeAddress();
    },
    onClose: () => {
      isOpen.value = false;
      writeAddress();
    },
  });
  const show = throttled(() => {
    const count = model.countLive();
    opener.show(count > 0 ? (count > 999 ? "999+" : String(count)) : "");
  }, SHOW_MS);
  liveTraffic.subscribe(show);
  effect(show);
  effect(() => {
    byId("traffic-open").title = `Traffic. ${recordingWords()}`;
  });
  model.query.subscribe(writeSoon);
  effect(() => {
    const operation = shownOperation.value;
    if (!operation) return;
    shownOperation.value = undefined;
    if (!isOpen.peek()) opener.open();
    model.reveal(operation);
  });
  const given = filterInAddress(location.href);
  if (given !== undefined) {
    model.query.value = given;
    opener.open();
  } else if (stored(OPENED_KEY, "sessionStorage") !== null) {
    subscribeTraffic();
  }
}

interface PanelProps {
  readonly isOpen: ReadonlySignal<boolean>;
  readonly model: TrafficModel;
  readonly onOpen: OpenItem;
}

function Panel({ isOpen, model, onOpen }: PanelProps): VNode | null {
  return isOpen.value ? <TrafficPanel model={model} onOpen={onOpen} /> : null;
}
