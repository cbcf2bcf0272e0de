use std::cell::OnceCell;

use serde_json::Value;

use super::backtracking::Backtracking;
use super::keywords::Use;
use super::place::Place;
use super::{COMPARISONS, MOST_NESTED, References, Steps, TEXT, TooCostly, size};
use crate::config::Limits;

/// What a schema elsewhere, a metaschema, takes for each value.
const PER_VALUE_ELSEWHERE: usize = 64;

/// Runs of the validator in which it assumes outcomes of matches that were given up.
const RUNS: usize = 64;

/// What is asked of the validator.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::explorer) enum Aim {
    /// Whether the arguments fit.
    Verdict,
    /// Everything in which they do not.
    Violations,
}

/// Counts what the validator would do, and stops where that is more than it may.
pub(in crate::explorer) fn check(
    schema: &Value,
    arguments: &Value,
    aim: Aim,
    limits: &Limits,
) -> Result<(), TooCostly> {
    let mut walk = Walk {
        root: schema,
        references: OnceCell::new(),
        left: Steps(limits.validation_steps),
        backtracking: Backtracking::new(),
        limits,
        repeated: false,
    };
    walk.follow(Application { schema, value: arguments, place: Place::start(aim == Aim::Violations) })
}

/// A schema that is applied to a value.
#[derive(Clone, Copy)]
struct Application<'s, 'v> {
    schema: &'s Value,
    value: &'v Value,
    place: Place,
}

/// What is left to visit: kept here rather than on the stack, which this is to spare.
type Open<'s, 'v> = Vec<Application<'s, 'v>>;

struct Walk<'s, 'r> {
    root: &'s Value,
    /// Made where there is one to follow: most schemas have none.
    references: OnceCell<References<'s>>,
    left: Steps,
    backtracking: Backtracking,
    limits: &'r Limits,
    /// Whether the rest counts for all runs.
    repeated: bool,
}

