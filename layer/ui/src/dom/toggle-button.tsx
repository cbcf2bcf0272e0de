import type { VNode } from "preact";

interface ToggleButtonProps {
  readonly label: string;
  readonly isPressed: boolean;
  readonly onToggle: (isPressed: boolean) => void;
}

/** A button that stays pressed until it is pressed again. */
export function ToggleButton({ label, isPressed, onToggle }: ToggleButtonProps): VNode {
  return (
    <button type="button" class="quiet small" aria-pressed={isPressed} onClick={() => onToggle(!isPressed)}>
      {label}
    </button>
  );
}
