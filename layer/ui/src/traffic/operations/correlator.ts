// Builds operations from records, one record at a time.

import type { Operation } from "../operation";
import type { TrafficRecord } from "../record";
import { idKey } from "../message";

export class Correlator {
  private readonly byId = new Map<string, Operation>();

  // Returns the operation that the record belongs to, if there is one.
  add(record: TrafficRecord): Operation | undefined {
    if (record.kind === "request") return this.begin(record);
    if (record.kind !== "response" && record.kind !== "error") return undefined;
    const operation = this.byId.get(keyOf(record, record.from === "server" ? "client" : "server"));
    if (!operation) return undefined;
    operation.response = record;
    operation.records.push(record);
    operation.state = record.kind === "error" ? "failed" : "done";
    operation.firstByteAt ??= record.at;
    operation.endedAt = record.at;
    return operation;
  }

  forget(operation: Operation): void {
    this.byId.delete(keyOf(operation.request, operation.request.from));
  }

  private begin(request: TrafficRecord): Operation {
    const operation: Operation = {
      key: String(request.seq),
      request,
      state: "open",
      rounds: [],
      progress: [],
      logs: [],
      notifications: [],
      records: [request],
      waitedForPerson: 0,
      notes: [],
    };
    this.byId.set(keyOf(request, request.from), operation);
    return operation;
  }
}

function keyOf({ exchange, session, caller, id }: TrafficRecord, asker: string): string {
  return [asker, exchange ?? session ?? caller, idKey(id)].join(" ");
}
