import { button } from "../../dom/element";
import type { HostedApp } from "../model/hosted-app";
import { openFrames } from "../model/open-frames";

// A button for an app that did not start because too many frames are open.
export function limitNotice(app: HostedApp): HTMLElement {
  const makeRoom = async () => {
    await Promise.all([...openFrames].map((other) => other.close()));
    void app.reload();
  };
  const trigger = button("Close the others, open this one", makeRoom, "", { hidden: true });
  app.addEventListener("change", () => (trigger.hidden = !app.isOverLimit));
  return trigger;
}
