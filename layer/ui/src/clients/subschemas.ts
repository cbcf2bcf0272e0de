import { type PlainObject, isObject } from "../json/plain";

const MOST_SCHEMAS = 10000;
const DEEPEST_SCHEMA = 64;

// The keywords whose value is a schema or a list of schemas, and those whose value has schemas by name.
const SCHEMAS = ["items", "prefixItems", "contains", "additionalItems", "unevaluatedItems"].concat(
  ["additionalProperties", "propertyNames", "unevaluatedProperties"],
  ["anyOf", "oneOf", "allOf", "not", "if", "then", "else"],
);
const NAMED_SCHEMAS = ["properties", "patternProperties", "dependentSchemas", "$defs", "definitions"];

/**
 * Returns a schema and those within it, level by level. References are not followed, and the rest of a schema that is
 * too large or too deep is left out.
 */
export function subschemas(root: unknown): readonly PlainObject[] {
  const found: PlainObject[] = [];
  let level = [root];
  for (let depth = 0; level.length > 0 && depth < DEEPEST_SCHEMA; depth += 1) {
    const next: unknown[] = [];
    for (const schema of level) {
      if (found.length === MOST_SCHEMAS) return found;
      if (!isObject(schema)) continue;
      found.push(schema);
      if (next.length < MOST_SCHEMAS) for (const inner of innerSchemas(schema)) next.push(inner);
    }
    level = next;
  }
  return found;
}

function innerSchemas(schema: PlainObject): unknown[] {
  const named = NAMED_SCHEMAS.map((keyword) => schema[keyword]).filter(isObject);
  return [...SCHEMAS.flatMap((keyword) => schema[keyword]), ...named.flatMap((schemas) => Object.values(schemas))];
}
