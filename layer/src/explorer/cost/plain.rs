use serde_json::Value;

use super::{COMPARISONS, TEXT};

/// The steps that a schema takes for each value of its arguments at most, parts and long texts counted as [`size`] does;
/// none where that depends on the arguments. Most tools have such a schema: a product of two small numbers then says
/// that a validation is affordable, without a walk.
///
/// [`size`]: super::size
pub(in crate::explorer) fn steps_per_value(schema: &Value) -> Option<usize> {
    let Value::Object(keywords) = schema else { return Some(2) };
    let mut comparisons = keywords.len();
    // No part of a value is two at once: a member that is named and one that is not, a member and an item.
    let (mut for_members, mut for_items) = (0, 0);
    for (keyword, expected) in keywords {
        comparisons += match (keyword.as_str(), expected) {
            ("properties", Value::Object(properties)) => {
                for_members = for_members.max(most(properties.values())?);
                1
            }
            ("additionalProperties", _) => {
                for_members = for_members.max(steps_per_value(expected)?);
                1
            }
            ("items" | "prefixItems", Value::Array(schemas)) => {
                for_items += most(schemas.iter())?;
                0
            }
            ("items" | "additionalItems", _) => {
                for_items += steps_per_value(expected)?;
                1
            }
            ("enum", Value::Array(options)) => options.len(),
            ("required", Value::Array(names)) => names.len(),
            ("minLength" | "maxLength", _) => 1 + TEXT,
            (
                "const" | "type" | "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf"
                | "minItems" | "maxItems" | "minProperties" | "maxProperties",
                _,
            ) => 1,
            (
                "title" | "description" | "default" | "examples" | "format" | "deprecated" | "readOnly" | "writeOnly"
                | "$schema" | "$comment" | "$defs" | "definitions",
                _,
            ) => 0,
            (keyword, _) if keyword.starts_with("x-") => 0,
            _ => return None,
        };
    }
    Some(1 + comparisons.div_ceil(COMPARISONS) + for_members.max(for_items))
}

fn most<'s>(mut schemas: impl Iterator<Item = &'s Value>) -> Option<usize> {
    schemas.try_fold(0, |most, schema| Some(most.max(steps_per_value(schema)?)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::super::{Aim, check, count_values, size, size_at_most};
    use super::*;
    use crate::config::Limits;

    fn schemas() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(json!(true)),
            Just(json!(false)),
            (1..200_usize).prop_map(|count| json!({ "enum": vec!["a"; count] })),
            (0..9_u8).prop_map(|length| json!({ "type": "string", "minLength": length, "maxLength": 200 })),
            Just(json!({ "type": "number", "minimum": 1, "description": "so much" })),
        ];
        leaf.prop_recursive(4, 24, 4, |inner| {
            let list = prop::collection::vec(inner.clone(), 1..4);
            let named = prop::collection::btree_map("[abc]", inner.clone(), 0..3);
            prop_oneof![
                (named, inner.clone(), 0..300_usize).prop_map(|(named, others, count)| json!({
                    "properties": named, "additionalProperties": others, "required": vec!["a"; count],
                })),
                (list, inner).prop_map(|(first, rest)| json!({ "prefixItems": first, "items": rest, "maxItems": 9 })),
            ]
        })
    }

    fn arguments() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(json!(null)),
            any::<i32>().prop_map(Value::from),
            (0..500_usize).prop_map(|length| json!("ü\"".repeat(length))),
        ];
        leaf.prop_recursive(4, 64, 6, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
                prop::collection::btree_map("[abcd]|e{100}", inner, 0..6).prop_map(|members| json!(members)),
            ]
        })
    }

    proptest! {
        #[test]
        fn no_walk_finds_more(schema in schemas(), arguments in arguments()) {
            let text = serde_json::to_vec(&arguments).unwrap();
            let most = size_at_most(&text, count_values(&text));
            prop_assert!(size(&arguments) <= most);
            let validation_steps = steps_per_value(&schema).unwrap() * most;
            let limits = Limits::new().validation_steps(validation_steps);
            prop_assert_eq!(check(&schema, &arguments, Aim::Verdict, &limits), Ok(()));
        }
    }

    #[test]
    fn what_depends_on_more_than_the_size_has_no_bound() {
        for keyword in
            ["$ref", "anyOf", "allOf", "not", "if", "pattern", "uniqueItems", "unevaluatedItems", "propertyNames"]
        {
            let schema = json!({ "properties": { "a": { "items": { keyword: [] } } } });
            assert_eq!(steps_per_value(&schema), None, "{keyword}");
        }
        assert!(steps_per_value(&json!({ "$defs": { "a": { "not": true } }, "x-not": true, "title": "A" })).is_some());
    }
}
