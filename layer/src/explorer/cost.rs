//! What a validation may cost at most, found out before it is begun.
//!
//! The validator follows every alternative to its end and keeps what is wrong with each. With alternatives in
//! alternatives, that grows with a power of the arguments' depth; with long chains of references, so does the stack.
//! Neither can be interrupted, so a walk over schema and arguments comes first, which counts and stops.

use std::collections::HashMap;

use serde_json::Value;

/// References and combinations that may be followed without a step into the arguments.
const IN_PLACE_DEPTH: usize = 128;

/// How much more a step costs for each alternative it lies in: what is wrong there is kept, and kept again outside.
const PER_ALTERNATIVE: usize = 4;

/// The validation is not worth its cost.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct TooCostly;

/// The targets of references within a schema, by the names that they give themselves.
#[derive(Debug, Default)]
pub(super) struct Anchors(HashMap<String, String>);

impl Anchors {
    pub(super) fn of(schema: &Value) -> Self {
        let mut anchors = Self::default();
        let mut open = vec![(String::new(), schema)];
        while let Some((path, value)) = open.pop() {
            let children: Vec<_> = match value {
                Value::Object(members) => {
                    for (key, prefix) in [("$anchor", "#"), ("$dynamicAnchor", "#"), ("$id", ""), ("id", "")] {
                        if let Some(name) = members.get(key).and_then(Value::as_str) {
                            anchors.0.entry(format!("{prefix}{name}")).or_insert_with(|| path.clone());
                        }
                    }
                    members.iter().map(|(key, child)| (key.replace('~', "~0").replace('/', "~1"), child)).collect()
                }
                Value::Array(items) => items.iter().enumerate().map(|(at, child)| (at.to_string(), child)).collect(),
                _ => continue,
            };
            open.extend(children.into_iter().map(|(key, child)| (format!("{path}/{key}"), child)));
        }
        anchors
    }
}

/// Counts what a validation of `arguments` would do, and stops at `steps`.
pub(super) fn check(schema: &Value, anchors: &Anchors, arguments: &Value, steps: usize) -> Result<(), TooCostly> {
    Walk { root: schema, anchors, steps }.visit(schema, arguments, 0, 0)
}

/// The values in a JSON text, counted without reading it: the commas and opening brackets outside of its strings.
pub(super) fn count_values(json: &[u8]) -> usize {
    let (mut count, mut in_string, mut escaped) = (1, false, false);
    for &byte in json {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = in_string,
            b'"' => in_string = !in_string,
            b',' | b'[' | b'{' if !in_string => count += 1,
            _ => {}
        }
    }
    count
}

struct Walk<'s> {
    root: &'s Value,
    anchors: &'s Anchors,
    steps: usize,
}

impl<'s> Walk<'s> {
    fn visit(
        &mut self,
        schema: &'s Value,
        value: &Value,
        in_place: usize,
        alternatives: usize,
    ) -> Result<(), TooCostly> {
        self.steps = self.steps.checked_sub(1 + PER_ALTERNATIVE * alternatives).ok_or(TooCostly)?;
        let Value::Object(keywords) = schema else { return Ok(()) };
        if in_place > IN_PLACE_DEPTH {
            // A circle is cut by the validator itself; a chain of this length is none that a person has written.
            return Err(TooCostly);
        }
        for (keyword, subschema) in keywords {
            match (keyword.as_str(), subschema) {
                ("$ref" | "$dynamicRef" | "$recursiveRef", Value::String(reference)) => {
                    if let Some(target) = self.resolve(reference).filter(|target| !std::ptr::eq(*target, schema)) {
                        self.visit(target, value, in_place + 1, alternatives)?;
                    }
                }
                ("anyOf" | "oneOf", Value::Array(branches)) => {
                    for branch in branches {
                        self.visit(branch, value, in_place + 1, alternatives + 1)?;
                    }
                }
                ("allOf", Value::Array(branches)) => {
                    for branch in branches {
                        self.visit(branch, value, in_place + 1, alternatives)?;
                    }
                }
                ("not" | "if" | "then" | "else", _) => self.visit(subschema, value, in_place + 1, alternatives)?,
                ("dependentSchemas" | "dependencies", Value::Object(branches)) => {
                    for branch in branches.values() {
                        self.visit(branch, value, in_place + 1, alternatives)?;
                    }
                }
                _ => self.descend(keywords, keyword, subschema, value, alternatives)?,
            }
        }
        Ok(())
    }

