use serde_json::{Map, Value};

/// Maximum number of subschemas examined for findings. Additional subschemas are skipped.
const MOST_SCHEMAS: usize = 10_000;

/// Maximum number of nested levels examined for findings. Deeper subschemas are skipped.
const DEEPEST_SCHEMA: usize = 64;

/// The keywords whose value is a schema or a list of schemas.
const SCHEMAS: [&str; 15] = [
    "items",
    "prefixItems",
    "contains",
    "additionalItems",
    "unevaluatedItems",
    "additionalProperties",
    "propertyNames",
    "unevaluatedProperties",
    "anyOf",
    "oneOf",
    "allOf",
    "not",
    "if",
    "then",
    "else",
];

/// The keywords whose value contains schemas by name.
const NAMED_SCHEMAS: [&str; 5] = ["properties", "patternProperties", "dependentSchemas", "$defs", "definitions"];

/// Returns a schema and its subschemas, level by level. References are not followed. If a schema is too large or too
/// deep, the rest is skipped.
pub(super) fn of(root: &Value) -> Vec<&Map<String, Value>> {
    let mut found = Vec::new();
    let mut level = vec![root];
    for _ in 0..DEEPEST_SCHEMA {
        let mut next = Vec::new();
        for schema in level.into_iter().filter_map(Value::as_object) {
            if found.len() == MOST_SCHEMAS {
                return found;
            }
            found.push(schema);
            if next.len() < MOST_SCHEMAS {
                next.extend(within(schema));
            }
        }
        level = next;
    }
    found
}

fn within(schema: &Map<String, Value>) -> impl Iterator<Item = &Value> {
    let schemas = SCHEMAS.iter().filter_map(|keyword| schema.get(*keyword)).flat_map(|value| match value {
        Value::Array(several) => several.as_slice(),
        one => std::slice::from_ref(one),
    });
    let named = NAMED_SCHEMAS.iter().filter_map(|keyword| schema.get(*keyword)?.as_object());
    schemas.chain(named.flat_map(Map::values))
}
