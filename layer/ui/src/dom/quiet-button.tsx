import type { VNode } from "preact";

interface QuietButtonProps {
  readonly label: string;
  readonly onClick: () => unknown;
  // Set for a button that shows and hides something.
  readonly expanded?: boolean;
}

export function QuietButton({ label, onClick, expanded }: QuietButtonProps): VNode {
  return (
    <button type="button" class="quiet small" aria-expanded={expanded} onClick={() => void onClick()}>
      {label}
    </button>
  );
}
