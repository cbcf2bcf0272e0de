// The schema of a form that a server asks a person to fill in: an object with plain fields. Anything else is refused.

import {
  type JsonNode,
  type MaybeNode,
  isTrue,
  itemsOf,
  memberOf,
  membersOf,
  rawOf,
  stringOf,
  textAt,
  valueOf,
} from "../json/node";
import { readJson } from "../json/read";
import { displayName, printable } from "../text/printable";

// The fields of a form. A schema with more is refused, and answered as JSON.
const MAX_FIELDS = 100;
// The options of all fields together. A schema with more is refused, and answered as JSON.
const MAX_CHOICES = 1000;
// Maximum number of characters in a schema. A longer one is refused, and answered as JSON.
const LONGEST_SCHEMA = 200000;

type FieldKind = "text" | "number" | "choice" | "choices";

interface Choice {
  readonly value: JsonNode;
  readonly title: string;
}

export interface FlatField {
  readonly key: string;
  readonly schema: JsonNode;
  readonly kind: FieldKind;
  readonly label: string;
  readonly isRequired: boolean;
  /** The answer is never stored. */
  readonly isSecret: boolean;
  readonly choices: readonly Choice[];
}

const COMBINATORS = ["$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "not", "if", "properties", "patternProperties"];

const KINDS: ReadonlyMap<string | undefined, FieldKind> = new Map([
  ["string", "text"],
  ["number", "number"],
  ["integer", "number"],
  ["boolean", "choice"],
]);
const YES_OR_NO: readonly Choice[] = [choice(readJson("true"), "Yes"), choice(readJson("false"), "No")];

/** Returns the fields in the schema's order. Throws the reason why a schema is not shown as a form. */
export function flatFields(schema: MaybeNode): FlatField[] {
  if (schema?.type !== "object") throw new Error("The request has no schema that is an object.");
  if (schema.end - schema.start > LONGEST_SCHEMA) throw new Error("The schema is too large for a form.");
  if (textAt(schema, "type") !== "object") throw new Error("The schema does not have the type “object”.");
  const combinator = COMBINATORS.find((keyword) => keyword !== "properties" && memberOf(schema, keyword));
  if (combinator) throw new Error(`The schema uses “${combinator}”, which forms may not have.`);
  const properties = new Map(membersOf(valueOf(schema, "properties")).map(({ key, value }) => [key, value]));
  if (properties.size > MAX_FIELDS) {
    throw new Error(`The schema has ${properties.size} fields; a form shows at most ${MAX_FIELDS}.`);
  }
  const required = new Set(itemsOf(valueOf(schema, "required")).map(stringOf));
  const fields = [...properties].map(([key, value]) => flatField(key, value, required.has(key)));
  for (const key of required) {
    if (key !== undefined && !properties.has(key)) {
      throw new Error(`The schema requires the field “${printable(key, 60)}”, but does not describe it.`);
    }
  }
  if (fields.reduce((sum, { choices }) => sum + choices.length, 0) > MAX_CHOICES) {
    throw new Error(`The fields have more than ${MAX_CHOICES} options together.`);
  }
  return fields;
}

function flatField(key: string, schema: JsonNode, isRequired: boolean): FlatField {
  const refuse = (reason: string): never => {
    throw new Error(`The field “${printable(key, 60)}” ${reason}.`);
  };
  if (schema.type !== "object") return refuse("has no schema that is an object");
  const type = textAt(schema, "type");
  const items = valueOf(schema, "items");
  const single = type === "boolean" ? YES_OR_NO : choicesOf(schema, "oneOf");
  const multiple = type === "array" ? (choicesOf(items, "anyOf") ?? choicesOf(items, "oneOf")) : undefined;
  const kind = multiple ? "choices" : single ? "choice" : KINDS.get(type);
  if (type === "object") refuse("is an object, but forms may not be nested");
  const combinator = COMBINATORS.find((keyword) => memberOf(schema, keyword));
  if (combinator && !(combinator === "oneOf" && single)) refuse(`uses “${combinator}”, which forms may not have`);
  if (type === "array" && !multiple) refuse("is a list without options, which forms may not have");
  if (!kind) refuse(type === undefined ? "has no type" : `has the unknown type “${printable(type, 40)}”`);
  return {
    key,
    schema,
    kind: kind!,
    label: textAt(schema, "title") || key,
    isRequired,
    isSecret: textAt(schema, "format") === "password" || isTrue(valueOf(schema, "writeOnly")),
    choices: multiple ?? single ?? [],
  };
}

// The options of `enum`, with the titles of `enumNames`, or of a list of titled constants.
function choicesOf(schema: MaybeNode, keyword: "oneOf" | "anyOf"): readonly Choice[] | undefined {
  const names = itemsOf(valueOf(schema, "enumNames"));
  const values = itemsOf(valueOf(schema, "enum"));
  if (values.length > 0) return values.map((value, index) => choice(value, stringOf(names[index])));
  const options = itemsOf(valueOf(schema, keyword));
  const choices = options.map((option) => {
    const value = valueOf(option, "const");
    return value && choice(value, textAt(option, "title"));
  });
  return options.length > 0 && choices.every((one) => one !== undefined) ? choices : undefined;
}

function choice(value: JsonNode, title = stringOf(value) || rawOf(value)): Choice {
  return { value, title: displayName(title) };
}
