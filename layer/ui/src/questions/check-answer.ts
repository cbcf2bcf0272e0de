// Checks of an answer against the fields of a form, in words for people.

import { hasType } from "../form/fit";
import { type JsonNode, type MaybeNode, itemsOf, plainValue, stringOf, textAt, valueOf } from "../json/node";
import { pointerOf } from "../json/path";
import { sameJson } from "../json/write";
import type { Violation } from "../protocol/tools";
import { matchesPattern } from "../text/pattern";
import { printable } from "../text/printable";
import { counted } from "../text/units";
import type { FlatField } from "./flat-schema";

interface Format {
  readonly words: string;
  readonly example: string;
  readonly matches: (text: string) => boolean;
}

const FORMATS: Readonly<Partial<Record<string, Format>>> = {
  email: { words: "E-mail address", example: "name@example.com", matches: (text) => /^[^\s@]+@[^\s@]+$/.test(text) },
  uri: { words: "Complete address", example: "https://example.com/", matches: (text) => URL.canParse(text) },
  date: { words: "Date", example: "2026-01-31", matches: isDate },
  "date-time": { words: "Date and time with zone", example: "2026-01-31T09:30:00Z", matches: isDateTime },
};

export function formatOf(schema: JsonNode): Format | undefined {
  const name = textAt(schema, "format") ?? "";
  return Object.hasOwn(FORMATS, name) ? FORMATS[name] : undefined;
}

export function problemsIn(fields: readonly FlatField[], root: MaybeNode): Violation[] {
  return fields.flatMap((field) => {
    const message = problemOf(field, valueOf(root, field.key));
    return message ? [{ path: pointerOf([field.key]), message, keyword: undefined }] : [];
  });
}

function problemOf(field: FlatField, value: MaybeNode): string | undefined {
  const { kind, schema, choices, isRequired } = field;
  if (!value) return isRequired ? "Required" : undefined;
  if (kind === "choice" || kind === "choices") {
    const chosen = kind === "choice" ? [value] : itemsOf(value);
    const isAllowed = chosen.every((one) => choices.some((choice) => sameJson(choice.value, one)));
    if (!isAllowed || (kind === "choices" && value.type !== "array")) return "Not one of the options";
    return kind === "choices" ? limitsOf(field, chosen.length).problem : undefined;
  }
  const type = textAt(schema, "type") ?? "";
  if (!hasType({ types: [type], nullable: false }, value)) return `Must be a ${type}`;
  if (kind === "text") return textProblem(field, stringOf(value) ?? "");
  const number = Number(plainValue(value));
  return type === "integer" && !Number.isInteger(number) ? "Must be a whole number" : limitsOf(field, number).problem;
}

function textProblem(field: FlatField, text: string): string | undefined {
  const format = formatOf(field.schema);
  const pattern = textAt(field.schema, "pattern") ?? "";
  // JSON Schema counts code points.
  const { problem } = limitsOf(field, Array.from(text).length);
  if (problem) return problem;
  if (format && !format.matches(text)) return `Must look like ${format.example}`;
  return matchesPattern(pattern, text) === false ? patternWords(pattern) : undefined;
}

function patternWords(pattern: string): string {
  return `Must match the pattern ${printable(pattern, 100)}`;
}

const LIMITS = { text: ["minLength", "maxLength"], number: ["minimum", "maximum"], choices: ["minItems", "maxItems"] };

// The limits in words, and those that an amount exceeds.
function limitsOf({ kind, schema }: FlatField, amount = NaN): { words: string; problem: string | undefined } {
  if (kind === "choice") return { words: "", problem: undefined };
  const [low, high] = LIMITS[kind].map((keyword) => {
    const bound = plainValue(valueOf(schema, keyword));
    return typeof bound === "number" && (bound > 0 || kind === "number") ? bound : undefined;
  });
  const units = (bound: number) => (kind === "text" ? counted(bound, "character") : String(bound));
  const least = low !== undefined && `At least ${units(low)}`;
  const most = high !== undefined && `At most ${units(high)}`;
  return {
    words: least && most ? `${low} to ${units(high)}` : least || most || "",
    problem: (amount < low! && least) || (amount > high! && most) || undefined,
  };
}

// The constraints of a field, told before it is filled in.
export function constraintsOf(field: FlatField): string {
  const { kind, schema, isSecret } = field;
  const pattern = textAt(schema, "pattern");
  const words = [
    kind === "text" && formatOf(schema)?.words,
    textAt(schema, "type") === "integer" && "Whole number",
    limitsOf(field).words,
    kind === "text" && pattern && patternWords(pattern),
    isSecret && "Servers must not ask for secrets in a form",
  ];
  return words.filter(Boolean).join(" · ");
}

// JavaScript accepts the 31st of February, and answers with a day of March.
function isDate(text: string): boolean {
  const date = new Date(`${text}T00:00Z`);
  return /^\d{4}-\d\d-\d\d$/.test(text) && date.getTime() > -Infinity && date.toISOString().startsWith(text);
}

function isDateTime(text: string): boolean {
  const isComplete = /^.{10}T\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i.test(text);
  return isComplete && isDate(text.slice(0, 10)) && !Number.isNaN(Date.parse(text));
}
