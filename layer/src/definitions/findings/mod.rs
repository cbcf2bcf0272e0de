//! Findings on definitions: flaws that make clients refuse a definition, claims that mislead a model, and hidden text.

mod clients;
mod sources;
mod subschemas;
mod texts;

use serde::Serialize;
use serde_json::{Map, Value};

pub use self::sources::Source;
use super::Kind;
pub use crate::severity::Severity;

/// Maximum number of names in a finding. Additional names are only counted.
const MOST_NAMES: usize = 100;

/// A finding on a definition.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Finding {
    /// The rule, such as `hidden-characters`.
    pub code: &'static str,
    /// The severity.
    pub severity: Severity,
    /// The observation, as a sentence, which ends with a colon if there are names.
    pub message: &'static str,
    /// The affected arguments, keywords or strings, at most 100.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
    /// The number of names that are only counted.
    #[serde(skip_serializing_if = "is_zero")]
    pub more: usize,
    /// The public document that supports the finding.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<Source>,
}

impl Finding {
    fn new(code: &'static str, severity: Severity, message: &'static str, mut names: Vec<String>) -> Self {
        let more = names.len().saturating_sub(MOST_NAMES);
        names.truncate(MOST_NAMES);
        Self { code, severity, message, names, more, source: None }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// Returns the findings on a definition, most severe first.
///
/// ```
/// use serde_json::json;
/// use tower_mcp_ui::definitions::{self, Kind, Severity};
///
/// let tool = json!({ "name": "delete_file", "description": "Deletes a file", "annotations": { "readOnlyHint": true } });
/// let findings = definitions::findings(Kind::Tool, &tool);
/// assert_eq!((findings[0].code, findings[0].severity), ("not-read-only", Severity::Warning));
/// ```
pub fn findings(kind: Kind, definition: &Value) -> Vec<Finding> {
    let mut found = texts::findings(definition);
    if kind == Kind::Tool {
        let tool = ToolParts::of(definition);
        found.extend(clients::RULES.iter().filter_map(|rule| rule.finding(&tool)));
    }
    found.sort_by_key(|finding| finding.severity);
    found
}

/// The parts of a tool that rules examine.
struct ToolParts<'d> {
    definition: &'d Value,
    name: &'d str,
    description: &'d str,
    properties: Option<&'d Map<String, Value>>,
    /// The input schema and its subschemas.
    schemas: Vec<&'d Map<String, Value>>,
}

impl<'d> ToolParts<'d> {
    fn of(definition: &'d Value) -> Self {
        let text = |key: &str| definition[key].as_str().unwrap_or_default();
        let schema = &definition["inputSchema"];
        Self {
            definition,
            name: text("name"),
            description: text("description"),
            properties: schema["properties"].as_object(),
            schemas: subschemas::of(schema),
        }
    }

    fn root(&self, keyword: &str) -> Option<&'d Value> {
        self.definition["inputSchema"].get(keyword)
    }
}

/// A rule for tools.
struct Rule {
    code: &'static str,
    severity: Severity,
    message: &'static str,
    source: Option<Source>,
    /// Returns the names of the offending parts, or `None` if the tool keeps the rule.
    broken: fn(&ToolParts<'_>) -> Option<Vec<String>>,
}

impl Rule {
    fn finding(&self, tool: &ToolParts<'_>) -> Option<Finding> {
        let names = (self.broken)(tool)?;
        let Self { code, severity, message, source, .. } = *self;
        Some(Finding { source, ..Finding::new(code, severity, message, names) })
    }
}
