import { button, element, nameNode } from "../../dom/element";
import { appInspector } from "../inspector/inspector";
import type { HostedApp } from "../model/hosted-app";
import { regionLabel } from "../model/region-label";
import { printable } from "../../text/printable";
import { AppStage } from "./stage";
import { appStatus } from "./status";
import { modeButtons } from "./mode-buttons";
import { permissionBoxes } from "./permissions";
import { appSwitches } from "./switches";

// The panel of an app: its head, switches, status, stage and inspector.
export function appPanel(app: HostedApp): HTMLElement {
  const stage = new AppStage(app);
  const status = appStatus(app);
  const name = element("h3", "App ", element("span.mono.hint", nameNode(app.uri, 100)));
  const modes = modeButtons(app);
  const switches = appSwitches(app);
  const reload = button("Reload", () => void app.reload(), "quiet small");
  const leave = () => {
    reload.focus();
    void app.close();
  };
  const close = button("Close", leave, "quiet small");
  const actions = element("span.field-actions", modes.buttons, switches.toggle, reload, close);
  const head = element("header.app-head", name, status.words, actions);
  const permissions = permissionBoxes(app);
  const draw = () => {
    const { title, name: appName, version = "" } = app.appInfo ?? {};
    if (appName) {
      name.replaceChildren(nameNode(title ?? appName, 100), " ", element("span.hint", printable(version, 40)));
    }
    close.hidden = app.isOver;
    modes.draw();
    switches.draw();
    permissions.draw();
    stage.draw();
  };
  app.addEventListener("change", draw);
  const label = { "aria-label": regionLabel(app, "App") };
  const panel = element(
    "section.app-panel",
    label,
    head,
    switches.element,
    permissions.element,
    status.element,
    stage.element,
    appInspector(app),
  );
  draw();
  return panel;
}
