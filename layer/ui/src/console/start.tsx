// The console of a server whose process is run by the program around the explorer. Other servers have none.

import { type VNode, render } from "preact";
import { element } from "../dom/element";
import { hasHostEndpoint } from "../protocol/host";
import { followConsole } from "./follow";
import { ConsoleModel } from "./model";
import { ConsolePanel } from "./panel";
import { StatusBar } from "./status-bar";

// `onRestarted` is called when the process has been started again.
export function startConsole(onRestarted: () => void): void {
  if (!hasHostEndpoint("console")) return;
  const model = new ConsoleModel(onRestarted);
  const room = element("div.host");
  document.querySelector("main")?.after(room);
  render(<Host model={model} />, room);
  void followConsole({
    onLines: (lines, isOther) => model.add(lines, isOther),
    onState: (state) => model.setState(state),
  });
}

function Host({ model }: { readonly model: ConsoleModel }): VNode {
  return (
    <>
      {model.isOpen.value && <ConsolePanel model={model} />}
      <StatusBar model={model} />
    </>
  );
}
