import type { VNode } from "preact";

interface QuietButtonProps {
  readonly label: string;
  readonly onClick: (event: { readonly currentTarget: Element }) => unknown;
  // Set for a button that shows and hides something.
  readonly expanded?: boolean;
}

export function QuietButton({ label, onClick, expanded }: QuietButtonProps): VNode {
  return (
    <button type="button" class="quiet small" aria-expanded={expanded} onClick={(event) => void onClick(event)}>
      {label}
    </button>
  );
}
