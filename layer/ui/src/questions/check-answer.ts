// Checks of an answer against the fields of a form, in words for people.

import { type JsonNode, type MaybeNode, itemsOf, plainValue, rawOf, stringOf, textAt, valueOf } from "../json/node";
import { sameJson } from "../json/write";
import type { Violation } from "../protocol/tools";
import { pointerOf } from "../json/path";
import { matchesPattern } from "../text/pattern";
import { printable } from "../text/printable";
import { counted } from "../text/units";
import type { Choice, FlatField } from "./flat-schema";

interface Format {
  readonly words: string;
  readonly example: string;
  matches(text: string): boolean;
}

const FORMATS: ReadonlyMap<string | undefined, Format> = new Map([
  ["email", { words: "An e-mail address", example: "name@example.com", matches: isEmail }],
  ["uri", { words: "A complete address", example: "https://example.com/", matches: (text) => URL.canParse(text) }],
  ["date", { words: "A date: year-month-day", example: "2026-01-31", matches: isDate }],
  ["date-time", { words: "A date and time with its zone", example: "2026-01-31T09:30:00Z", matches: isDateTime }],
]);

export function formatOf(schema: JsonNode): Format | undefined {
  return FORMATS.get(textAt(schema, "format"));
}

export function problemsIn(fields: readonly FlatField[], root: MaybeNode): Violation[] {
  return fields.flatMap((field) => {
    const message = problemOf(field, valueOf(root, field.key));
    return message ? [{ path: pointerOf([field.key]), message, keyword: undefined }] : [];
  });
}

export function problemOf(field: FlatField, value: MaybeNode): string | undefined {
  const { kind, schema, choices, isRequired } = field;
  if (!value) return isRequired ? "Required" : undefined;
  const limits = limitsOf(field);
  switch (kind) {
    case "text":
      return value.type === "string" ? textProblem(schema, stringOf(value) ?? "", limits) : "Must be a text";
    case "number":
      if (value.type !== "number") return "Must be a number";
      if (textAt(schema, "type") === "integer" && !Number.isInteger(plainValue(value))) return "Must be a whole number";
      return limits.problem(Number(rawOf(value)));
    case "boolean":
      return value.type === "boolean" ? undefined : "Must be true or false";
    case "choice":
      return isChoice(choices, value) ? undefined : "Choose one of the options";
    case "choices":
      if (!itemsOf(value).every((item) => isChoice(choices, item)) || value.type !== "array") {
        return "Choose among the options";
      }
      return limits.problem(itemsOf(value).length);
  }
}

function isChoice(choices: readonly Choice[], value: JsonNode): boolean {
  return choices.some((choice) => sameJson(choice.value, value));
}

function textProblem(schema: JsonNode, text: string, limits: Limits): string | undefined {
  const format = formatOf(schema);
  const pattern = textAt(schema, "pattern");
  // JSON Schema counts code points.
  const problem = limits.problem(Array.from(text).length);
  if (problem) return problem;
  if (format && !format.matches(text)) return `${format.words}, such as ${format.example}`;
  if (pattern !== undefined && matchesPattern(pattern, text) === false) return patternWords(pattern);
  return undefined;
}

function patternWords(pattern: string): string {
  return `Must match the pattern ${printable(pattern, 100)}`;
}

interface Limits {
  readonly words: string;
  problem(amount: number): string | undefined;
}

const LIMITS = {
  text: ["minLength", "maxLength"],
  number: ["minimum", "maximum"],
  choices: ["minItems", "maxItems"],
} as const;

function limitsOf({ kind, schema }: FlatField): Limits {
  if (kind === "boolean" || kind === "choice") return { words: "", problem: () => undefined };
  const [low, high] = LIMITS[kind].map((keyword) => {
    const node = valueOf(schema, keyword);
    return node?.type === "number" ? Number(rawOf(node)) : undefined;
  });
  const amount = (bound: number) => (kind === "text" ? counted(bound, "character") : String(bound));
  const verb = kind === "choices" ? "Choose at" : "At";
  const least = low === undefined || (low <= 0 && kind !== "number") ? "" : `${verb} least ${amount(low)}`;
  const most = high === undefined ? "" : `${verb} most ${amount(high)}`;
  const words = least && most ? `${kind === "choices" ? "Choose " : ""}${low} to ${amount(high!)}` : least || most;
  return {
    words,
    problem: (found) => (least && found < low! && least) || (most && found > high! && most) || undefined,
  };
}

// The constraints of a field, told before it is filled in.
export function constraintsOf(field: FlatField): string {
  const format = field.kind === "text" ? formatOf(field.schema) : undefined;
  const pattern = field.kind === "text" ? textAt(field.schema, "pattern") : undefined;
  const whole = textAt(field.schema, "type") === "integer" && "Whole number";
  const words = [format?.words, whole, limitsOf(field).words, pattern !== undefined && patternWords(pattern)];
  return words.filter(Boolean).join(" · ");
}

function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+$/.test(text);
}

// JavaScript accepts the 31st of February, and answers with a day of March.
function isDate(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

function isDateTime(text: string): boolean {
  const [date = "", time = ""] = text.split(/[Tt]/);
  return isDate(date) && /^([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/.test(time);
}
