//! The differences between two JSON Schemas, keyword by keyword.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet};
use std::ptr;

use serde_json::Value;

use super::alternatives::{Alternative, paired};
use super::difference::{Difference, Effect, Impact, Side};
use super::rules::RULES;
use super::view::{Members, View, members};

/// Returns the differences. Breaking and other differences are each limited to a maximum number.
pub(super) fn differences(before: &Value, after: &Value, side: Side, at: &str) -> Vec<Difference> {
    let path = vec![at.to_owned()];
    let have_same_definitions = RULES.keywords.definitions.iter().all(|it| before.get(it) == after.get(it));
    let mut comparison = SchemaComparison {
        side,
        documents: [before, after],
        have_same_definitions,
        followed: HashSet::new(),
        path,
        depth: 0,
        breaking: Vec::new(),
        others: Vec::new(),
    };
    comparison.schemas(Some(before), Some(after));
    [comparison.breaking, comparison.others].concat()
}

struct SchemaComparison<'v> {
    side: Side,
    /// The documents in which references are resolved.
    documents: [&'v Value; 2],
    have_same_definitions: bool,
    /// The pairs of definitions already compared, identified by their addresses.
    followed: HashSet<[usize; 2]>,
    /// The path to the place being compared.
    path: Vec<String>,
    depth: usize,
    breaking: Vec<Difference>,
    others: Vec<Difference>,
}

impl<'v> SchemaComparison<'v> {
    fn add(&mut self, what: impl Into<String>, effect: Effect, before: Option<&Value>, after: Option<&Value>) {
        let impact = effect.impact(self.side);
        // Many harmless differences must not hide a breaking one.
        let found = if impact == Impact::Breaking { &mut self.breaking } else { &mut self.others };
        if found.len() < RULES.most {
            found.push(Difference::new(&self.path, what, impact).with(before, after));
        }
    }

    /// Compares at a place within the current place.
    fn at<T>(&mut self, names: &[&str], compare: impl FnOnce(&mut Self) -> T) -> T {
        let length = self.path.len();
        self.path.extend(names.iter().map(|name| (*name).to_owned()));
        let result = compare(self);
        self.path.truncate(length);
        result
    }

    fn schemas(&mut self, before: Option<&'v Value>, after: Option<&'v Value>) {
        // The same reference may now refer to something else.
        if before == after && self.have_same_definitions {
            return;
        }
        match (before, after) {
            (Some(Value::Object(old)), Some(Value::Object(now))) if self.depth < RULES.deepest => {
                let [document, later] = self.documents;
                self.views(View::of(old, document), View::of(now, later));
            }
            _ if before == after => {}
            _ => self.add("Schema", boolean_effect(before, after), before, after),
        }
    }

    fn views(&mut self, old: View<'v>, now: View<'v>) {
        if let Some((target, later)) = old.target.zip(now.target) {
            let pair = [target, later].map(|target| ptr::from_ref(target).addr());
            if self.followed.contains(&pair) {
                return;
            }
            if self.followed.len() == RULES.references {
                return self.add("Not compared: the schemas have too many references", Effect::Both, None, None);
            }
            self.followed.insert(pair);
        }
        self.depth += 1;
        let (old, now) = self.alternatives(old, now);
        self.properties(&old.members, &now.members);
        let (before, after) = (old.allowed(), now.allowed());
        if before != after {
            let effect = set_effect(values(before.as_deref()).as_ref(), values(after.as_deref()).as_ref());
            let [before, after] = [before, after].map(|values| Some(values?.into_iter().cloned().collect::<Value>()));
            self.add("Allowed values", effect, before.as_ref(), after.as_ref());
        }
        for keyword in keys(&old.members, &now.members) {
            self.keyword(keyword, old.members.get(keyword).copied(), now.members.get(keyword).copied());
        }
        self.depth -= 1;
    }

    /// Compares the alternatives, and returns the members still to be compared. A schema without alternatives counts as
    /// a single alternative, so that a type can be compared with an alternative that allows the type or null.
    fn alternatives(&mut self, mut old: View<'v>, mut now: View<'v>) -> (View<'v>, View<'v>) {
        let [document, later] = self.documents;
        match (old.alternatives(), now.alternatives()) {
            (Some((keyword, olds)), Some((later_keyword, nows))) => {
                old.members.remove(keyword);
                now.members.remove(later_keyword);
                self.pairs(listed(olds, document), listed(nows, later), Some(later_keyword));
            }
            (Some((_, olds)), None) if old.conditions() == 1 && now.conditions() > 0 => {
                let (neutral, conditions) = now.split();
                self.pairs(listed(olds, document), vec![Alternative::only(conditions)], None);
                (old, now) = (View::new(old.split().0), View::new(neutral));
            }
            (None, Some((_, nows))) if now.conditions() == 1 && old.conditions() > 0 => {
                let (neutral, conditions) = old.split();
                self.pairs(vec![Alternative::only(conditions)], listed(nows, later), None);
                (old, now) = (View::new(neutral), View::new(now.split().0));
            }
            _ => {}
        }
        (old, now)
    }

