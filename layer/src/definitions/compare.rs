//! The differences between two definitions of the same item.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::Kind;
use super::difference::{Difference, Impact, Side};
use super::rules::RULES;
use super::schema;

/// Returns the differences between an item's two definitions. `None` means that the item is absent.
///
/// The order of common members does not matter. Empty members count as absent.
///
/// ```
/// use serde_json::json;
/// use tower_mcp_ui::definitions::{self, Impact, Kind};
///
/// let before = json!({ "name": "add", "inputSchema": { "properties": { "a": { "type": "number" } } } });
/// let after = json!({ "name": "add", "inputSchema": { "properties": { "a": { "type": "integer" } } } });
/// let differences = definitions::compare(Kind::Tool, Some(&before), Some(&after));
/// assert_eq!(differences[0].path, ["inputSchema", "a"]);
/// assert_eq!(differences[0].impact, Impact::Breaking);
/// ```
pub fn compare(kind: Kind, before: Option<&Value>, after: Option<&Value>) -> Vec<Difference> {
    match (before, after) {
        (None, None) => Vec::new(),
        (Some(_), None) => vec![Difference::new(&[], "Removed", Impact::Breaking)],
        (None, Some(_)) => vec![Difference::new(&[], "Added", Impact::Additive)],
        (Some(before), Some(after)) if before == after => Vec::new(),
        (Some(before), Some(after)) => match kind {
            Kind::Tool => tools(before, after),
            Kind::Prompt => prompts(before, after),
            Kind::Server => servers(before, after),
            Kind::Resource | Kind::Template => members(before, after, &[]),
        },
    }
}

fn tools(before: &Value, after: &Value) -> Vec<Difference> {
    let mut found = members(before, after, &["annotations", "inputSchema", "outputSchema"]);
    found.extend(annotations(before, after));
    let null = Value::Null;
    let schemas = |key: &str| (before.get(key), after.get(key));
    let (old, now) = schemas("inputSchema");
    found.extend(schema::differences(old.unwrap_or(&null), now.unwrap_or(&null), Side::Input, "inputSchema"));
    let at = ["outputSchema".to_owned()];
    match schemas("outputSchema") {
        // A tool may start to declare its output, but if it stops, its clients lose structured content.
        (None, Some(_)) => found.push(Difference::new(&at, "Added", Impact::Additive)),
        (Some(_), None) => found.push(Difference::new(&at, "Removed", Impact::Breaking)),
        (Some(old), Some(now)) => found.extend(schema::differences(old, now, Side::Output, &at[0])),
        (None, None) => {}
    }
    found
}

fn annotations(before: &Value, after: &Value) -> Vec<Difference> {
    let (before, after) = (&before["annotations"], &after["annotations"]);
    let rules =
        RULES.promises.iter().flat_map(|(value, words)| words.iter().map(move |(name, words)| (value, name, words)));
    let promises = rules.filter_map(|(value, name, words)| {
        let promised = |annotations: &Value| annotations[name].as_bool().is_some_and(|it| it.to_string() == *value);
        let at = ["annotations".to_owned(), name.clone()];
        match (promised(before), promised(after)) {
            (true, false) => Some(Difference::new(&at, format!("No longer {words}"), Impact::Breaking)),
            (false, true) => Some(Difference::new(&at, format!("Now {words}"), Impact::Other)),
            _ => None,
        }
    });
    let promises: Vec<_> = promises.collect();
    if promises.is_empty() { value(&["annotations".to_owned()], Some(before), Some(after)) } else { promises }
}

fn prompts(before: &Value, after: &Value) -> Vec<Difference> {
    let arguments = |prompt: &Value| -> Map<String, Value> {
        let listed = prompt["arguments"].as_array().into_iter().flatten();
        listed.map(|it| (it["name"].as_str().unwrap_or_default().to_owned(), it.clone())).collect()
    };
    let (old, now) = (arguments(before), arguments(after));
    let mut found = members(before, after, &["arguments"]);
    for name in keys(&old, &now) {
        let at = ["arguments".to_owned(), name.clone()];
        let is_required = |argument: Option<&Value>| argument.is_some_and(|it| it["required"] == true);
        let (before, after) = (old.get(&name), now.get(&name));
        let change = match (before.is_some(), after.is_some(), is_required(before), is_required(after)) {
            (true, false, ..) => Some(("Argument removed", Impact::Breaking)),
            (false, _, _, true) => Some(("Required argument added", Impact::Breaking)),
            (false, _, _, false) => Some(("Argument added", Impact::Additive)),
            (_, _, false, true) => Some(("Now required", Impact::Breaking)),
            (_, _, true, false) => Some(("No longer required", Impact::Additive)),
            _ => None,
        };
        found.extend(change.map(|(what, impact)| Difference::new(&at, what, impact)));
        if let (Some(before), Some(after)) = (before, after) {
            let others = members(before, after, &["required"]);
            found.extend(others.into_iter().map(|it| Difference { path: [&at[..], &it.path].concat(), ..it }));
        }
    }
    found
}

/// The server's description: `serverInfo`, `capabilities` and `instructions`.
fn servers(before: &Value, after: &Value) -> Vec<Difference> {
    let none = Map::new();
    let [old, now] = [before, after].map(|server| server["capabilities"].as_object().unwrap_or(&none));
    let mut found = members(before, after, &["capabilities"]);
    for name in keys(old, now) {
        let at = ["capabilities".to_owned(), name.clone()];
        match (old.get(&name), now.get(&name)) {
            (Some(_), None) => found.push(Difference::new(&at, "Removed", Impact::Breaking)),
            (None, Some(_)) => found.push(Difference::new(&at, "Added", Impact::Additive)),
            (Some(before), Some(after)) => found.extend(capability(&at, before, after)),
            (None, None) => {}
        }
    }
    found
}

/// The differences in a capability. A member that is `false` is not offered.
fn capability<'v>(at: &'v [String], before: &'v Value, after: &'v Value) -> impl Iterator<Item = Difference> + 'v {
    let is_offered = |value: Option<&Value>| !matches!(value, None | Some(Value::Bool(false)));
    members(before, after, &[]).into_iter().map(move |it| {
        let member = &it.path[0];
        let impact = match (is_offered(before.get(member)), is_offered(after.get(member))) {
            (true, false) => Impact::Breaking,
            (false, true) => Impact::Additive,
            _ => Impact::Other,
        };
        Difference { path: [at, &it.path].concat(), impact, ..it }
    })
}

/// The differences between the members, except those in `but`, which are compared elsewhere.
fn members(before: &Value, after: &Value, but: &[&str]) -> Vec<Difference> {
    let none = Map::new();
    let (old, now) = (before.as_object().unwrap_or(&none), after.as_object().unwrap_or(&none));
    let others = keys(old, now).into_iter().filter(|key| !but.contains(&key.as_str()));
    others.flat_map(|key| value(std::slice::from_ref(&key), old.get(&key), now.get(&key))).collect()
}

/// The difference between two values that no client depends on.
fn value(at: &[String], before: Option<&Value>, after: Option<&Value>) -> Vec<Difference> {
    let (before, after) = (before.filter(|it| !is_empty(it)), after.filter(|it| !is_empty(it)));
    if before == after {
        return Vec::new();
    }
    vec![Difference::new(at, "Changed", Impact::Other).with(before, after)]
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Object(members) => members.is_empty(),
        _ => false,
    }
}

fn keys(one: &Map<String, Value>, other: &Map<String, Value>) -> BTreeSet<String> {
    one.keys().chain(other.keys()).cloned().collect()
}
