// The keys that connect records. Each is a text without ambiguity, since the parts of the server are JSON.

import type { Sender, TrafficRecord } from "../record";

export function otherSide(side: Sender): Sender {
  return side === "client" ? "server" : "client";
}

function keyOf(kind: string, ...parts: readonly (string | undefined)[]): string | undefined {
  return parts.includes(undefined) ? undefined : `${kind} ${JSON.stringify(parts)}`;
}

// A session, or a connection over stdio, whose names each replica gives. HTTP without a session has none.
function connectionOf({ session, transport, caller, replica }: TrafficRecord): string | undefined {
  return transport === "stdio" ? keyOf("stdio", replica ?? "", session ?? caller) : session;
}

export function isSameConnection(a: TrafficRecord, b: TrafficRecord): boolean {
  return connectionOf(a) === connectionOf(b) && a.caller === b.caller;
}

export function exchangeKey({ exchange }: TrafficRecord): string | undefined {
  return keyOf("exchange", exchange);
}

export function connectionKey(record: TrafficRecord): string | undefined {
  return keyOf("connection", connectionOf(record));
}

/** `asker` is the side that has chosen the id. */
export function exchangeIdKey({ exchange }: TrafficRecord, asker: Sender, id: string | undefined): string | undefined {
  return keyOf("exchange id", exchange, asker, id);
}

export function connectionIdKey(record: TrafficRecord, asker: Sender, id: string | undefined): string | undefined {
  return keyOf("connection id", connectionOf(record), asker, id);
}

/** Connects records outside of connections only: a caller may have several sessions, each with the same ids. */
export function callerIdKey(record: TrafficRecord, asker: Sender, id: string | undefined): string | undefined {
  return connectionOf(record) === undefined ? keyOf("caller id", record.caller, asker, id) : undefined;
}

export function exchangeTokenKey({ exchange }: TrafficRecord, asker: Sender, token?: string): string | undefined {
  return keyOf("exchange token", exchange, asker, token);
}

export function connectionTokenKey(record: TrafficRecord, asker: Sender, token?: string): string | undefined {
  return keyOf("connection token", connectionOf(record), asker, token);
}

export function taskKey({ caller }: TrafficRecord, asker: Sender, id: string | undefined): string | undefined {
  return keyOf("task", caller, asker, id);
}

export function requestStateKey(record: TrafficRecord, state: string | undefined): string | undefined {
  return keyOf("state", record.caller, connectionOf(record) ?? "", state);
}

export function asksKey({ caller, method }: TrafficRecord): string | undefined {
  return keyOf("asks", caller, method);
}

export function traceKey(trace: string): string | undefined {
  return keyOf("trace", trace);
}

export function spanKey(trace: string, span: string | undefined): string | undefined {
  return keyOf("span", trace, span);
}
