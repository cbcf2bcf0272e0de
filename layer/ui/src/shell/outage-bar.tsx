// The bar that says what is wrong during an outage, and when the page tries again.

import { effect } from "@preact/signals";
import { type VNode, render } from "preact";
import { announce, byId } from "../dom/page";
import { useTick } from "../dom/tick";
import { followVisibility, outage, tryNow } from "../protocol/outage";
import { withLater } from "../later/load";
import { hasHostEndpoint } from "../protocol/host";
import { HttpError } from "../protocol/requests";

/** Shows the bar during outages. `onOutage` is called when an outage begins, and again when its problem changes. */
export function startOutageBar(onOutage: () => void): void {
  const bar = byId("outage");
  let shown: Error | undefined;
  render(<Outage />, bar);
  effect(() => {
    const problem = outage.value?.problem;
    if (shown && !problem) {
      if (bar.contains(document.activeElement)) byId("tool").focus();
      announce("Connected again");
    }
    bar.hidden = !problem;
    shown = problem;
    if (problem) onOutage();
  });
  followVisibility();
}

/** The problem, the time of the next try, and what the person can do. */
export function Outage(): VNode {
  const problem = outage.value?.problem;
  return (
    <>
      <p role="alert">{problem?.message}</p>
      {problem && <Countdown />}
      <div class="outage-actions">
        {problem && (
          <>
            <button type="button" onClick={() => void tryNow()}>
              Try now
            </button>
            <DoctorButton problem={problem} />
          </>
        )}
      </div>
    </>
  );
}

// It changes each second, which a screen reader must not say.
function Countdown(): VNode {
  useTick(true);
  return <p class="countdown">{countdownText(outage.value?.retryAt)}</p>;
}

function countdownText(retryAt: number | undefined): string {
  if (retryAt === undefined) return "Trying again…";
  return `Trying again in ${Math.max(1, Math.ceil((retryAt - performance.now()) / 1000))} s.`;
}

// The program around the explorer may examine the way to a server that cannot be reached.
function DoctorButton({ problem }: { readonly problem: Error }): VNode | null {
  const isUnreachable = problem instanceof HttpError && problem.status >= 500;
  if (!isUnreachable || !hasHostEndpoint("doctor")) return null;
  return (
    <button type="button" onClick={() => withLater(({ openDoctor }) => openDoctor())}>
      Find out why
    </button>
  );
}
