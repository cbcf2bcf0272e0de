// The keys that move the selection of a list.

const STEPS: ReadonlyMap<string, number> = new Map([
  ["ArrowDown", 1],
  ["ArrowUp", -1],
  ["PageDown", 10],
  ["PageUp", -10],
  ["Home", -Infinity],
  ["End", Infinity],
]);

/** The number of rows that a key moves by; undefined for other keys and shortcuts. */
export function stepOf(event: KeyboardEvent): number | undefined {
  return event.ctrlKey || event.metaKey || event.altKey ? undefined : STEPS.get(event.key);
}
