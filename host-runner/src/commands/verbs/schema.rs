//! The parts of JSON Schema needed to convert a word from the command line.

use std::borrow::Cow;
use std::collections::BTreeSet;

use serde_json::value::RawValue;
use serde_json::{Value, json};

/// Maximum depth of nested references and combinators. Deeper schemas are ignored.
const MAX_DEPTH: usize = 8;

/// Maximum number of schemas examined for one argument. The rest is ignored.
const MAX_SCHEMAS: usize = 1000;

/// One argument's schema, and the root schema, which its references point into.
#[derive(Clone, Copy)]
pub(super) struct Property<'s> {
    root: &'s Value,
    schema: &'s Value,
}

impl<'s> Property<'s> {
    /// Returns the schema for an object's property, if the property has a schema.
    pub(super) fn of(root: &'s Value, name: &str) -> Option<Self> {
        let schema = root["properties"].as_object()?.get(name)?;
        Some(Self { root, schema })
    }

    /// Converts a word into JSON. A word stays a string if the schema permits strings or specifies no type.
    ///
    /// # Errors
    ///
    /// Fails if the schema requires something else. The error says what the schema requires.
    pub(super) fn convert(&self, text: &str) -> Result<Box<RawValue>, String> {
        let types = self.types();
        if types.is_empty() || types.contains("string") {
            return Ok(string(text));
        }
        let parsed = RawValue::from_string(text.trim().to_owned()).ok();
        let value = parsed.filter(|json| types.iter().any(|wanted| is_of_type(json.get(), wanted)));
        value.ok_or_else(|| {
            let json = if types.contains("object") || types.contains("array") { ", as JSON" } else { "" };
            format!("expected {}{json}, got {text:?}", self.wanted())
        })
    }

    /// The types that the schema specifies.
    pub(super) fn types(&self) -> BTreeSet<Cow<'s, str>> {
        let (mut types, mut room) = (BTreeSet::new(), MAX_SCHEMAS);
        self.collect_types(self.schema, MAX_DEPTH, &mut room, &mut types);
        types
    }

    /// `room` is the number of schemas that may still be examined.
    fn collect_types(&self, schema: &'s Value, depth: usize, room: &mut usize, types: &mut BTreeSet<Cow<'s, str>>) {
        let (Some(depth), Some(left)) = (depth.checked_sub(1), room.checked_sub(1)) else { return };
        *room = left;
        match &schema["type"] {
            Value::String(name) => drop(types.insert(name.into())),
            Value::Array(names) => types.extend(names.iter().filter_map(|name| name.as_str().map(Cow::from))),
            _ => {
                let target = schema["$ref"].as_str().and_then(|target| target.strip_prefix('#'));
                if let Some(target) = target.and_then(|pointer| self.root.pointer(pointer)) {
                    self.collect_types(target, depth, room, types);
                }
                for keyword in ["anyOf", "oneOf", "allOf"] {
                    for part in schema[keyword].as_array().into_iter().flatten() {
                        self.collect_types(part, depth, room, types);
                    }
                }
                types.extend(choices(schema).iter().map(|value| Cow::from(type_of(value))));
            }
        }
    }

    /// Returns whether a value is one of the choices. Without choices, every value is permitted.
    pub(super) fn permits(&self, value: &Value) -> bool {
        let choices = choices(self.schema);
        choices.is_empty() || choices.contains(&value)
    }

    /// Describes the values that the schema permits, such as `integer` or `one of "a", "b"`.
    pub(super) fn wanted(&self) -> String {
        let choices = choices(self.schema);
        if !choices.is_empty() {
            let shown: Vec<String> = choices.iter().take(20).map(ToString::to_string).collect();
            return format!("one of {}", shown.join(", "));
        }
        let types: Vec<_> = self.types().into_iter().collect();
        if types.is_empty() { "any value".to_owned() } else { types.join(" or ") }
    }

    /// The description's first line.
    pub(super) fn description(&self) -> &'s str {
        self.schema["description"].as_str().and_then(|text| text.lines().next()).unwrap_or_default()
    }

    pub(super) fn default(&self) -> Option<&'s Value> {
        self.schema.get("default")
    }

    /// An example value: the schema's default, its first example, its first choice, or a short value with its type.
    pub(super) fn example(&self) -> Value {
        let given = self.default().or_else(|| self.schema["examples"].get(0));
        if let Some(value) = given.or_else(|| choices(self.schema).first().copied()) {
            return value.clone();
        }
        match self.types().first().map(AsRef::as_ref) {
            Some("array") => json!([]),
            Some("boolean") => json!(true),
            Some("integer" | "number") => self.schema.get("minimum").cloned().unwrap_or(json!(1)),
            Some("null") => Value::Null,
            Some("object") => json!({}),
            _ => json!("text"),
        }
    }
}

