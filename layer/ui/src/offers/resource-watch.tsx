// The switch with which the person watches a resource. What the server reports stands in a line that is kept free for it, so that
// nothing moves.

import type { VNode } from "preact";
import { canWatchResources } from "../protocol/reports";
import { server } from "../protocol/server";
import { printable } from "../text/printable";
import type { ResourceWatch, WatchStatus } from "./watch-model";

// The characters that are shown of a reason. A longer one is cut.
const LONGEST_REASON = 300;

/** The switch, if the server has subscriptions. */
export function Watch({ watch }: { readonly watch: ResourceWatch }): VNode | null {
  const known = server.value;
  const status = watch.status.value;
  const isOn = status.kind !== "off";
  if (!isOn && !(known && canWatchResources(known))) return null;
  return (
    <section class="watch" aria-label="Updates">
      <div class="watch-switches">
        <button
          type="button"
          class="quiet small"
          aria-pressed={isOn}
          title="Watch for changes"
          onClick={() => (isOn ? watch.stop() : watch.start())}
        >
          Watch
        </button>
        {isOn && (
          <label class="check">
            <input
              type="checkbox"
              checked={watch.isAutomatic.value}
              onChange={(event) => watch.setAutomatic(event.currentTarget.checked)}
            />
            Read again by itself
          </label>
        )}
      </div>
      <p class={status.kind === "off" ? "error" : "watch-state hint"} role="status" hidden={statusText(status) === ""}>
        {isOn && watch.update.value ? <UpdateNote watch={watch} /> : <bdi>{statusText(status)}</bdi>}
      </p>
    </section>
  );
}

function UpdateNote({ watch }: { readonly watch: ResourceWatch }): VNode {
  const { at, isCertain } = watch.update.value!;
  return (
    <>
      <span>
        {isCertain ? "Updated" : "Reports were interrupted, and it may have been updated"}
        {/* The time of later updates must not be read out. */}
        {isCertain && <span aria-live="off">{` at ${new Date(at).toLocaleTimeString()}`}</span>}.
      </span>
      <button type="button" class="small" onClick={() => watch.readAgain()}>
        Read again
      </button>
    </>
  );
}

function statusText(status: WatchStatus): string {
  switch (status.kind) {
    case "off":
      return printable(status.reason ?? "", LONGEST_REASON);
    case "asking":
      return "Asking the server to report updates…";
    case "on":
      return "The server reports updates of this resource.";
    case "lost":
      return `The reports are interrupted: ${printable(status.reason, LONGEST_REASON)} Trying again.`;
  }
}
