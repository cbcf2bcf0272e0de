//! The differences between two JSON Schemas, keyword by keyword.

use std::collections::{BTreeSet, HashSet};

use serde_json::{Map, Value};

use super::difference::{Difference, Effect, Impact, Side};
use super::rules::RULES;

type Members = Map<String, Value>;

/// Returns the differences: up to a maximum number of those that break clients, and of the others.
pub(super) fn differences(before: &Value, after: &Value, side: Side, at: &str) -> Vec<Difference> {
    let path = vec![at.to_owned()];
    let mut comparison = SchemaComparison { side, path, breaking: Vec::new(), others: Vec::new() };
    comparison.schemas(Some(before), Some(after));
    [comparison.breaking, comparison.others].concat()
}

struct SchemaComparison {
    side: Side,
    /// The place that is compared.
    path: Vec<String>,
    breaking: Vec<Difference>,
    others: Vec<Difference>,
}

impl SchemaComparison {
    fn add(&mut self, what: impl Into<String>, effect: Effect, before: Option<&Value>, after: Option<&Value>) {
        let impact = effect.impact(self.side);
        // Many harmless differences must not hide one that breaks clients.
        let found = if impact == Impact::Breaking { &mut self.breaking } else { &mut self.others };
        if found.len() < RULES.most {
            found.push(Difference::new(&self.path, what, impact).with(before, after));
        }
    }

    /// Compares at a place within the present one.
    fn at<T>(&mut self, names: &[&str], compare: impl FnOnce(&mut Self) -> T) -> T {
        let length = self.path.len();
        self.path.extend(names.iter().map(|name| (*name).to_owned()));
        let result = compare(self);
        self.path.truncate(length);
        result
    }

    fn schemas(&mut self, before: Option<&Value>, after: Option<&Value>) {
        if before == after {
            return;
        }
        match (before, after) {
            (Some(Value::Object(old)), Some(Value::Object(now))) if self.path.len() <= RULES.deepest => {
                self.properties(old, now);
                for keyword in keys(old, now) {
                    self.keyword(keyword, old.get(keyword), now.get(keyword));
                }
            }
            _ => self.add("Schema", boolean_effect(before, after), before, after),
        }
    }

    fn properties(&mut self, before: &Members, after: &Members) {
        let none = Members::new();
        let (old, now) = (members(before, "properties"), members(after, "properties"));
        let (old, now) = (old.unwrap_or(&none), now.unwrap_or(&none));
        let (needed, needs) = (required(before), required(after));
        for name in keys(old, now) {
            self.at(&[name], |this| match (old.get(name), now.get(name)) {
                (_, None) => this.add("Property removed", Effect::Both, None, None),
                (None, Some(_)) if needs.contains(name) => {
                    this.add("Required property added", Effect::Narrower, None, None);
                }
                (None, Some(_)) => this.add("Property added", Effect::Addition, None, None),
                (before, after) => this.schemas(before, after),
            });
        }
        for name in needed.union(&needs) {
            let was_known = old.contains_key(*name) || !now.contains_key(*name);
            let is_known = now.contains_key(*name) || !old.contains_key(*name);
            if !needed.contains(name) && was_known {
                self.at(&[name], |this| this.add("Now required", Effect::Narrower, None, None));
            }
            if !needs.contains(name) && is_known {
                self.at(&[name], |this| this.add("No longer required", Effect::Wider, None, None));
            }
        }
    }

    fn keyword(&mut self, name: &str, old: Option<&Value>, now: Option<&Value>) {
        if old == now || ["properties", "required"].contains(&name) {
            return;
        }
        let keywords = &RULES.keywords;
        let is = |names: &[String]| names.iter().any(|it| it == name);
        match (name, old, now) {
            _ if is(&keywords.annotation) => self.add(titled(name), Effect::Neither, old, now),
            ("type", ..) => self.add("Type", set_effect(types(old).as_ref(), types(now).as_ref()), old, now),
            ("enum", ..) => {
                self.add("Allowed values", set_effect(values(old).as_ref(), values(now).as_ref()), old, now);
            }
            _ if is(&keywords.lower) => self.add(name, limit_effect(old, now, false), old, now),
            _ if is(&keywords.upper) => self.add(name, limit_effect(old, now, true), old, now),
            (_, Some(Value::Object(_)), Some(Value::Object(_))) if is(&keywords.schema) => {
                self.at(&[name], |this| this.schemas(old, now));
            }
            ("additionalProperties", ..) => self.add("Other properties", boolean_effect(old, now), old, now),
            (_, Some(Value::Object(old)), Some(Value::Object(now))) if is(&keywords.schemas) => {
                for key in keys(old, now) {
                    self.at(&[name, key], |this| this.schemas(old.get(key), now.get(key)));
                }
            }
            (_, Some(Value::Array(old)), Some(Value::Array(now))) => {
                self.lists(name, is(&keywords.alternatives), old, now);
            }
            _ => self.add(name, presence_effect(old, now), old, now),
        }
    }

