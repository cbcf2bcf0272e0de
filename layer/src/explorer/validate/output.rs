//! Checks the structured content of a result against the tool's `outputSchema`.

use super::{Validators, Violation, verdict};
use crate::model::{RawJson, RawObject};

impl Validators {
    /// Returns the verdict on a result, in the form of the endpoint. Its paths lead into `structuredContent`.
    ///
    /// Returns `None` if there is nothing to check: the tool declares no `outputSchema`, or the result is an error or a
    /// request for further input, which need no structured content.
    pub(in crate::explorer) fn verdict_on_output(&self, schema: Option<&RawJson>, result: &RawJson) -> Option<RawJson> {
        let schema = schema.filter(|schema| !schema.is_null())?;
        let result = RawObject::parse(result).ok()?;
        let is_complete = result.get_string("resultType").is_none_or(|kind| kind == "complete");
        if !is_complete || result.get("isError").is_some_and(|flag| flag.get() == "true") {
            return None;
        }
        let violations = match result.get("structuredContent") {
            Some(content) => self.violations(Some(schema), content, "contents"),
            None => vec![Violation::at_root(
                "required",
                "The result has no `structuredContent`, which a tool with an `outputSchema` must return.".to_owned(),
            )],
        };
        Some(RawJson::from_written(verdict(&violations)))
    }
}
