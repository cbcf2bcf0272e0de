//! Checks a result's structured content against the tool's `outputSchema`.

use std::collections::BTreeMap;

use super::violation::verdict_with_formats;
use super::{Validators, Violation};
use crate::model::{RawJson, RawObject};

impl Validators {
    /// Returns the verdict on a result, in the same form as the `validate` endpoint. The paths in the verdict lead into
    /// `structuredContent`.
    ///
    /// Returns `None` if there is nothing to check: the tool declares no `outputSchema`, or the result is an error or a
    /// request for further input, which need no structured content.
    pub(crate) fn verdict_on_output(&self, schema: Option<&RawJson>, result: &RawJson) -> Option<RawJson> {
        let schema = Some(schema.filter(|schema| !schema.is_null())?);
        let result = RawObject::parse(result).ok()?;
        let is_complete = result.get_string("resultType").is_none_or(|kind| kind == "complete");
        if !is_complete || result.get("isError").is_some_and(|flag| flag.get() == "true") {
            return None;
        }
        let content = result.get("structuredContent");
        let violations = match content {
            Some(content) => self.violations(schema, content, "contents"),
            None => vec![Violation::at_root(
                "required",
                "The result has no `structuredContent`, which a tool with an `outputSchema` must return.".to_owned(),
            )],
        };
        let formats = match (content, schema) {
            (Some(content), Some(schema)) if violations.is_empty() => self.misformatted(schema, content),
            _ => BTreeMap::new(),
        };
        Some(RawJson::from_written(verdict_with_formats(&violations, &formats)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_that_are_not_what_their_format_says_are_counted() {
        let schema = r#"{"type":"object","properties":{
            "days":{"type":"array","items":{"type":"string","format":"date-time"}},
            "end":{"anyOf":[{"type":"string","format":"date"},{"type":"null"}]},
            "expression":{"type":"string","format":"regex"},"other":{"type":"string","format":"of-ours"}}}"#;
        let schema = RawJson::parse(schema.to_owned()).unwrap();
        let verdict = |content: &str| {
            let result = RawJson::parse(format!(r#"{{"content":[],"structuredContent":{content}}}"#)).unwrap();
            Validators::new(1 << 20).verdict_on_output(Some(&schema), &result).unwrap().get().to_owned()
        };
        assert_eq!(verdict(r#"{"days":["2026-01-01T00:00:00Z"],"end":null}"#), r#"{"valid":true}"#);
        assert_eq!(
            verdict(r#"{"days":["2026-01-01T00:00:00","soon"],"end":"x","expression":"(","other":"x"}"#),
            r#"{"valid":true,"formats":{"date":1,"date-time":2}}"#
        );
        assert!(!verdict(r#"{"days":["soon",1]}"#).contains("formats"), "it is invalid anyway");
    }
}
