import type { VNode } from "preact";
import { opensApps, setOpensApps } from "./settings";

/** The switch that opens the apps of other clients' calls by themselves. */
export function OpensApps(): VNode {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={opensApps.value}
        onChange={(event) => setOpensApps(event.currentTarget.checked)}
      />
      Open apps automatically
    </label>
  );
}
