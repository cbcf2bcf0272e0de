import type { VNode } from "preact";

interface QuietButtonProps {
  readonly label: string;
  readonly onClick: () => unknown;
}

export function QuietButton({ label, onClick }: QuietButtonProps): VNode {
  return (
    <button type="button" class="quiet small" onClick={() => void onClick()}>
      {label}
    </button>
  );
}
