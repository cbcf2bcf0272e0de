//! JSON values: the differences between two values, and query results.

use std::cmp::Ordering;

use serde_json::Value;
use serde_json_path::{JsonPath, LocatedNode};

use super::super::json::{shortened, text_of};

/// Maximum number of differences to report. The rest is omitted.
const MAX_DIFFERENCES: usize = 20;

/// A place where a value differs from the expected one.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub(super) struct Difference {
    /// The place, such as `structured.items[2].name`.
    pub(super) path: String,
    /// The expected value as text, or `None` if nothing should be there.
    pub(super) expected: Option<String>,
    /// The actual value as text, or `None` if it is missing.
    pub(super) actual: Option<String>,
}

/// The way two values are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Comparison {
    /// Actual objects may have additional members.
    Subset,
    Equal,
}

/// Returns the first differences between two values.
pub(super) fn differences(at: &str, expected: &Value, actual: &Value, by: Comparison) -> Vec<Difference> {
    let mut found = Vec::new();
    collect(at, Some(expected), Some(actual), by, &mut found);
    found
}

fn collect(at: &str, expected: Option<&Value>, actual: Option<&Value>, by: Comparison, found: &mut Vec<Difference>) {
    if found.len() == MAX_DIFFERENCES {
        return;
    }
    match (expected, actual) {
        (Some(Value::Object(expected)), Some(Value::Object(actual))) => {
            for (key, value) in expected {
                collect(&member(at, key), Some(value), actual.get(key), by, found);
            }
            let more = actual.iter().filter(|(key, _)| by == Comparison::Equal && !expected.contains_key(*key));
            for (key, value) in more {
                collect(&member(at, key), None, Some(value), by, found);
            }
        }
        (Some(Value::Array(expected)), Some(Value::Array(actual))) => {
            for index in 0..expected.len().max(actual.len()) {
                collect(&format!("{at}[{index}]"), expected.get(index), actual.get(index), by, found);
            }
        }
        (Some(expected), Some(actual)) if are_equal(expected, actual) => {}
        _ => {
            found.push(Difference {
                path: at.to_owned(),
                expected: expected.map(text_of),
                actual: actual.map(text_of),
            });
        }
    }
}

/// Compares two values. 5 and 5.0 are the same number.
fn are_equal(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => {
            one == other || one.as_f64() == other.as_f64() && is_exact(one, other)
        }
        _ => one == other,
    }
}

/// Returns whether two numbers with equal float values are equal. Two integers beyond 2⁵³ may not be.
fn is_exact(one: &serde_json::Number, other: &serde_json::Number) -> bool {
    one.is_f64() || other.is_f64()
}

fn member(at: &str, key: &str) -> String {
    let is_plain = !key.is_empty() && key.chars().all(|it| it.is_alphanumeric() || it == '_' || it == '-');
    if is_plain { format!("{at}.{key}") } else { format!("{at}[{key:?}]") }
}

/// Checks that a query can be parsed and evaluated in about linear time. Queries come from a file, possibly a
/// stranger's, and are applied to server results.
fn check(text: &str) -> Result<(), String> {
    let too_complex = |why: &str| Err(format!("The query {:?} is too complex: {why}.", shortened(text)));
    if text.len() > 1000 {
        return too_complex("it has more than 1,000 characters");
    }
    let outside = outside_of_strings(text);
    let (mut open, mut filters, mut descendants, mut commas) = (Vec::new(), 0, 0, 0);
    for (at, character) in outside.char_indices() {
        let follows = |part: &str| outside[at + 1..].trim_start().starts_with(part);
        match character {
            '[' | '(' => {
                let is_filter = character == '[' && follows("?");
                filters += usize::from(is_filter);
                open.push(is_filter);
            }
            ']' | ')' => filters -= usize::from(open.pop().unwrap_or_default()),
            '.' if follows(".") => descendants += 1,
            ',' => commas += 1,
            _ => {}
        }
        if open.len() > 8 {
            return too_complex("it is nested more than 8 levels deep");
        }
        if filters > 1 || (filters > 0 && (character == '*' || (character == '.' && follows(".")))) {
            return too_complex("a filter contains another filter, `..` or `*`");
        }
    }
    if descendants > 2 || commas > 8 {
        return too_complex("it has more than two `..`, or more than eight commas");
    }
    Ok(())
}

