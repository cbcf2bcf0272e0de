// Schemas that no server should send: wrong types, names of prototypes, references in circles.
import fc from "fast-check";
import { names } from "./property-support";

const KEYWORDS = [
  ..."type|properties|required|items|prefixItems|oneOf|anyOf|allOf|enum|const|default|format|title|description".split(
    "|",
  ),
  ..."patternProperties|additionalProperties|minimum|maxLength|pattern|examples|$defs|not|if|uniqueItems".split("|"),
  ..."readOnly|writeOnly|deprecated|contentEncoding|contentMediaType|propertyNames|multipleOf".split("|"),
];
const TYPES = [
  "object",
  "object",
  "array",
  "string",
  "integer",
  "number",
  "boolean",
  "null",
  "__proto__",
  "\u202estring",
];
const REFERENCES = [
  ..."#|#/|#/$defs/a|#/$defs/__proto__|#/properties/a|#/anyOf/0|#/allOf/00|#/%|#/%E0%A4|#/constructor|a.json".split(
    "|",
  ),
  "#/properties/a/properties/a",
];

function some(members: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<Record<string, unknown>> {
  return fc.record(members, { requiredKeys: [] });
}

/** Any schema, as text: some of its members are of a type that they should not be. */
export const schemaTexts: fc.Arbitrary<string> = fc
  .letrec<{ schema: unknown }>((tie) => {
    const list = fc.array(tie("schema"), { maxLength: 4 });
    // `Object.fromEntries` gives an object a member of its own with the name of its prototype, too.
    const map = fc.array(fc.tuple(names, tie("schema")), { maxLength: 4 }).map((pairs) => Object.fromEntries(pairs));
    const value = fc.oneof(
      names,
      fc.jsonValue({ maxDepth: 1 }),
      fc.constantFrom<unknown>({ a: "a" }, ["a"], null, 1e300),
    );
    const type = fc.constantFrom(...TYPES);
    return {
      schema: fc.oneof(
        { maxDepth: 4, depthSize: "small" },
        fc.oneof(fc.boolean(), fc.record({ type, description: names }), fc.record({ const: value })),
        some({ $ref: fc.constantFrom(...REFERENCES), type, default: value }),
        some({ type: fc.oneof(type, fc.array(type)), properties: map, required: fc.array(names), default: value }),
        some({ type, oneOf: list, anyOf: list, allOf: list, $defs: map, enum: fc.array(value) }),
        some({ type, items: fc.oneof(tie("schema"), list), prefixItems: list, patternProperties: map }),
        some({
          type,
          format: names,
          title: names,
          description: names,
          minimum: value,
          additionalProperties: tie("schema"),
        }),
        fc.dictionary(fc.constantFrom(...KEYWORDS), value, { maxKeys: 4 }),
      ),
    };
  })
  .schema.map((schema) => JSON.stringify(schema));
