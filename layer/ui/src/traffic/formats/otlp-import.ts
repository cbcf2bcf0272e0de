// Records from OTLP JSON: exactly those that this page has put there, and what can be told from the spans of others.

import { memberAt, objectOf } from "../../json/plain";
import { type TrafficRecord, readRecord } from "../record";
import type { Converted } from "./har-import";
import { checkRecordCount } from "./limits";
import { recordsOfSpan } from "./otlp-span";
import { numbered } from "./record-text";
import * as names from "./telemetry-names";

export function isOtlp(file: unknown): boolean {
  return Array.isArray(memberAt(file, "resourceSpans"));
}

export function fromOtlp(files: Iterable<unknown>): Converted {
  const found: { readonly record: TrafficRecord; readonly order: number }[] = [];
  let others = 0;
  for (const file of files) {
    for (const { span, resource } of spansOf(file)) {
      const own = ownRecords(span);
      const records =
        own.length > 0 ? own : recordsOfSpan(span, attributesOf(span), attributesOf(resource)).map(byTime);
      if (records.length === 0) others += 1;
      for (const record of records) found.push(record);
      checkRecordCount(found.length);
    }
  }
  found.sort((a, b) => a.order - b.order);
  return { records: numbered(found.map(({ record }) => record)), others };
}

function byTime(record: TrafficRecord): { record: TrafficRecord; order: number } {
  return { record, order: record.at };
}

function* spansOf(file: unknown): Generator<{ readonly span: unknown; readonly resource: unknown }> {
  for (const group of listAt(file, "resourceSpans")) {
    for (const scope of listAt(group, "scopeSpans")) {
      for (const span of listAt(scope, "spans")) yield { span, resource: memberAt(group, "resource") };
    }
  }
}

function ownRecords(span: unknown): { record: TrafficRecord; order: number }[] {
  return listAt(span, "events")
    .filter((event) => memberAt(event, "name") === names.RECORD_EVENT)
    .map((event) => {
      const attributes = attributesOf(event);
      const record = readRecord(attributes.get(names.RECORD) ?? "", 0);
      return { record, order: Number(attributes.get(names.RECORD_ORDER)) || 0 };
    });
}

function listAt(value: unknown, key: string): readonly unknown[] {
  const list = memberAt(value, key);
  return Array.isArray(list) ? list : [];
}

// The attributes that are single values, as texts.
function attributesOf(part: unknown): ReadonlyMap<string, string> {
  const pairs = listAt(part, "attributes").flatMap((attribute) => {
    const key = memberAt(attribute, "key");
    const [value] = Object.values(objectOf(memberAt(attribute, "value")));
    return typeof key !== "string" || !isSingle(value) ? [] : [[key, String(value)] as const];
  });
  return new Map(pairs);
}

function isSingle(value: unknown): value is string | number | boolean {
  return ["string", "number", "boolean"].includes(typeof value);
}
