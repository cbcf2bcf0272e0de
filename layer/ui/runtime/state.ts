// The state of a UI, which it draws.

import type { PlainObject } from "../src/json/plain";

export type Theme = "light" | "dark";

export interface UiState {
  // The render data; null before they have arrived, and where a result has none.
  readonly data: unknown;
  // The arguments of the call, as far as they are known.
  readonly input: PlainObject;
  // The whole result, where the host sends it: for tools without structured content.
  readonly result: PlainObject | null;
  readonly isLoading: boolean;
  readonly error: string | null;
  readonly theme: Theme;
  readonly darkMode: boolean;
  readonly locale: string;
}

export type Listener = (state: UiState) => void;

export class Store {
  readonly #listeners = new Set<Listener>();

  constructor(public state: UiState) {}

  set(change: Partial<UiState>): void {
    this.state = { ...this.state, ...change };
    for (const listener of this.#listeners) this.#tell(listener);
  }

  fail(error: string): void {
    this.set({ error, isLoading: false });
  }

  // Calls the listener at once and on every change. Returns a function that ends this.
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    this.#tell(listener);
    return () => void this.#listeners.delete(listener);
  }

  // A listener that throws keeps no other from the state.
  #tell(listener: Listener): void {
    try {
      listener(this.state);
    } catch (problem) {
      reportError(problem);
    }
  }
}
