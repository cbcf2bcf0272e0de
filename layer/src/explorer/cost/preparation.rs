use serde_json::Value;

use super::pattern::states;
use super::{References, Steps, TEXT, TooCostly};

/// Objects within each other that are prepared at once; the validator takes up to 5 kB of stack for each.
const MOST_NESTED: usize = 160;

/// What `unevaluated…` follows, it follows with more of the stack.
const EVALUATED: usize = 3;

/// Counts what the validator makes of a schema before it sees any arguments, and stops where that is more than `steps`.
/// Each part of the schema gets its pointer and the states of its pattern; `unevaluatedProperties` and
/// `unevaluatedItems` have everything made once more that applies to the same value, and that once more in turn.
pub(in crate::explorer) fn check(
    schema: &Value,
    references: &References<'_>,
    steps: usize,
) -> Result<usize, TooCostly> {
    let mut preparation = Preparation { references, left: Steps(steps) };
    preparation.part(schema, 0, 0)?;
    Ok(steps - preparation.left.0)
}

struct Preparation<'s, 'r> {
    references: &'r References<'s>,
    left: Steps,
}

impl<'s> Preparation<'s, '_> {
    fn part(&mut self, schema: &'s Value, path: usize, nested: usize) -> Result<(), TooCostly> {
        if nested > MOST_NESTED {
            return Err(TooCostly::Nesting);
        }
        match schema {
            Value::Array(items) => {
                self.left.take(1 + path / TEXT)?;
                items.iter().try_for_each(|item| self.part(item, path + 4, nested))
            }
            Value::Object(members) => {
                self.left.take((1 + members.len()).saturating_mul(1 + path / TEXT))?;
                for (key, member) in members {
                    match (key.as_str(), member) {
                        ("pattern", Value::String(pattern)) => self.left.take(states(pattern))?,
                        ("patternProperties", Value::Object(patterns)) => {
                            patterns.keys().try_for_each(|pattern| self.left.take(states(pattern)))?;
                        }
                        ("unevaluatedProperties" | "unevaluatedItems", _) => {
                            self.evaluated(schema, path, nested + 1)?;
                        }
                        _ => {}
                    }
                    self.part(member, path + 1 + key.len(), nested + 1)?;
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// What tells which parts of a value are evaluated.
    fn evaluated(&mut self, schema: &'s Value, path: usize, nested: usize) -> Result<(), TooCostly> {
        let Value::Object(keywords) = schema else { return Ok(()) };
        if nested > MOST_NESTED {
            return Err(TooCostly::Nesting);
        }
        self.left.take((1 + keywords.len()).saturating_mul(1 + path / TEXT))?;
        for (keyword, subschema) in keywords {
            let path = path + 1 + keyword.len();
            match (keyword.as_str(), subschema) {
                ("$ref" | "$dynamicRef" | "$recursiveRef", Value::String(reference)) => {
                    for target in self.references.targets(reference) {
                        self.evaluated(target, path, nested + EVALUATED)?;
                    }
                }
                ("allOf" | "anyOf" | "oneOf", Value::Array(branches)) => self.branches(branches, path, nested)?,
                ("dependentSchemas", Value::Object(branches)) => self.branches(branches.values(), path, nested)?,
                ("if" | "then" | "else", branch) => self.branches([branch], path, nested)?,
                (
                    "patternProperties"
                    | "additionalProperties"
                    | "unevaluatedProperties"
                    | "unevaluatedItems"
                    | "contains",
                    _,
                ) => {
                    self.part(subschema, path, nested + 1)?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Schemas for the same value, of which each tells in turn which parts are evaluated.
    fn branches(
        &mut self,
        branches: impl IntoIterator<Item = &'s Value>,
        path: usize,
        nested: usize,
    ) -> Result<(), TooCostly> {
        branches.into_iter().try_for_each(|branch| {
            self.part(branch, path, nested + 1)?;
            self.evaluated(branch, path, nested + EVALUATED)
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, json};

    use super::*;

    fn check(schema: &Value) -> Result<usize, TooCostly> {
        super::check(schema, &References::of(schema), 250_000)
    }

    #[test]
    fn every_part_counts_with_its_pointer() {
        let properties: Map<_, _> = (0..10_000).map(|at| (format!("name{at}"), json!({ "type": "string" }))).collect();
        assert!(check(&json!({ "properties": properties })).is_ok());
        let properties: Map<_, _> = (0..1_000).map(|at| (format!("name{at}"), json!({}))).collect();
        let far = json!({ "properties": { "k".repeat(100_000): { "properties": properties } } });
        assert_eq!(check(&far), Err(TooCostly::Steps));
        assert!(check(&json!({ "enum": (0..100_000).collect::<Vec<_>>() })).is_ok_and(|steps| steps < 10));
    }

    #[test]
    fn patterns_count_with_their_states() {
        let patterns = |repeated: &str| -> Map<_, _> {
            (0..100)
                .map(|at| (format!("^[a-z]{repeated}{at}$"), json!({ "pattern": format!("a{repeated}") })))
                .collect()
        };
        assert!(check(&json!({ "patternProperties": patterns("{1,40}") })).is_ok());
        assert_eq!(check(&json!({ "patternProperties": patterns("{1,4000}") })), Err(TooCostly::Steps));
    }

    #[test]
    fn what_is_unevaluated_is_made_again_on_every_level() {
        let nested = |depth| {
            (0..depth).fold(json!({}), |below, _| json!({ "unevaluatedProperties": false, "allOf": [below, true] }))
        };
        assert!(check(&nested(6)).is_ok());
        assert_eq!(check(&nested(20)), Err(TooCostly::Steps));
        let chain = |length: usize, link: fn(Value) -> Value| {
            let mut links: Map<_, _> = (0..length)
                .map(|at| (format!("a{at}"), link(json!({ "$ref": format!("#/$defs/a{}", at + 1) }))))
                .collect();
            links.insert(format!("a{length}"), json!({}));
            json!({ "unevaluatedProperties": false, "$ref": "#/$defs/a0", "$defs": links })
        };
        assert!(check(&chain(50, |next| next)).is_ok());
        assert_eq!(check(&chain(20_000, |next| next)), Err(TooCostly::Nesting));
        assert_eq!(check(&chain(20, |next| json!({ "allOf": [next, next] }))), Err(TooCostly::Steps));
        let circle = json!({ "unevaluatedProperties": false, "allOf": [{ "unevaluatedItems": false, "$ref": "#" }] });
        assert!(check(&circle).is_err());
    }
}
