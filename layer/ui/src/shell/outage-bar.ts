// The bar that says what is wrong during an outage, and when the page tries again.

import { effect } from "@preact/signals";
import { button, element } from "../dom/element";
import { announce, byId } from "../dom/page";
import { followVisibility, outage, tryNow } from "../protocol/outage";
import { doctorButton } from "./doctor";

const TICK_MS = 250;

// `onOutage` is called when an outage begins, and again when its problem changes.
export function startOutageBar(onOutage: () => void): void {
  const bar = byId("outage");
  const text = element("p", { role: "alert" });
  // It changes each second, which a screen reader must not say.
  const countdown = element("p.countdown");
  const actions = element("div.outage-actions");
  bar.append(text, countdown, actions);
  let shown: Error | undefined;
  let ticking: ReturnType<typeof setInterval> | undefined;
  const tick = () => (countdown.textContent = countdownText(outage.value?.retryAt));
  const show = (problem: Error | undefined) => {
    if (!problem && bar.contains(document.activeElement)) byId("tool").focus();
    bar.hidden = !problem;
    if (text.textContent !== (problem?.message ?? "")) text.textContent = problem?.message ?? "";
    const doctor = problem && doctorButton(problem);
    if (!shown || !problem || actions.childElementCount !== (doctor ? 2 : 1)) {
      actions.replaceChildren(
        button("Try now", () => void tryNow()),
        ...(doctor ? [doctor] : []),
      );
    }
    if (shown && !problem) announce("Connected again");
    clearInterval(ticking);
    if (problem) ticking = setInterval(tick, TICK_MS);
    shown = problem;
  };
  effect(() => {
    const problem = outage.value?.problem;
    if (problem !== shown) show(problem);
    tick();
    if (problem) onOutage();
  });
  followVisibility();
}

function countdownText(retryAt: number | undefined): string {
  if (retryAt === undefined) return "Trying again…";
  return `Trying again in ${Math.max(1, Math.ceil((retryAt - performance.now()) / 1000))} s.`;
}