    fn pairs(&mut self, before: Vec<Alternative<'v>>, after: Vec<Alternative<'v>>, keyword: Option<&str>) {
        let pairing = paired(before, after);
        for (old, place, now) in pairing.pairs {
            let place = place.to_string();
            let names = keyword.map_or(Vec::new(), |keyword| vec![keyword, &place]);
            self.at(&names, |this| this.views(old.view, now.view));
        }
        for removed in &pairing.removed {
            self.add("Alternative removed", Effect::Narrower, Some(&removed.schema), None);
        }
        for added in &pairing.added {
            self.add("Alternative added", Effect::Wider, None, Some(&added.schema));
        }
    }

    fn properties(&mut self, before: &Members<'v>, after: &Members<'v>) {
        let (old, now) = (properties(before), properties(after));
        let (needed, needs) = (required(before), required(after));
        for name in keys(&old, &now) {
            self.at(&[name], |this| match (old.get(name).copied(), now.get(name).copied()) {
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

    fn keyword(&mut self, name: &str, old: Option<&'v Value>, now: Option<&'v Value>) {
        let keywords = &RULES.keywords;
        let is = |names: &[String]| names.iter().any(|it| it == name);
        // Definitions are compared where references use them.
        if is(&keywords.apart) || is(&keywords.definitions) {
            return;
        }
        match (name, old, now) {
            (_, Some(Value::Object(_)), Some(Value::Object(_))) if is(&keywords.schema) => {
                self.at(&[name], |this| this.schemas(old, now));
            }
            (_, Some(Value::Object(old)), Some(Value::Object(now))) if is(&keywords.schemas) => {
                let (old, now) = (members(old), members(now));
                for key in keys(&old, &now) {
                    self.at(&[name, key], |this| this.schemas(old.get(key).copied(), now.get(key).copied()));
                }
            }
            (_, Some(Value::Array(old)), Some(Value::Array(now))) if !is(&keywords.annotation) && name != "type" => {
                self.lists(name, is(&keywords.alternatives), old, now);
            }
            _ if old == now => {}
            _ if is(&keywords.annotation) => self.add(titled(name), Effect::Neither, old, now),
            ("type", ..) => self.add("Type", set_effect(types(old).as_ref(), types(now).as_ref()), old, now),
            _ if is(&keywords.lower) => self.add(name, limit_effect(old, now, false), old, now),
            _ if is(&keywords.upper) => self.add(name, limit_effect(old, now, true), old, now),
            ("additionalProperties", ..) => self.add("Other properties", boolean_effect(old, now), old, now),
            _ => self.add(name, presence_effect(old, now), old, now),
        }
    }

    fn lists(&mut self, name: &str, are_alternatives: bool, old: &'v [Value], now: &'v [Value]) {
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

/// The alternatives in a list. An item that is not an object is compared as a whole.
fn listed<'v>(items: &'v [Value], document: &'v Value) -> Vec<Alternative<'v>> {
    let alternative = |schema: &'v Value| {
        let view = schema.as_object().map(|members| View::of(members, document)).unwrap_or_default();
        Alternative { schema: Cow::Borrowed(schema), view }
    };
    items.iter().map(alternative).collect()
}

fn titled(keyword: &str) -> String {
    let mut characters = keyword.chars();
    characters.next().map(|first| first.to_uppercase().chain(characters).collect()).unwrap_or_default()
}

/// The first object's keys, followed by keys found only in the second.
fn keys<'v>(one: &Members<'v>, other: &Members<'v>) -> Vec<&'v str> {
    one.keys().chain(other.keys().filter(|key| !one.contains_key(*key))).copied().collect()
}

fn properties<'v>(schema: &Members<'v>) -> Members<'v> {
    schema.get("properties").and_then(|it| it.as_object()).map(members).unwrap_or_default()
}

fn required<'v>(schema: &Members<'v>) -> BTreeSet<&'v str> {
    schema.get("required").and_then(|it| it.as_array()).into_iter().flatten().filter_map(Value::as_str).collect()
}

/// The allowed types, or `None` if all types are allowed. Integers are numbers.
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

fn values(allowed: Option<&[&Value]>) -> Option<HashSet<String>> {
    Some(allowed?.iter().map(ToString::to_string).collect())
}

/// The effect when the allowed values change. `None` allows all values.
fn set_effect(before: Option<&HashSet<String>>, after: Option<&HashSet<String>>) -> Effect {
    let is_within = |these: Option<&HashSet<String>>, others: Option<&HashSet<String>>| match (these, others) {
        (_, None) => true,
        (None, Some(_)) => false,
        (Some(these), Some(others)) => these.is_subset(others),
    };
    Effect::of(!is_within(before, after), !is_within(after, before))
}

/// The effect when a limit changes. A greater limit allows more if it is an upper limit.
fn limit_effect(before: Option<&Value>, after: Option<&Value>, is_upper: bool) -> Effect {
    match (before.and_then(Value::as_f64), after.and_then(Value::as_f64)) {
        // 5 and 5.0 are the same number.
        (Some(old), Some(now)) => {
            Effect::of(if is_upper { now < old } else { now > old }, if is_upper { now > old } else { now < old })
        }
        _ => presence_effect(before, after),
    }
}

/// The effect when a keyword that can only forbid is added, removed or changed.
fn presence_effect(before: Option<&Value>, after: Option<&Value>) -> Effect {
    Effect::of(after.is_some(), before.is_some())
}

/// The effect if a schema is a boolean or missing: `false` allows nothing; `true` or a missing schema allows
/// everything.
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
