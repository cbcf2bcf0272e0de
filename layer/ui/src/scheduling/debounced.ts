// Returns a function that runs `work` once it has not been called for `quiet` milliseconds.
export function debounced(work: () => unknown, quiet: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(work, quiet);
  };
}
