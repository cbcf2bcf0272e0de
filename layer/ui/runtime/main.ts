// The runtime of UIs: `mcpUi()` connects a UI with its host, whichever dialect that speaks.

import { type Ui, connect } from "./connect";

declare global {
  interface Window {
    mcpUi: () => Ui;
  }
}

let ui: Ui | undefined;
window.mcpUi = () => (ui ??= connect(window));