    /// Keywords that apply a schema to a part of the value.
    fn descend(
        &mut self,
        keywords: &'s serde_json::Map<String, Value>,
        keyword: &str,
        subschema: &'s Value,
        value: &Value,
        alternatives: usize,
    ) -> Result<(), TooCostly> {
        match (keyword, subschema, value) {
            ("properties", Value::Object(properties), Value::Object(members)) => {
                for (name, property) in properties {
                    if let Some(member) = members.get(name) {
                        self.visit(property, member, 0, alternatives)?;
                    }
                }
            }
            ("patternProperties", Value::Object(patterns), Value::Object(members)) => {
                for pattern in patterns.values() {
                    for member in members.values() {
                        self.visit(pattern, member, 0, alternatives)?;
                    }
                }
            }
            ("additionalProperties" | "unevaluatedProperties", _, Value::Object(members)) => {
                let named = keywords.get("properties").and_then(Value::as_object);
                for (name, member) in members {
                    if named.is_none_or(|named| !named.contains_key(name)) {
                        self.visit(subschema, member, 0, alternatives)?;
                    }
                }
            }
            ("propertyNames", _, Value::Object(members)) => {
                for name in members.keys() {
                    self.visit(subschema, &Value::String(name.clone()), 0, alternatives)?;
                }
            }
            ("items" | "prefixItems", Value::Array(subschemas), Value::Array(items)) => {
                for (subschema, item) in subschemas.iter().zip(items) {
                    self.visit(subschema, item, 0, alternatives)?;
                }
            }
            ("items" | "additionalItems" | "unevaluatedItems" | "contains", _, Value::Array(items)) => {
                for item in items {
                    self.visit(subschema, item, 0, alternatives)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn resolve(&self, reference: &str) -> Option<&'s Value> {
        let pointer = match reference.strip_prefix('#') {
            Some(fragment) if fragment.is_empty() || fragment.starts_with('/') => {
                percent_encoding::percent_decode_str(fragment).decode_utf8().ok()?.into_owned()
            }
            _ => self.named(reference)?,
        };
        self.root.pointer(&pointer)
    }

    /// The pointer to what an anchor or an identifier names.
    fn named(&self, reference: &str) -> Option<String> {
        let Anchors(names) = self.anchors;
        if let Some(path) = names.get(reference) {
            return Some(path.clone());
        }
        let (document, fragment) = reference.split_once('#')?;
        let anchor = names.get(&format!("#{fragment}")).cloned();
        anchor.or_else(|| names.get(document).map(|path| format!("{path}{fragment}")))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn check(schema: &Value, arguments: &Value) -> Result<(), TooCostly> {
        super::check(schema, &Anchors::of(schema), arguments, 250_000)
    }

    /// The union of and, or and xor, each over a list of the same.
    fn expression() -> Value {
        let branch =
            |op: &str| json!({ "properties": { "op": { "const": op }, "args": { "items": { "$ref": "#/$defs/e" } } } });
        json!({ "$ref": "#/$defs/e", "$defs": { "e": { "oneOf": [branch("and"), branch("or"), branch("xor")] } } })
    }

    fn nested(depth: usize) -> Value {
        (0..depth).fold(json!({ "op": "x" }), |inner, _| json!({ "op": "x", "args": [inner] }))
    }

    #[test]
    fn alternatives_in_alternatives_are_followed_as_far_as_they_are_affordable() {
        assert_eq!(check(&expression(), &nested(5)), Ok(()));
        assert_eq!(check(&expression(), &nested(11)), Err(TooCostly));
        assert_eq!(check(&expression(), &nested(40)), Err(TooCostly));
    }

    #[test]
    fn chains_are_followed_whatever_they_are_made_of() {
        for (reference, key) in [("#/$defs/", ""), ("#", "$anchor")] {
            let mut defs = serde_json::Map::new();
            for at in 0..30 {
                let next = json!({ "$ref": format!("{reference}a{}", at + 1) });
                let mut link = json!({ "allOf": [next, next] });
                if !key.is_empty() {
                    link[key] = json!(format!("a{at}"));
                }
                defs.insert(format!("a{at}"), link);
            }
            defs.insert("a30".to_owned(), json!({ "$anchor": "a30" }));
            let schema = json!({ "$ref": format!("{reference}a0"), "$defs": defs });
            assert_eq!(check(&schema, &json!({})), Err(TooCostly), "{reference}");
        }
    }

    #[test]
    fn what_is_large_but_plain_is_affordable() {
        let schema = json!({ "items": { "properties": { "a": { "type": "integer" } } } });
        assert_eq!(check(&schema, &json!(vec![json!({ "a": 1 }); 50_000])), Ok(()));
        let tree = json!({ "properties": { "left": { "$ref": "#" }, "right": { "$ref": "#" } } });
        let leaf = (0..12).fold(json!({}), |below, _| json!({ "left": below, "right": below }));
        assert_eq!(check(&tree, &leaf), Ok(()));
    }

    #[test]
    fn values_are_counted_outside_of_strings() {
        assert_eq!(count_values(br#"{"a,[{\"":[1,2,{"b":"\\"}]}"#), 6);
        assert_eq!(count_values(b""), 1);
    }
}
