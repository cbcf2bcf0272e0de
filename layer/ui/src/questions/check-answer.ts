// Checks of an answer against the fields of a form, in words for people.

import { formatOf } from "../form/formats";
import { hasType } from "../form/has-type";
import { type MaybeNode, itemsOf, plainValue, stringOf, textAt, valueOf } from "../json/node";
import { pointerOf } from "../json/path";
import { sameJson } from "../json/write";
import type { Violation } from "../protocol/violations";
import { matchesPattern } from "../text/pattern";
import { printable } from "../text/printable";
import { counted } from "../text/units";
import type { FlatField } from "./flat-schema";

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
  const format = formatOf(valueOf(field.schema, "format"));
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

/** The constraints of a field, told before it is filled in. */
export function constraintsOf(field: FlatField): string {
  const { kind, schema, isSecret } = field;
  const pattern = textAt(schema, "pattern");
  const words = [
    kind === "text" && formatOf(valueOf(schema, "format"))?.words,
    textAt(schema, "type") === "integer" && "Whole number",
    limitsOf(field).words,
    kind === "text" && pattern && patternWords(pattern),
    isSecret && "Servers must not ask for secrets in a form",
  ];
  return words.filter(Boolean).join(" · ");
}
