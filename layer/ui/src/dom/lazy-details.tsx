import type { ComponentChildren, HTMLAttributes, VNode } from "preact";
import { useState } from "preact/hooks";

interface LazyDetailsProps {
  readonly class?: string;
  readonly summary: ComponentChildren;
  /** Attributes of the summary. */
  readonly on?: HTMLAttributes<HTMLElement>;
  /** Stands between the summary and the content, and is drawn at once. */
  readonly head?: ComponentChildren;
  readonly isOpen?: boolean;
  readonly onToggle?: (isOpen: boolean) => void;
  /** Draws the content, which is not needed before the details are opened. */
  readonly children: () => ComponentChildren;
}

/** A `<details>` element whose content is drawn when it is first opened. */
export function LazyDetails(props: LazyDetailsProps): VNode {
  const { class: className, summary, on, head, isOpen = false, onToggle, children } = props;
  const [wasOpened, setOpened] = useState(isOpen);
  return (
    <details
      class={className}
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => {
        if (open) setOpened(true);
        onToggle?.(open);
      }}
    >
      <summary {...on}>{summary}</summary>
      {head}
      {wasOpened && children()}
    </details>
  );
}
