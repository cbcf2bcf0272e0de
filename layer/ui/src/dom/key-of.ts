import { useMemo } from "preact/hooks";
import { freshId } from "./attributes";

/** Returns a key that changes with a value, so that what shows the value is drawn anew. */
export function useKeyOf(value: unknown): string {
  return useMemo(freshId, [value]);
}
