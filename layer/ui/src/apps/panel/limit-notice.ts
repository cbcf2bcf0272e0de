import { button } from "../../dom/element";
import type { HostedApp } from "../model/hosted-app";
import { openApps } from "../model/open-apps";

// A button for an app that did not start because too many others are open.
export function limitNotice(app: HostedApp): HTMLElement {
  const makeRoom = async () => {
    await Promise.all([...openApps].map((other) => other.close()));
    void app.reload();
  };
  const trigger = button("Close the other apps, open this one", makeRoom, "", { hidden: true });
  app.addEventListener("change", () => (trigger.hidden = !app.isOverLimit));
  return trigger;
}
