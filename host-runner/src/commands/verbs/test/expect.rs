//! A test's expectations, and their comparison with a result.

use std::borrow::Cow;
use std::time::Duration;

use regex::RegexBuilder;
use serde::Deserialize;
use serde_json::Value;

use super::super::json;
use super::outcome::Problem;
use super::values::{self, Comparison};
use super::yaml::one_or_more;

/// Maximum size of a compiled regular expression, in bytes. A larger expression fails the test.
const MAX_REGEX: usize = 1 << 20;

/// The expectations for a result. Without any, the result must not be an error.
#[derive(Clone, Debug, Default, Deserialize, PartialEq)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Expect {
    /// `false` expects a result with `isError`.
    pub(super) ok: Option<bool>,
    pub(super) error: Option<ExpectError>,
    /// Members that the structured content must have, or the result if the request is not a call.
    pub(super) structured: Option<Value>,
    /// The whole structured content or result.
    pub(super) exactly: Option<Value>,
    pub(super) text: Option<ExpectText>,
    /// Filters (RFC 9535, section 2.3.5) that must hold for the structured content or the result. In a filter, `$`
    /// stands for that value.
    #[serde(rename = "where", deserialize_with = "one_or_more")]
    pub(super) conditions: Vec<String>,
    pub(super) schema: Option<ExpectSchema>,
    pub(super) max_ms: Option<u64>,
    pub(super) snapshot: bool,
}

/// A JSON-RPC error.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub(super) struct ExpectError {
    pub(super) code: Option<i64>,
    pub(super) message: Option<ExpectText>,
}

#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub(super) struct ExpectText {
    pub(super) contains: Option<String>,
    pub(super) matches: Option<String>,
    pub(super) equals: Option<String>,
}

/// The check of structured content against the tool's output schema, which is made by default.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub(super) enum ExpectSchema {
    Output,
    Any,
}

/// The message if an expectation is about missing structured content.
pub(super) const NO_STRUCTURE: &str =
    "The result has no structuredContent, and its content is not a single text with a JSON object or array";

/// A server's response.
#[derive(Debug)]
pub(super) enum Response {
    Result(Value),
    /// A JSON-RPC error.
    Error(Value),
}

/// A response, with the data needed to judge it.
pub(super) struct Answered<'a> {
    pub(super) response: &'a Response,
    /// True for a tool call.
    pub(super) is_call: bool,
    /// The verdict on structured content, if the tool has an output schema.
    pub(super) verdict: Option<&'a Value>,
    pub(super) duration: Duration,
    pub(super) limit: Option<Duration>,
}

impl Answered<'_> {
    /// The value that expectations are about: for a call, its structured content, or else the JSON in its only text;
    /// for other requests, the whole result.
    pub(super) fn value(&self) -> Option<Cow<'_, Value>> {
        match self.response {
            Response::Result(result) if self.is_call => match result.get("structuredContent") {
                Some(structured) => Some(Cow::Borrowed(structured)),
                None => in_text(result).map(Cow::Owned),
            },
            Response::Result(result) => Some(Cow::Owned(values::of_server(result))),
            Response::Error(_) => None,
        }
    }

    /// Returns the differences between the response and the expectations.
    pub(super) fn problems(&self, expect: &Expect) -> Vec<Problem> {
        let mut problems = match (self.response, &expect.error) {
            (Response::Error(error), Some(expected)) => of_error(error, expected),
            (Response::Error(error), None) => vec![Problem::new(format!("The server answers with {}", words(error)))],
            (Response::Result(result), Some(_)) => {
                let result = json::text_of(result);
                vec![Problem::new(format!("Expected a protocol error, but there is a result: {result}"))]
            }
            (Response::Result(result), None) => self.of_result(result, expect),
        };
        if let Some(limit) = self.limit.filter(|limit| self.duration > *limit) {
            problems.push(Problem::too_slow(self.duration, limit));
        }
        problems
    }

    fn of_result(&self, result: &Value, expect: &Expect) -> Vec<Problem> {
        let mut problems = Vec::new();
        let is_error = self.is_call && result["isError"] == true;
        let text = text_of(result);
        if is_error && expect.ok != Some(false) {
            problems.push(Problem::new(format!("The tool reports an error: {}", json::shortened(&text))));
        }
        if !is_error && expect.ok == Some(false) {
            problems.push(Problem::new("Expected the tool to report an error, but it reports none"));
        }
        if let Some(expected) = &expect.text {
            problems.extend(of_text("text", &text, expected));
        }
        let at = if self.is_call { "structured" } else { "result" };
        let comparisons = [(&expect.structured, Comparison::Subset), (&expect.exactly, Comparison::Equal)];
        let is_wanted = comparisons.iter().any(|(expected, _)| expected.is_some()) || !expect.conditions.is_empty();
        match is_wanted.then(|| self.value()) {
            Some(Some(value)) => {
                for (expected, by) in comparisons {
                    let found = expected.as_ref().map(|expected| values::differences(at, expected, &value, by));
                    problems.extend(found.into_iter().flatten().map(Problem::from));
                }
                problems.extend(expect.conditions.iter().filter_map(|condition| of_condition(condition, &value)));
            }
            Some(None) => problems.push(Problem::new(NO_STRUCTURE)),
            None => {}
        }
        if expect.schema != Some(ExpectSchema::Any) && !is_error {
            problems.extend(self.verdict.into_iter().flat_map(of_verdict));
        }
        if expect.schema == Some(ExpectSchema::Output) && self.verdict.is_none() && !is_error {
            problems.push(Problem::new("`schema: output` needs an output schema, but the tool has none"));
        }
        problems
    }
}

