// The console of a server whose process is run by the program around the explorer. Other servers have none.

import type { VNode } from "preact";
import { drawn } from "../dom/drawn";
import { hasHostEndpoint } from "../protocol/host";
import { followConsole } from "./follow";
import { ConsoleModel } from "./model";
import { ConsolePanel } from "./panel";
import { StatusBar } from "./status-bar";

/** `onRestarted` is called when the process has been started again. */
export function startConsole(onRestarted: () => void): void {
  if (!hasHostEndpoint("console")) return;
  const model = new ConsoleModel(onRestarted);
  document.querySelector("main")?.after(drawn(<Host model={model} />));
  void followConsole({
    onLines: (lines, isOther) => model.add(lines, isOther),
    onState: (state) => model.setState(state),
  });
}

function Host({ model }: { readonly model: ConsoleModel }): VNode {
  return (
    <div class="host">
      {model.isOpen.value && <ConsolePanel model={model} />}
      <StatusBar model={model} />
    </div>
  );
}
