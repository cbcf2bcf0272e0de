// The reason why no rows are shown.

import type { VNode } from "preact";
import { QuietButton } from "../dom/quiet-button";
import { showAll } from "./choice";
import type { TrafficModel } from "./model";

export function EmptyNote({ model }: { readonly model: TrafficModel }): VNode {
  const { isLive } = model.set.value;
  if (model.count.value === 0) {
    return (
      <p class="hint traffic-empty">
        {isLive ? "No traffic yet. Requests appear here as they pass." : "The file has no traffic."}
      </p>
    );
  }
  if (model.hidden.value === model.count.value) {
    return (
      <p class="hint traffic-empty">
        {model.ofOthers.value > 0
          ? "Only the traffic of other servers so far."
          : "Only the explorer’s own requests so far."}{" "}
        <QuietButton label="Show it" onClick={showAll} />
      </p>
    );
  }
  return <p class="hint traffic-empty">No row matches the filter.</p>;
}
