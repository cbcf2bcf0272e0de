import { button, element } from "../dom/element";
import { announce } from "../dom/page";
import { displayName } from "../text/printable";
import { formatDuration, formatSize } from "../text/units";

// A call that has not ended yet.
export interface RunningCall {
  readonly controller: AbortController;
  readonly started: number;
  bytes: number;
}

interface RunControls {
  readonly runBar: HTMLElement;
  readonly runButton: HTMLElement;
}

// Shows the elapsed time and the received bytes of a call; returns the function that hides them.
export function showRunning(name: string, call: RunningCall, { runBar, runButton }: RunControls): () => void {
  const clock = element("span");
  const spinner = element("span.running", { role: "img", "aria-label": "running" });
  runBar.replaceChildren(
    spinner,
    clock,
    button("Cancel", () => call.controller.abort()),
  );
  runButton.setAttribute("aria-disabled", "true");
  announce(`Running ${displayName(name, 60)}`);
  const tick = () => {
    const facts = [formatDuration(performance.now() - call.started), call.bytes > 0 && formatSize(call.bytes)];
    clock.textContent = facts.filter(Boolean).join(" · ");
  };
  tick();
  const timer = setInterval(tick, 100);
  return () => {
    clearInterval(timer);
    if (runBar.contains(document.activeElement)) runButton.focus();
    runBar.replaceChildren();
    runButton.removeAttribute("aria-disabled");
  };
}