/// The JSON object or array in a result's only text, as servers without structured content send it.
fn in_text(result: &Value) -> Option<Value> {
    let [only] = result["content"].as_array()?.as_slice() else { return None };
    serde_json::from_str(only["text"].as_str()?).ok().filter(|value: &Value| value.is_object() || value.is_array())
}

fn of_condition(condition: &str, value: &Value) -> Option<Problem> {
    match values::holds(condition, value) {
        Ok(true) => None,
        Ok(false) => Some(Problem::new(format!("{condition} does not hold for {}", json::text_of(value)))),
        Err(why) => Some(Problem::new(why)),
    }
}

fn of_error(error: &Value, expected: &ExpectError) -> Vec<Problem> {
    let mut problems = Vec::new();
    if let Some(code) = expected.code.filter(|code| error["code"] != *code) {
        problems.push(Problem::new(format!("Expected the error {code}, got {}", words(error))));
    }
    if let Some(expected) = &expected.message {
        problems.extend(of_text("error message", error["message"].as_str().unwrap_or_default(), expected));
    }
    problems
}

/// Describes a JSON-RPC error.
fn words(error: &Value) -> String {
    format!("the error {}: {}", error["code"], json::shortened(error["message"].as_str().unwrap_or_default()))
}

fn of_text(what: &str, text: &str, expected: &ExpectText) -> Vec<Problem> {
    let ExpectText { contains, matches, equals } = expected;
    let shown = || json::shortened(text);
    let mut problems = Vec::new();
    if let Some(part) = contains.as_ref().filter(|part| !text.contains(part.as_str())) {
        problems.push(Problem::new(format!("The {what} does not contain {part:?}: {}", shown())));
    }
    if let Some(pattern) = matches {
        match RegexBuilder::new(pattern).size_limit(MAX_REGEX).build() {
            Ok(regex) if regex.is_match(text) => {}
            Ok(_) => problems.push(Problem::new(format!("The {what} does not match {pattern:?}: {}", shown()))),
            Err(error) => problems.push(Problem::new(format!("{pattern:?} is not a regular expression: {error}"))),
        }
    }
    if let Some(whole) = equals.as_ref().filter(|whole| *whole != text) {
        problems.extend(
            values::differences(what, &Value::from(whole.as_str()), &Value::from(text), Comparison::Equal)
                .into_iter()
                .map(Problem::from),
        );
    }
    problems
}

fn of_verdict(verdict: &Value) -> Vec<Problem> {
    let errors = verdict["errors"].as_array().into_iter().flatten();
    let problems = errors.map(|error| {
        let (path, message) =
            (error["path"].as_str().unwrap_or_default(), error["message"].as_str().unwrap_or_default());
        Problem::new(format!(
            "The result does not match the output schema: {path}{}{message}",
            if path.is_empty() { "" } else { ": " }
        ))
    });
    problems.collect()
}