/// The values in `enum` or `const`, or in a `oneOf` with a `const` in each item.
fn choices(schema: &Value) -> Vec<&Value> {
    if let Some(values) = schema["enum"].as_array() {
        return values.iter().collect();
    }
    if let Some(value) = schema.get("const") {
        return vec![value];
    }
    let titled = schema["oneOf"].as_array().into_iter().flatten().map(|choice| choice.get("const"));
    titled.collect::<Option<_>>().unwrap_or_default()
}

/// An object schema's required properties.
pub(super) fn required(schema: &Value) -> impl Iterator<Item = (&str, Property<'_>)> {
    let names = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
    names.filter_map(|name| Some((name, Property::of(schema, name)?)))
}

/// Describes an object schema's properties, each on its own line.
pub(super) fn synopsis(schema: &Value) -> String {
    let properties = schema["properties"].as_object();
    let required = |name: &str| schema["required"].as_array().into_iter().flatten().any(|it| it == name);
    let lines = properties.into_iter().flatten().map(|(name, schema_of_it)| {
        let property = Property { root: schema, schema: schema_of_it };
        let required = if required(name) { ", required" } else { "" };
        let description = property.description();
        let colon = if description.is_empty() { "" } else { ": " };
        format!("\n  {name} ({}{required}){colon}{description}", property.wanted())
    });
    lines.collect()
}

fn is_of_type(json: &str, wanted: &str) -> bool {
    match (wanted, json.as_bytes().first()) {
        ("object", Some(b'{'))
        | ("array", Some(b'['))
        | ("boolean", Some(b't' | b'f'))
        | ("null", Some(b'n'))
        | ("number", Some(b'-' | b'0'..=b'9')) => true,
        // 1.0 is an integer (JSON Schema 2020-12, validation, section 6.1.1).
        ("integer", Some(b'-' | b'0'..=b'9')) => {
            !json.contains(['.', 'e', 'E']) || json.parse::<f64>().is_ok_and(|number| number.fract() == 0.0)
        }
        _ => false,
    }
}

fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

/// A JSON string.
pub(super) fn string(text: &str) -> Box<RawValue> {
    serde_json::value::to_raw_value(text).expect("a string is JSON")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn converted(schema: &Value, text: &str) -> Result<String, String> {
        let root = json!({ "properties": { "x": schema }, "$defs": { "count": { "type": "integer" } } });
        Property::of(&root, "x").unwrap().convert(text).map(|json| json.get().to_owned())
    }

    #[test]
    fn a_word_becomes_the_type_of_the_schema() {
        for (schema, text, expected) in [
            (json!({ "type": "string" }), "12", "\"12\""),
            (json!({}), "true", "\"true\""),
            (json!({ "type": ["string", "null"] }), "null", "\"null\""),
            (json!({ "type": "integer" }), "12345678901234567890", "12345678901234567890"),
            (json!({ "type": "integer" }), "1.0", "1.0"),
            (json!({ "type": "number" }), "-1.50", "-1.50"),
            (json!({ "type": "boolean" }), "false", "false"),
            (json!({ "type": ["integer", "null"] }), "null", "null"),
            (json!({ "type": "array" }), "[1, 2]", "[1, 2]"),
            (json!({ "type": "object" }), " {\"a\":1}", "{\"a\":1}"),
            (json!({ "$ref": "#/$defs/count" }), "3", "3"),
            (json!({ "anyOf": [{ "type": "integer" }, { "type": "null" }] }), "4", "4"),
            (json!({ "enum": [1, 2] }), "2", "2"),
            (json!({ "oneOf": [{ "const": "a", "title": "A" }] }), "a", "\"a\""),
        ] {
            assert_eq!(converted(&schema, text).as_deref(), Ok(expected), "{schema} {text}");
        }
    }

    #[test]
    fn a_wrong_word_names_what_the_schema_wants() {
        for (schema, text, expected) in [
            (json!({ "type": "integer" }), "1.5", "expected integer, got \"1.5\""),
            (json!({ "type": "integer" }), "", "expected integer, got \"\""),
            (json!({ "type": "boolean" }), "yes", "expected boolean, got \"yes\""),
            (json!({ "type": "array" }), "a,b", "expected array, as JSON, got \"a,b\""),
            (json!({ "enum": [1, 2] }), "x", "expected one of 1, 2, got \"x\""),
        ] {
            assert_eq!(converted(&schema, text), Err(expected.to_owned()), "{schema} {text}");
        }
    }

    #[test]
    fn references_in_a_circle_end() {
        let root = json!({ "properties": { "x": { "$ref": "#/properties/x" } } });
        assert_eq!(Property::of(&root, "x").unwrap().convert("a").unwrap().get(), "\"a\"");
    }

    #[test]
    fn references_that_multiply_end() {
        let references = vec![json!({ "$ref": "#/properties/x" }); 10_000];
        let root = json!({ "properties": { "x": { "anyOf": references } } });
        assert_eq!(Property::of(&root, "x").unwrap().convert("a").unwrap().get(), "\"a\"");
    }
}
