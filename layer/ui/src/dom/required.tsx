import type { VNode } from "preact";

/** The mark of a field that must be filled in. The field itself says so to screen readers. */
export function Required(): VNode {
  return (
    <span class="required" title="required" aria-hidden="true">
      *
    </span>
  );
}