/// A result's text, from its content, contents or messages.
fn text_of(result: &Value) -> String {
    let items = |member: &str| result[member].as_array().map(Vec::as_slice).unwrap_or_default();
    let texts = items("content").iter().map(|item| &item["text"]);
    let texts = texts.chain(items("contents").iter().map(|item| &item["text"]));
    let texts = texts.chain(items("messages").iter().map(|message| &message["content"]["text"]));
    texts.filter_map(Value::as_str).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn problems(response: &Response, expect: &str) -> Vec<String> {
        let expect: Expect = serde_json::from_str(expect).unwrap();
        let verdict = json!({ "valid": false, "errors": [{ "path": "/sum", "message": "no" }] });
        let duration = Duration::from_millis(7);
        let limit = expect.max_ms.map(Duration::from_millis);
        let answered = Answered { response, is_call: true, verdict: Some(&verdict), duration, limit };
        answered.problems(&expect).into_iter().map(|problem| problem.message).collect()
    }

    fn result() -> Response {
        Response::Result(
            json!({ "content": [{ "type": "text", "text": "the sum is 5" }], "structuredContent": { "sum": 5, "of": [2, 3] } }),
        )
    }

    #[test]
    fn what_holds_is_no_problem() {
        for expect in [
            r#"{"schema":"any"}"#,
            r#"{"schema":"any","ok":true,"structured":{"sum":5},"where":["$.sum > 4"],"max_ms":7}"#,
            r#"{"schema":"any","exactly":{"sum":5,"of":[2,3]}}"#,
            r#"{"schema":"any","text":{"contains":"5","matches":"^the .* \\d$","equals":"the sum is 5"}}"#,
        ] {
            assert_eq!(problems(&result(), expect), [""; 0], "{expect}");
        }
        let error = || Response::Error(json!({ "code": -32602, "message": "no such tool" }));
        assert_eq!(problems(&error(), r#"{"error":{"code":-32602,"message":{"contains":"such"}}}"#), [""; 0]);
    }

    #[test]
    fn what_differs_is_said() {
        for (expect, said) in [
            ("{}", "The result does not match the output schema: /sum: no"),
            (r#"{"schema":"any","ok":false}"#, "Expected the tool to report an error, but it reports none"),
            (r#"{"schema":"any","structured":{"sum":6}}"#, "structured.sum: expected 6, got 5"),
            (r#"{"schema":"any","structured":{"x":1}}"#, "structured.x: expected 1, but it is missing"),
            (r#"{"schema":"any","exactly":{"sum":5}}"#, "structured.of: unexpected [2,3]"),
            (r#"{"schema":"any","text":{"contains":"6"}}"#, "The text does not contain \"6\": the sum is 5"),
            (r#"{"schema":"any","text":{"matches":"("}}"#, "is not a regular expression"),
            (r#"{"schema":"any","where":["$.sum < 5"]}"#, "$.sum < 5 does not hold"),
            (r#"{"schema":"any","max_ms":6}"#, "Took 7 ms; `max_ms` is 6"),
            (r#"{"error":{}}"#, "Expected a protocol error"),
        ] {
            let found = problems(&result(), expect);
            assert!(found.len() == 1 && found[0].contains(said), "{expect}: {found:?}");
        }
        let failed = || Response::Result(json!({ "isError": true, "content": [{ "type": "text", "text": "broke" }] }));
        assert_eq!(problems(&failed(), "{}"), ["The tool reports an error: broke"]);
        assert_eq!(problems(&failed(), r#"{"ok":false}"#), [""; 0]);
        let error = || Response::Error(json!({ "code": -32602, "message": "no" }));
        assert_eq!(problems(&error(), "{}"), ["The server answers with the error -32602: no"]);
        assert_eq!(problems(&error(), r#"{"error":{"code":1}}"#), ["Expected the error 1, got the error -32602: no"]);
    }

    #[test]
    fn a_regular_expression_that_needs_too_much_memory_is_refused() {
        let found = problems(&result(), r#"{"schema":"any","text":{"matches":"(\\w{100}){100}"}}"#);
        assert!(found.len() == 1 && found[0].contains("exceeds size limit of 1048576"), "{found:?}");
    }
}