/// Replaces the characters within quoted strings with spaces.
fn outside_of_strings(text: &str) -> String {
    let (mut quote, mut is_escaped) = (None, false);
    let blanked = text.chars().map(|character| {
        let was_in_string = quote.is_some();
        match character {
            '"' | '\'' if quote.is_none() => quote = Some(character),
            _ if quote == Some(character) && !is_escaped => quote = None,
            _ => {}
        }
        is_escaped = character == '\\' && was_in_string && !is_escaped;
        if was_in_string && quote.is_some() { ' ' } else { character }
    });
    blanked.collect()
}

/// Parses a query (RFC 9535).
pub(super) fn query(text: &str) -> Result<JsonPath, String> {
    check(text)?;
    JsonPath::parse(text).map_err(|error| format!("{text:?} is not a JSONPath query: {error}."))
}

/// Returns whether a filter (RFC 9535, section 2.3.5) holds for a value. In the filter, `$` stands for that value.
pub(super) fn holds(condition: &str, value: &Value) -> Result<bool, String> {
    check(condition)?;
    let wrapped = Value::Array(vec![value.clone()]);
    let path = JsonPath::parse(&format!("$[?({})]", of_item(condition)))
        .map_err(|error| format!("{condition:?} is not a JSONPath filter: {error}."))?;
    Ok(!path.query(&wrapped).is_empty())
}

/// Rewrites a filter on the root as a filter on an item: `@` replaces `$`, except within strings.
fn of_item(condition: &str) -> String {
    let outside = outside_of_strings(condition);
    condition
        .chars()
        .zip(outside.chars())
        .map(|(character, shown)| if shown == '$' { '@' } else { character })
        .collect()
}

/// A result without the members that only some protocol revisions add (MCP 2026-07-28, `resultType`, "Caching" and
/// `_meta`).
pub(super) fn of_server(result: &Value) -> Value {
    let mut result = result.clone();
    if let Some(members) = result.as_object_mut() {
        for name in ["resultType", "ttlMs", "cacheScope"] {
            members.remove(name);
        }
        if let Some(meta) = members.get_mut("_meta").and_then(Value::as_object_mut) {
            meta.retain(|key, _| !key.starts_with("io.modelcontextprotocol/"));
            if meta.is_empty() {
                members.remove("_meta");
            }
        }
        repeated_as_json(members);
    }
    result
}

/// Parses each text that is the structured content as JSON, so that queries find the same values in both.
fn repeated_as_json(members: &mut serde_json::Map<String, Value>) {
    let Some(structured) = members.get("structuredContent").cloned() else { return };
    let items = members.get_mut("content").and_then(Value::as_array_mut).into_iter().flatten();
    for text in items.filter_map(|item| item.get_mut("text")) {
        let json: Option<Value> = text.as_str().and_then(|text| serde_json::from_str(text).ok());
        if let Some(json) = json.filter(|json| *json == structured || structured.get("result") == Some(json)) {
            *text = json;
        }
    }
}

/// Removes the values that queries find.
pub(super) fn without(value: &Value, queries: &[String]) -> Result<Value, String> {
    let mut left = value.clone();
    for text in queries {
        let path = query(text)?;
        let mut found: Vec<String> = path.query_located(&left).iter().map(pointer).collect();
        // Removes each value once, the last items first, so that the other indexes stay valid.
        found.sort_by(|one, other| by_place(one, other));
        found.dedup();
        for pointer in found.iter().rev() {
            remove(&mut left, pointer);
        }
    }
    Ok(left)
}

/// Compares JSON pointers part by part, with numeric parts as numbers.
fn by_place(one: &str, other: &str) -> Ordering {
    let part = |text: &str| text.parse::<usize>().map_or((1, 0, text.to_owned()), |number| (0, number, String::new()));
    one.split('/').map(part).cmp(other.split('/').map(part))
}

fn pointer(node: &LocatedNode<'_>) -> String {
    node.location().to_json_pointer()
}

