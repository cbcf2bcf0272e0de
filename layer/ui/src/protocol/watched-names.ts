// The names in one stream: the explorer refuses more. Further ones are not followed.
const MOST_NAMES = 100;
// Maximum number of characters in all names in one stream, as they are in the query of a URL. Names that do not fit are not followed.
const MOST_CHARS = 30_000;

/** Names that somebody watches, such as the URIs of resources, each as long as anybody does. */
export class WatchedNames {
  readonly #counts = new Map<string, number>();

  constructor(private readonly onChange: () => void) {}

  /** The names that one stream can follow, the oldest first. */
  get followed(): string[] {
    return fitting([...this.#counts.keys()]);
  }

  /** Returns whether one stream could follow all names with this one. */
  hasRoomFor(name: string): boolean {
    const names = [...new Set([...this.#counts.keys(), name])];
    return fitting(names).length === names.length;
  }

  /** Returns a function that ends the watching. */
  watch(name: string): () => void {
    const count = this.#counts.get(name) ?? 0;
    this.#counts.set(name, count + 1);
    if (count === 0) this.onChange();
    let isWatching = true;
    return () => {
      if (isWatching) this.#release(name);
      isWatching = false;
    };
  }

  #release(name: string): void {
    const count = this.#counts.get(name) ?? 0;
    if (count > 1) this.#counts.set(name, count - 1);
    else if (this.#counts.delete(name)) this.onChange();
  }
}

function fitting(names: readonly string[]): string[] {
  let chars = 0;
  const short = names.filter((name) => {
    const length = encodeURIComponent(name.toWellFormed()).length;
    if (chars + length > MOST_CHARS) return false;
    chars += length;
    return true;
  });
  return short.slice(0, MOST_NAMES);
}
