// The conditions of filters, by their words.

import { literal } from "../../text/pattern";
import { STATES } from "../operation";
import { KINDS, SENDERS, TRANSPORTS } from "../record";
import { type FilterContext, type Subject, appOf, clientOf, spanOfSubject, taskOf, toolOf } from "./subject";
import { globTest, sizeOf, spanOf } from "./values";

export type Test = (subject: Subject, context: FilterContext) => boolean;

// Makes the test of a condition. Throws an error that says, for people, what is wrong with the value.
type Condition = (value: string) => Test;

const STATUS_WORDS = ["error", ...STATES] as const;

function pattern(textOf: (subject: Subject, context: FilterContext) => string | undefined): Condition {
  return (value) => {
    const matches = globTest(value);
    return (subject, context) => {
      const text = textOf(subject, context);
      return text !== undefined && matches(text);
    };
  };
}

function choice(words: readonly string[], test: (word: string, subject: Subject) => boolean): Condition {
  return (value) => {
    const word = value.toLowerCase();
    if (!words.includes(word)) throw new Error(`This is one of: ${words.join(", ")}.`);
    return (subject) => test(word, subject);
  };
}

function hasStatus(word: string, { operation, records }: Subject): boolean {
  const isError = word === "error" && records.some(({ kind }) => kind === "error");
  return isError || operation?.state === (word === "error" ? "failed" : word);
}

export const CONDITIONS: ReadonlyMap<string, Condition> = new Map<string, Condition>([
  ["method", pattern(({ request }) => request.method)],
  ["tool", pattern(toolOf)],
  ["name", pattern(({ operation, request }) => request.name ?? operation?.request.name)],
  ["status", choice(STATUS_WORDS, hasStatus)],
  ["client", pattern(clientOf)],
  ["session", pattern(({ request }) => request.session)],
  ["caller", pattern(({ request }) => request.caller)],
  ["task", pattern(taskOf)],
  ["app", pattern(appOf)],
  ["id", pattern(({ request }) => request.id?.replace(/^"|"$/g, ""))],
  ["revision", pattern(({ request, operation }) => request.revision ?? operation?.request.revision)],
  ["note", (value) => anyNote(globTest(value))],
  ["kind", choice(KINDS, (word, { records }) => records.some(({ kind }) => kind === word))],
  ["from", choice([...SENDERS, "explorer"], isFrom)],
  ["transport", choice(TRANSPORTS, (word, { request }) => request.transport === word)],
  ["larger", larger],
  ["slower", slower],
  ["since", since],
]);

function anyNote(matches: (text: string) => boolean): Test {
  return ({ notes }) => notes.some(({ rule }) => matches(rule));
}

// The explorer is a client, too.
function isFrom(word: string, { request, operation }: Subject): boolean {
  return word === "explorer" ? (operation?.request ?? request).explorer : request.from === word;
}

function larger(value: string): Test {
  const size = sizeOf(value);
  if (size === undefined) throw new Error("A size is a number of bytes such as 500, 10k or 1.5M.");
  return ({ records }) => records.some(({ bytes }) => bytes > size);
}

function slower(value: string): Test {
  const span = spanOf(value);
  if (span === undefined) throw new Error("A time is a number with a unit, such as 500ms, 2s or 1m.");
  return (subject, context) => spanOfSubject(subject, context) > span;
}

function since(value: string): Test {
  const span = spanOf(value);
  const date = span === undefined && /^\d{4}-/.test(value) ? Date.parse(value) : NaN;
  if (span === undefined && Number.isNaN(date)) {
    throw new Error("This is a time span such as 30s, 5m or 2h, or a date such as 2026-08-01T12:00Z.");
  }
  return ({ request }, { now }) => request.at >= (span === undefined ? date : now - span);
}

/** Makes the test for a text anywhere in the messages, without regard to case. */
export function containsText(text: string): Test {
  const escaped = JSON.stringify(text).slice(1, -1);
  const search = new RegExp([...new Set([literal(text), literal(escaped)])].join("|"), "i");
  return (subject) => {
    const { request, records } = subject;
    if (search.test(request.method ?? "") || search.test(request.name ?? "")) return true;
    return search.test(clientOf(subject) ?? "") || records.some(({ raw, note }) => search.test(raw ?? note ?? ""));
  };
}
