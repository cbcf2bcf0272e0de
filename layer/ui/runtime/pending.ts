// Requests to the host that have no answer yet.

import { memberAt } from "../src/json/plain";

interface Request {
  readonly resolve: (result: unknown) => void;
  readonly reject: (problem: Error) => void;
}

export class Pending {
  readonly #requests = new Map<unknown, Request>();
  #lastId = 0;

  // Sends a request with a new id.
  add(send: (id: string) => void): Promise<unknown> {
    this.#lastId += 1;
    const id = `ui-${this.#lastId}`;
    return new Promise((resolve, reject) => {
      this.#requests.set(id, { resolve, reject });
      send(id);
    });
  }

  // Returns whether the id is that of a request.
  settle(id: unknown, result: unknown, error: unknown): boolean {
    const request = this.#requests.get(id);
    this.#requests.delete(id);
    if (error === undefined) request?.resolve(result);
    else request?.reject(new Error(messageOf(error)));
    return request !== undefined;
  }
}

// The older dialect lets a host send anything as its error.
function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : (memberAt(error, "message") ?? error);
  return typeof message === "string" ? message : JSON.stringify(message);
}
