// Adds the panel of the traffic to the dock, if the server records any for this viewer.

import { effect } from "@preact/signals";
import { render } from "preact";
import type { Dock } from "../dom/dock";
import { element } from "../dom/element";
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
  const body = element("div.dock-body.traffic");
  let isOpen = false;
  const writeAddress = () => {
    const address = withFilter(location.href, isOpen ? model.query.peek() : undefined);
    if (address !== location.href) history.replaceState(history.state, "", address);
  };
  const writeSoon = debounced(writeAddress, WRITE_MS);
  const opener = dock.add({
    button: "traffic-open",
    title: "Traffic",
    body,
    onOpen: () => {
      isOpen = true;
      store(OPENED_KEY, "true", "sessionStorage");
      subscribeTraffic();
      render(<TrafficPanel model={model} onOpen={onOpen} />, body);
      writeAddress();
    },
    onClose: () => {
      isOpen = false;
      render(null, body);
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
    if (!isOpen) opener.open();
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
