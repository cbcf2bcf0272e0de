// Builds operations from records, one record at a time. The order of evidence: the HTTP exchange; the session or connection with
// the direction and the id; `requestState`, or else equal parameters; the ids of tasks; tokens of progress; ids of subscriptions;
// traces. Records that fit several operations equally well belong to none.

import type { Operation } from "../operation";
import type { TrafficRecord } from "../record";
import { Answers } from "./answers";
import { cancelled, notified, progressed } from "./notifications";
import { PendingIndex } from "./pending";
import type { Placement } from "./placement";
import { Requests } from "./requests";
import { cutOff, httpPassed, unparsedPassed } from "./transport";

export class Correlator {
  readonly #index = new PendingIndex();
  readonly #answers = new Answers(this.#index);
  readonly #requests = new Requests(this.#index, this.#answers);

  add(record: TrafficRecord): Placement {
    switch (record.kind) {
      case "request":
        return record.from === "client" ? this.#requests.fromClient(record) : this.#requests.fromServer(record);
      case "response":
      case "error":
        return this.#answers.place(record);
      case "notification":
        if (record.method === "notifications/cancelled") return cancelled(this.#index, record);
        if (record.method === "notifications/progress") return progressed(this.#index, record);
        return notified(this.#index, record);
      case "http":
        return record.from === "client" ? this.#requests.begin(record) : httpPassed(this.#index, record);
      case "cut":
        return cutOff(this.#index, record);
      case "unparsed":
        return record.from === "client" && record.exchange !== undefined
          ? this.#requests.begin(record)
          : unparsedPassed(this.#index, record);
    }
  }

  forget(operation: Operation): void {
    this.#index.forget(operation);
  }
}
