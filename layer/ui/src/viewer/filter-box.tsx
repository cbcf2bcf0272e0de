// The box for the filter of a list. Escape clears it before it does anything else.

import type { Signal } from "@preact/signals";
import type { VNode } from "preact";
import { VERBATIM } from "../dom/attributes";

interface FilterBoxProps {
  readonly label: string;
  readonly placeholder: string;
  readonly query: Signal<string>;
  // The id of the element that says what is wrong with the filter.
  readonly problemId?: string | undefined;
}

export function FilterBox({ label, placeholder, query, problemId }: FilterBoxProps): VNode {
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || query.value === "") return;
    event.preventDefault();
    query.value = "";
  };
  return (
    <input
      type="search"
      aria-label={label}
      placeholder={placeholder}
      {...VERBATIM}
      value={query.value}
      aria-invalid={problemId !== undefined}
      aria-describedby={problemId}
      onInput={(event) => (query.value = event.currentTarget.value)}
      onKeyDown={onKey}
    />
  );
}
