// Records from OTLP JSON: exactly those that this page has put there, and what can be told from the spans of others.

import { type JsonNode, type MaybeNode, itemsOf, plainValue, valueOf } from "../../json/node";
import { memberAt, objectOf } from "../../json/plain";
import type { Steps } from "../../scheduling/slices";
import { type TrafficRecord, readingRecord } from "../record";
import type { Converted } from "./har-import";
import type { RecordCount } from "./limits";
import { recordsOfSpan } from "./otlp-span";
import { numbered } from "./record-text";
import * as names from "./telemetry-names";

interface Found {
  readonly record: TrafficRecord;
  readonly order: number;
}

export function isOtlp(file: MaybeNode): boolean {
  return valueOf(file, "resourceSpans")?.type === "array";
}

/** The records of one or more requests for a collector. */
export class OtlpRecords {
  readonly #found: Found[] = [];
  #others = 0;

  constructor(private readonly count: RecordCount) {}

  *add(file: JsonNode): Steps<void> {
    for (const group of itemsOf(valueOf(file, "resourceSpans"))) {
      const resource = attributesOf(plainValue(valueOf(group, "resource")));
      for (const scope of itemsOf(valueOf(group, "scopeSpans"))) {
        for (const span of itemsOf(valueOf(scope, "spans"))) yield* this.#addSpan(plainValue(span), resource);
      }
    }
  }

  converted(): Converted {
    const ordered = this.#found.toSorted((a, b) => a.order - b.order);
    return { records: numbered(ordered.map(({ record }) => record)), others: this.#others };
  }

  *#addSpan(span: unknown, resource: ReadonlyMap<string, string>): Steps<void> {
    const own = yield* ownRecords(span);
    const records = own.length > 0 ? own : recordsOfSpan(span, attributesOf(span), resource).map(byTime);
    if (records.length === 0) this.#others += 1;
    for (const record of records) this.#found.push(record);
    this.count.add(records.length);
    yield;
  }
}

function byTime(record: TrafficRecord): Found {
  return { record, order: record.at };
}

function* ownRecords(span: unknown): Steps<Found[]> {
  const found: Found[] = [];
  for (const event of listAt(span, "events")) {
    if (memberAt(event, "name") !== names.RECORD_EVENT) continue;
    const attributes = attributesOf(event);
    const record = yield* readingRecord(attributes.get(names.RECORD) ?? "", 0);
    found.push({ record, order: Number(attributes.get(names.RECORD_ORDER)) || 0 });
  }
  return found;
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
