import { options } from "preact";

// The changes under way, of which each may make others.
let depth = 0;

/** Makes a change, and draws what it changes before it returns. */
export function flushed(change: () => void): void {
  depth += 1;
  options.debounceRendering = (draw) => draw();
  try {
    change();
  } finally {
    depth -= 1;
    if (depth === 0) delete options.debounceRendering;
  }
}
