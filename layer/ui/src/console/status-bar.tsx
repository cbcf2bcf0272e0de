// The bar at the foot of the page: the state of the server's process, its restart, and the way to the console.

import type { VNode } from "preact";
import { useTick } from "../dom/tick";
import { hasHostEndpoint } from "../protocol/host";
import { printable } from "../text/printable";
import { counted } from "../text/units";
import type { ConsoleModel } from "./model";
import { stateText } from "./process-state";

export function StatusBar({ model }: { readonly model: ConsoleModel }): VNode {
  const process = model.process.value;
  const isRestarting = model.isRestarting.value;
  const text = useStateText(model);
  const lastWords = process.state === "down" ? process.stderr.at(-1) : undefined;
  return (
    <footer class="process" data-state={process.state}>
      <span class="process-mark" aria-hidden="true" />
      <p class="process-text" title={text}>
        <bdi>{text}</bdi>
        {lastWords !== undefined && <code class="process-last">{printable(lastWords)}</code>}
      </p>
      {hasHostEndpoint("restart") && process.state !== "lost" && (
        <button type="button" class="small" aria-disabled={isRestarting} onClick={() => void model.restart()}>
          {process.state === "down" ? "Start now" : "Restart"}
        </button>
      )}
      <ConsoleButton model={model} />
    </footer>
  );
}

function ConsoleButton({ model }: { readonly model: ConsoleModel }): VNode {
  const isOpen = model.isOpen.value;
  const unseen = model.unseen.value;
  return (
    <button
      type="button"
      class="small console-open"
      id="console-open"
      aria-expanded={isOpen}
      onClick={() => model.setOpen(!isOpen)}
    >
      Console
      {unseen > 0 && (
        <>
          <span class="unseen">{counted(unseen, "unseen problem")}</span>
          <span class="console-badge" aria-hidden="true">
            {unseen > 99 ? "99+" : unseen}
          </span>
        </>
      )}
    </button>
  );
}

function useStateText(model: ConsoleModel): string {
  const process = model.process.value;
  useTick(process.state === "down" && process.restartsAt !== undefined);
  if (model.restartProblem.value) return printable(model.restartProblem.value, 1000);
  return printable(model.isRestarting.value ? "Restarting the server…" : stateText(process, performance.now()), 1000);
}