    fn lists(&mut self, name: &str, are_alternatives: bool, old: &[Value], now: &[Value]) {
        for (index, (before, after)) in old.iter().zip(now).enumerate() {
            self.at(&[name, &index.to_string()], |this| this.schemas(Some(before), Some(after)));
        }
        if old.len() != now.len() {
            let is_wider = (now.len() > old.len()) == are_alternatives;
            let what = format!("{name}: {} → {} alternatives", old.len(), now.len());
            self.add(what, Effect::of(!is_wider, is_wider), None, None);
        }
    }
}

fn titled(keyword: &str) -> String {
    let mut characters = keyword.chars();
    characters.next().map(|first| first.to_uppercase().chain(characters).collect()).unwrap_or_default()
}

/// The keys of the first object, then the others of the second one.
fn keys<'v>(one: &'v Members, other: &'v Members) -> Vec<&'v str> {
    one.keys().chain(other.keys().filter(|key| !one.contains_key(*key))).map(String::as_str).collect()
}

fn members<'v>(object: &'v Members, key: &str) -> Option<&'v Members> {
    object.get(key)?.as_object()
}

fn required(schema: &Members) -> BTreeSet<&str> {
    schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect()
}

/// The allowed types, or `None` if all are. Integers are numbers.
fn types(value: Option<&Value>) -> Option<HashSet<String>> {
    let mut types: HashSet<String> = match value? {
        Value::String(one) => HashSet::from([one.clone()]),
        several => several.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect(),
    };
    if types.contains("number") {
        types.insert("integer".to_owned());
    }
    Some(types)
}

fn values(value: Option<&Value>) -> Option<HashSet<String>> {
    Some(value?.as_array()?.iter().map(ToString::to_string).collect())
}

/// The effect of other allowed values. `None` allows all of them.
fn set_effect(before: Option<&HashSet<String>>, after: Option<&HashSet<String>>) -> Effect {
    let is_within = |these: Option<&HashSet<String>>, others: Option<&HashSet<String>>| match (these, others) {
        (_, None) => true,
        (None, Some(_)) => false,
        (Some(these), Some(others)) => these.is_subset(others),
    };
    Effect::of(!is_within(before, after), !is_within(after, before))
}

/// The effect of another limit. A greater one allows more if it is an upper limit.
fn limit_effect(before: Option<&Value>, after: Option<&Value>, is_upper: bool) -> Effect {
    match (before.and_then(Value::as_f64), after.and_then(Value::as_f64)) {
        // 5 and 5.0 are one number.
        (Some(old), Some(now)) => {
            Effect::of(if is_upper { now < old } else { now > old }, if is_upper { now > old } else { now < old })
        }
        _ => presence_effect(before, after),
    }
}

/// The effect on a keyword that only forbids.
fn presence_effect(before: Option<&Value>, after: Option<&Value>) -> Effect {
    Effect::of(after.is_some(), before.is_some())
}

/// The effect of a schema that is a boolean or missing: `false` allows nothing, `true` and no schema everything.
fn boolean_effect(before: Option<&Value>, after: Option<&Value>) -> Effect {
    let allows_all = |schema: Option<&Value>| matches!(schema, None | Some(Value::Bool(true)));
    match (allows_all(before), allows_all(after)) {
        (true, false) => Effect::Narrower,
        (false, true) => Effect::Wider,
        _ if before == Some(&Value::Bool(false)) => Effect::Wider,
        _ if after == Some(&Value::Bool(false)) => Effect::Narrower,
        _ => Effect::Both,
    }
}