fn remove(value: &mut Value, pointer: &str) {
    let Some((parent, key)) = pointer.rsplit_once('/') else { return };
    let key = key.replace("~1", "/").replace("~0", "~");
    match value.pointer_mut(parent) {
        Some(Value::Object(members)) => drop(members.remove(&key)),
        Some(Value::Array(items)) => {
            if let Some(index) = key.parse().ok().filter(|index| *index < items.len()) {
                items.remove(index);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::super::json::sorted_text;
    use super::*;

    #[test]
    fn a_subset_may_lack_members_but_no_items() {
        let actual = json!({ "a": 1, "list": [{ "x": 1, "y": 2 }, 3], "b c": null });
        let paths = |expected: Value, by| {
            differences("result", &expected, &actual, by).into_iter().map(|it| it.path).collect::<Vec<_>>()
        };
        assert!(paths(json!({ "a": 1.0, "list": [{ "x": 1 }, 3] }), Comparison::Subset).is_empty());
        assert_eq!(paths(json!({ "list": [{ "x": 2 }] }), Comparison::Subset), ["result.list[0].x", "result.list[1]"]);
        assert_eq!(paths(json!({ "a": 1, "list": [{ "x": 1, "y": 2 }, 3] }), Comparison::Equal), ["result[\"b c\"]"]);
        let big = |digits: &str| serde_json::from_str::<Value>(digits).unwrap();
        assert!(!are_equal(&big("9007199254740993"), &big("9007199254740992")));
    }

    #[test]
    fn conditions_are_filters_on_the_whole() {
        let value = json!({ "sum": 5, "names": ["$a"], "empty": [] });
        for (condition, expected) in [
            ("$.sum == 5", true),
            ("$.sum > 5", false),
            ("$.sum >= 5 && $.names[0] == '$a'", true),
            ("length($.empty) == 0", true),
            ("$.nothing", false),
        ] {
            assert_eq!(holds(condition, &value), Ok(expected), "{condition}");
        }
        assert!(holds("$.sum ==", &value).is_err_and(|why| why.contains("not a JSONPath filter")));
    }

    #[test]
    fn queries_leave_out_what_they_find() {
        let value = json!({ "at": 1, "list": [{ "at": 2, "x": 3 }, { "at": 4 }], "a/b": 5 });
        let queries = ["$..at", "$['a/b']", "$.list[1]"].map(str::to_owned);
        assert_eq!(without(&value, &queries), Ok(json!({ "list": [{ "x": 3 }] })));
        assert!(without(&value, &["at".to_owned()]).is_err());
        let list = json!({ "l": ["a", "b", "c", "d"] });
        for (query, left) in
            [("$.l[2,0]", json!(["b", "d"])), ("$.l[0,0]", json!(["b", "c", "d"])), ("$.l[::-1]", json!([]))]
        {
            assert_eq!(without(&list, &[query.to_owned()]), Ok(json!({ "l": left })), "{query}");
        }
        let long = json!({ "l": (0..12).collect::<Vec<_>>() });
        assert_eq!(without(&long, &["$.l[9,10,2]".to_owned()]), Ok(json!({ "l": [0, 1, 3, 4, 5, 6, 7, 8, 11] })));
    }

    #[test]
    fn queries_that_take_too_long_are_refused() {
        let nested = format!("${}.a{}", "[?@".repeat(3), "]".repeat(3));
        let deep = format!("{}$.a{}", "(".repeat(100), ")".repeat(100));
        for text in [
            &*nested,
            &deep,
            "$..[?count($..x)>0]",
            "$..*..*..*",
            "$[?@.a[*] == 1]",
            &"$[0,0]".repeat(9),
            &"$".repeat(1001),
        ] {
            assert!(query(text).is_err_and(|why| why.contains("too complex")), "{text}");
        }
        for text in ["$..a..b", "$.a[?@.b == '..[?*' && @.c > 1]", "$[?match(@.a, '(((((((((x)))))))))')]"] {
            assert!(query(text).is_ok(), "{text}");
        }
        assert_eq!(holds("count($.a[?@.b > 1]) == 1", &json!({ "a": [{ "b": 2 }] })), Ok(true));
    }

    #[test]
    fn keys_are_sorted() {
        assert_eq!(
            sorted_text(&json!({ "b": 1, "a": { "d": 1, "c": 2 } })),
            "{\n  \"a\": {\n    \"c\": 2,\n    \"d\": 1\n  },\n  \"b\": 1\n}\n"
        );
    }

    #[test]
    fn only_the_first_differences_are_listed() {
        let list = |first: usize| Value::from((first..first + 50).collect::<Vec<_>>());
        let found = differences("result", &list(0), &list(1), Comparison::Equal);
        assert_eq!((found.len(), &*found[19].path), (MAX_DIFFERENCES, "result[19]"));
    }
}
