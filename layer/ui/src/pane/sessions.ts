import { type ItemId, itemLink } from "../protocol/links";
import type { ItemSession } from "./item-session";

// The sessions that stay open. Beyond them, those that were not used for longest are closed, unless they are needed.
const MOST_OPEN = 20;
// The closed sessions whose arguments are kept. Those that were closed first are forgotten.
const MOST_DRAFTS = 1000;

/** The sessions of the items that were used last. Of the others, the arguments are kept. */
export class Sessions {
  // The last used are at the end.
  readonly #open = new Map<string, ItemSession>();
  readonly #drafts = new Map<string, string>();

  constructor(private readonly create: (item: ItemId) => ItemSession) {}

  /** Returns the session of an item, which is the last used from now on. Others may be closed. */
  use({ kind, id }: ItemId): ItemSession {
    const key = itemLink({ kind, id });
    const session = this.#open.get(key) ?? this.#created(key, { kind, id });
    this.#open.delete(key);
    this.#open.set(key, session);
    for (const [other, old] of this.#open) {
      if (this.#open.size <= MOST_OPEN) break;
      if (old !== session && !old.isNeeded) this.#close(other, old);
    }
    return session;
  }

  /** Marks what all sessions show as outdated. */
  invalidate(): void {
    for (const session of this.#open.values()) session.invalidate();
  }

  #created(key: string, item: ItemId): ItemSession {
    const session = this.create(item);
    session.follow(this.#drafts.get(key));
    this.#drafts.delete(key);
    return session;
  }

  #close(key: string, session: ItemSession): void {
    const draft = session.linkedArguments();
    if (draft !== undefined) this.#drafts.set(key, draft);
    if (this.#drafts.size > MOST_DRAFTS) this.#drafts.delete(this.#drafts.keys().next().value!);
    this.#open.delete(key);
    session.close();
  }
}
