/** Returns a function that runs `work` when it has not been called again for `quiet` milliseconds. */
export function debounced(work: () => unknown, quiet: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(work, quiet);
  };
}