impl<'s> Walk<'s, '_> {
    fn follow(&mut self, first: Application<'s, '_>) -> Result<(), TooCostly> {
        let mut open = Vec::new();
        self.open(&mut open, first)?;
        while let Some(next) = open.pop() {
            self.visit(&mut open, next)?;
        }
        Ok(())
    }

    fn open<'v>(&mut self, open: &mut Open<'s, 'v>, next: Application<'s, 'v>) -> Result<(), TooCostly> {
        if next.place.nested > MOST_NESTED {
            return Err(TooCostly::Nesting);
        }
        self.left.take(next.place.times)?;
        open.push(next);
        Ok(())
    }

    fn visit<'v>(&mut self, open: &mut Open<'s, 'v>, at: Application<'s, 'v>) -> Result<(), TooCostly> {
        let keywords = match at.schema {
            Value::Object(keywords) => keywords,
            Value::Bool(false) => return self.charge(&Use::comparing(1), at.value, at.place),
            _ => return Ok(()),
        };
        let steps_back = self.limits.pattern_steps;
        let used = keywords.iter().map(|(keyword, expected)| Use::of(keyword, expected, at.value, steps_back));
        self.charge(&used.fold(Use::looking_at(keywords.len()), Use::and), at.value, at.place)?;
        let evaluating = keywords.contains_key("unevaluatedProperties") || keywords.contains_key("unevaluatedItems");
        let at = Application { place: if evaluating { at.place.evaluating() } else { at.place }, ..at };
        for (keyword, subschema) in keywords {
            self.backtracking.take(keyword, subschema, at.value, at.place.times)?;
            self.apply_beside(open, at, keyword, subschema)?;
            self.apply_within(open, at, keyword, subschema)?;
        }
        Ok(())
    }

    fn charge(&mut self, used: &Use, value: &Value, place: Place) -> Result<(), TooCostly> {
        if used.unfinished && !self.repeated {
            self.repeated = true;
            let taken = self.limits.validation_steps - self.left.0;
            self.left = Steps(self.limits.validation_steps / RUNS);
            self.left.take(taken)?;
        }
        let times = place.times.saturating_add(if place.violations { place.alternatives } else { 0 });
        self.left.take(times.saturating_mul(used.comparisons / COMPARISONS))?;
        if place.violations && used.violations > 0 {
            let copied = if place.alternatives > 0 { size(value) } else { 0 };
            self.left.take(used.violations.saturating_mul(1 + place.path / TEXT + copied))?;
            self.left.take(used.copies)?;
        }
        Ok(())
    }

    /// Follows a keyword to the schemas that it applies to the same value.
    fn apply_beside<'v>(
        &mut self,
        open: &mut Open<'s, 'v>,
        at: Application<'s, 'v>,
        keyword: &str,
        subschema: &'s Value,
    ) -> Result<(), TooCostly> {
        let place = at.place.beside(keyword.len() + 1);
        let mut apply = |schema, place| self.open(open, Application { schema, place, ..at });
        match (keyword, subschema) {
            ("$ref" | "$dynamicRef" | "$recursiveRef", Value::String(reference)) => self.refer(open, at, reference),
            ("anyOf" | "oneOf", Value::Array(schemas)) => {
                schemas.iter().try_for_each(|schema| apply(schema, place.alternative()))
            }
            ("allOf", Value::Array(schemas)) => schemas.iter().try_for_each(|schema| apply(schema, place)),
            ("not" | "if", _) => apply(subschema, place.unsaid()),
            ("then" | "else", _) => apply(subschema, place),
            ("dependentSchemas" | "dependencies", Value::Object(schemas)) => {
                let mut present = schemas.iter().filter(|(name, _)| at.value.get(name).is_some());
                present.try_for_each(|(name, schema)| apply(schema, at.place.beside(keyword.len() + name.len() + 2)))
            }
            _ => Ok(()),
        }
    }

    fn refer<'v>(
        &mut self,
        open: &mut Open<'s, 'v>,
        at: Application<'s, 'v>,
        reference: &str,
    ) -> Result<(), TooCostly> {
        let Application { schema, value, place } = at;
        let references = self.references.get_or_init(|| References::of(self.root));
        self.left.take(place.times.saturating_mul((reference.len() + references.documents()) / TEXT))?;
        let targets = references.targets(reference);
        if targets.is_empty() {
            if references.may_lead_back() {
                return Err(TooCostly::Nesting);
            }
            return self.left.take(place.times.saturating_mul(PER_VALUE_ELSEWHERE).saturating_mul(size(value)));
        }
        // The validator itself cuts the shortest of circles.
        let mut targets = targets.into_iter().filter(|target| !std::ptr::eq(*target, schema));
        let place = place.referred(reference.len() + "$ref".len());
        targets.try_for_each(|target| self.open(open, Application { schema: target, value, place }))
    }

    /// Follows a keyword to the schemas that it applies to parts of the value.
    fn apply_within<'v>(
        &mut self,
        open: &mut Open<'s, 'v>,
        at: Application<'s, 'v>,
        keyword: &str,
        subschema: &'s Value,
    ) -> Result<(), TooCostly> {
        /// What an index takes in a pointer, about.
        const INDEX: usize = 4;
        let within = |name: usize| at.place.within(keyword.len() + name + 2);
        let mut apply = |schema, value, place| self.open(open, Application { schema, value, place });
        match (keyword, subschema, at.value) {
            ("properties", Value::Object(properties), Value::Object(members)) if properties.len() < members.len() => {
                let mut present =
                    properties.iter().filter_map(|(name, schema)| Some((name, schema, members.get(name)?)));
                present.try_for_each(|(name, schema, member)| apply(schema, member, within(name.len())))
            }
            ("properties", Value::Object(properties), Value::Object(members)) => {
                let mut known = members.iter().filter_map(|(name, member)| Some((name, properties.get(name)?, member)));
                known.try_for_each(|(name, schema, member)| apply(schema, member, within(name.len())))
            }
            ("patternProperties", Value::Object(patterns), Value::Object(members)) => {
                let mut pairs = patterns.iter().flat_map(|pattern| members.iter().map(move |member| (pattern, member)));
                pairs.try_for_each(|((pattern, schema), (name, member))| {
                    apply(schema, member, within(pattern.len() + name.len() + 1))
                })
            }
            ("additionalProperties" | "unevaluatedProperties", _, Value::Object(members)) => {
                let named = at.schema.get("properties").and_then(Value::as_object);
                let mut others =
                    members.iter().filter(|(name, _)| named.is_none_or(|named| !named.contains_key(*name)));
                others.try_for_each(|(name, member)| {
                    let place = within(name.len());
                    let place = if keyword == "unevaluatedProperties" { place.unsaid().twice() } else { place };
                    apply(subschema, member, place)
                })
            }
            ("propertyNames", _, Value::Object(members)) => members.keys().try_for_each(|name| {
                let name = Value::String(name.clone());
                self.follow(Application { schema: subschema, value: &name, place: within(0).alternative() })
            }),
            ("items" | "prefixItems", Value::Array(schemas), Value::Array(items)) => {
                schemas.iter().zip(items).try_for_each(|(schema, item)| apply(schema, item, within(INDEX)))
            }
            ("items" | "additionalItems", _, Value::Array(items)) => {
                items.iter().try_for_each(|item| apply(subschema, item, within(INDEX)))
            }
            ("contains" | "unevaluatedItems", _, Value::Array(items)) => {
                items.iter().try_for_each(|item| apply(subschema, item, within(INDEX).unsaid().twice()))
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, json};

    use super::*;

    fn check(schema: &Value, arguments: &Value) -> Result<(), TooCostly> {
        super::check(schema, arguments, Aim::Verdict, &Limits::new())
    }

    fn check_violations(schema: &Value, arguments: &Value) -> Result<(), TooCostly> {
        super::check(schema, arguments, Aim::Violations, &Limits::new())
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
        assert_eq!(check_violations(&expression(), &nested(5)), Ok(()));
        assert_eq!(check(&expression(), &nested(11)), Err(TooCostly::Steps));
        assert_eq!(check(&expression(), &nested(40)), Err(TooCostly::Steps));
    }

    #[test]
    fn chains_are_followed_whatever_they_are_made_of() {
        for (reference, key) in [("#/$defs/", ""), ("#", "$anchor"), ("http://x/", "$id"), ("../", "$id")] {
            let mut defs = Map::new();
            for at in 0..30 {
                let next = json!({ "$ref": format!("{reference}a{}", at + 1) });
                let mut link = json!({ "allOf": [next, next] });
                if !key.is_empty() {
                    link[key] = json!(format!("a{at}"));
                }
                defs.insert(format!("a{at}"), link);
            }
            defs.insert("a30".to_owned(), json!({ "$anchor": "a30", "$id": "a30" }));
            let schema = json!({ "$ref": format!("{reference}a0"), "$defs": defs });
            assert_eq!(check(&schema, &json!({})), Err(TooCostly::Steps), "{reference}");
        }
    }

    #[test]
    fn what_is_large_but_plain_is_affordable() {
        let schema = json!({ "items": { "properties": { "a": { "type": "integer" } } } });
        assert_eq!(check_violations(&schema, &json!(vec![json!({ "a": 1 }); 50_000])), Ok(()));
        let tree = json!({ "properties": { "left": { "$ref": "#" }, "right": { "$ref": "#" } } });
        let leaf = (0..12).fold(json!({}), |below, _| json!({ "left": below, "right": below }));
        assert_eq!(check_violations(&tree, &leaf), Ok(()));
        let list = json!({ "properties": { "next": { "anyOf": [{ "$ref": "#" }, { "type": "null" }] } } });
        let long = (0..120).fold(json!({}), |next, _| json!({ "next": next }));
        assert_eq!(check(&list, &long), Ok(()));
        let lookups = json!({ "items": { "required": ["a", "b"], "properties": { "a": { "enum": ["x", "y"] } } } });
        assert_eq!(check_violations(&lookups, &json!(vec![json!({ "a": "x", "b": 1 }); 50_000])), Ok(()));
        let unique = json!({ "uniqueItems": true, "items": { "pattern": "^[a-z]{1,40}[0-9]*$" } });
        let texts: Vec<_> = (0..20_000).map(|at| format!("text{at}")).collect();
        assert_eq!(check_violations(&unique, &json!(texts)), Ok(()));
        let password = json!({ "pattern": "^(?=.*[A-Z])(?=.*[0-9]).{8,}$" });
        assert_eq!(check_violations(&password, &json!("a long password, With 1 digit")), Ok(()));
    }

    #[test]
    fn keywords_count_for_what_they_look_at() {
        let many = json!(vec![json!({}); 20_000]);
        let names: Vec<_> = (0..2_000).map(|at| format!("n{at}")).collect();
        let ambiguous: Vec<_> = (0..10_000).map(|at| json!([at])).collect();
        let wide: Map<_, _> = (0..2_000).map(|at| (format!("n{at}"), json!({}))).collect();
        for (schema, arguments) in [
            (json!({ "items": { "required": names } }), &many),
            (json!({ "items": { "enum": names } }), &many),
            (json!({ "items": { "not": { "enum": names } } }), &many),
            (json!({ "items": { "dependentRequired": { "a": names } } }), &json!(vec![json!({ "a": 1 }); 20_000])),
            (json!({ "allOf": vec![json!({ "const": 0 }); 3_000] }), &json!(ambiguous)),
            (json!({ "uniqueItems": true }), &json!(ambiguous)),
            (json!({ "items": { "pattern": "^[ab]{9999}$" } }), &json!(vec!["a".repeat(100); 200])),
            (json!({ "items": { "pattern": "(?=a)(a*)*b" } }), &json!(vec!["a".repeat(100); 100])),
            (json!({ "items": { "maxLength": 9 } }), &json!(vec!["a".repeat(100_000); 200])),
            (json!({ "patternProperties": wide }), &json!(wide)),
        ] {
            assert_eq!(check(&schema, arguments), Err(TooCostly::Steps), "{:.80}", schema.to_string());
        }
    }

    #[test]
    fn what_is_unevaluated_is_looked_at_again_on_every_level() {
        let schema = (0..40).fold(json!(true), |below, _| json!({ "unevaluatedProperties": below, "anyOf": [true] }));
        let arguments = (0..40).fold(json!({}), |below, _| json!({ "a": below }));
        assert_eq!(check(&schema, &arguments), Err(TooCostly::Steps));
        let schema = (0..40).fold(
            json!(true),
            |below, _| json!({ "unevaluatedProperties": false, "allOf": [{ "properties": { "a": below } }] }),
        );
        assert_eq!(check(&schema, &arguments), Err(TooCostly::Steps));
    }

    #[test]
    fn violations_count_for_what_they_keep() {
        let long = "k".repeat(100_000);
        let large = json!({ "a": vec![json!({ "a": 1 }); 1_000] });
        let names: Vec<_> = (0..1_000).map(|at| format!("n{at}")).collect();
        for (schema, arguments) in [
            (json!({ "items": { "required": names } }), json!(vec![json!({}); 1_000])),
            (json!({ "items": { "required": [long] } }), json!(vec![json!({}); 1_000])),
            (json!({ "additionalProperties": { "items": false } }), json!({ long: vec![1; 1_000] })),
            (json!({ "anyOf": [{ "required": names }] }), large),
        ] {
            assert_eq!(check(&schema, &arguments), Ok(()), "{:.80}", schema.to_string());
            assert_eq!(check_violations(&schema, &arguments), Err(TooCostly::Steps), "{:.80}", schema.to_string());
        }
    }

    #[test]
    fn schemas_within_each_other_are_followed_as_far_as_the_stack_goes() {
        let link = |at: usize| (format!("a{at}"), json!({ "anyOf": [{ "$ref": format!("#/$defs/a{}", at + 1) }] }));
        let mut links: Map<_, _> = (0..40).map(link).collect();
        links.insert("a40".to_owned(), json!({ "properties": { "a": { "$ref": "#/$defs/a0" } } }));
        let schema = json!({ "$ref": "#/$defs/a0", "$defs": links });
        let nested = |depth| (0..depth).fold(json!(1), |below, _| json!({ "a": below }));
        assert_eq!(check(&schema, &nested(4)), Ok(()));
        assert_eq!(check(&schema, &nested(100)), Err(TooCostly::Nesting));
        let circle = json!({ "$dynamicAnchor": "meta", "$ref": "https://json-schema.org/draft/2020-12/schema" });
        assert_eq!(check(&circle, &nested(100)), Err(TooCostly::Nesting));
    }
}
