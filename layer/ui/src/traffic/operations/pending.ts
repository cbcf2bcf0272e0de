// Requests that wait for their answers, and where to find them.

import type { Operation, Round } from "../operation";
import type { TrafficRecord } from "../record";

export interface Pending {
  readonly operation: Operation;
  readonly request: TrafficRecord;
  /** Set if the request is a question of the server within an operation. */
  readonly round?: Round | undefined;
  answer?: TrafficRecord | undefined;
}

// The requests with the same key, which servers and clients may repeat without end. The oldest leave.
const MOST_PER_KEY = 256;

export class PendingIndex {
  readonly #byKey = new Map<string, Pending[]>();
  readonly #keysOf = new WeakMap<Operation, [string, Pending][]>();

  add(pending: Pending, keys: readonly (string | undefined)[]): void {
    const known = this.#keysOf.get(pending.operation) ?? [];
    this.#keysOf.set(pending.operation, known);
    for (const key of keys) {
      if (key === undefined) continue;
      const list = this.#byKey.get(key);
      if (list) list.push(pending);
      else this.#byKey.set(key, [pending]);
      if (list && list.length > MOST_PER_KEY) list.shift();
      known.push([key, pending]);
    }
  }

  /** Returns those with a key, oldest first. */
  at(key: string | undefined): readonly Pending[] {
    return key === undefined ? [] : (this.#byKey.get(key) ?? []);
  }

  forget(operation: Operation): void {
    for (const [key, pending] of this.#keysOf.get(operation) ?? []) {
      const list = this.#byKey.get(key);
      const index = list?.indexOf(pending) ?? -1;
      if (index >= 0) list?.splice(index, 1);
      if (list?.length === 0) this.#byKey.delete(key);
    }
    this.#keysOf.delete(operation);
  }
}

export function isWaiting({ answer }: Pending): boolean {
  return answer === undefined;
}

/** Returns the only operation among the pending requests; undefined for none and for several. */
export function onlyOperation(pending: readonly Pending[]): Operation | undefined {
  const operations = new Set(pending.map(({ operation }) => operation));
  return operations.size === 1 ? pending[0]?.operation : undefined;
}
