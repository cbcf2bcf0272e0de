import type { ComponentProps, VNode } from "preact";
import { useState } from "preact/hooks";

const MOST_LINES = 16;

export interface GrowingAreaProps {
  readonly value: string;
  readonly isLong?: boolean;
  readonly write: (text: string) => void;
  readonly props: ComponentProps<"textarea">;
}

/**
 * A text area of one line, which grows with the lines of its text. In a single line, Enter adds none: it would rarely be
 * meant. Shift and Enter do.
 */
export function GrowingArea({ value, isLong = false, write, props }: GrowingAreaProps): VNode {
  const rowsOf = (text: string) => Math.min(Math.max(text.split("\n").length, isLong ? 4 : 1), MOST_LINES);
  const [rows, setRows] = useState(() => rowsOf(value));
  return (
    <textarea
      {...props}
      defaultValue={value}
      rows={rows}
      class={rows === 1 ? "one-line" : undefined}
      onInput={({ currentTarget }) => {
        setRows(rowsOf(currentTarget.value));
        write(currentTarget.value);
      }}
      onKeyDown={(event) => {
        const isPlain = event.key === "Enter" && !event.shiftKey && !event.isComposing;
        if (isPlain && rows === 1) event.preventDefault();
      }}
    />
  );
}
