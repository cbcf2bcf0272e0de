//! The tools that a server lists but that cannot be offered, and their report in `GET {prefix}/server`:
//!
//! ```json
//! [
//!   {"index": 3, "reason": "It has no `name`."},
//!   {"name": "echo", "index": 7, "reason": "Another tool has the name `echo`; the first one is used."}
//! ]
//! ```
//!
//! One malformed tool must not hide all other tools, and must not vanish silently either. A server may list as many
//! malformed tools as it likes, with names as long as it likes, so the report is bounded in entries and in characters.

use std::borrow::Cow;

use super::{ObjectWriter, RawJson, RawObject, Tool};

/// The maximum number of excluded tools that are reported individually. A last entry states the number of all others.
const MAX_REPORTED: usize = 1_000;

/// Maximum number of characters reported for a name or a reason. Longer strings are cut off and marked.
const MAX_CHARS: usize = 200;

/// A backend's unusable tools with the reasons, in the backend's list order.
#[derive(Clone, Debug, Default)]
pub(crate) struct ExcludedTools {
    reported: Vec<(usize, ExcludedTool)>,
    /// The index of the first unreported tool, and the number of unreported tools.
    more: Option<(usize, usize)>,
}

/// A tool excluded from the list, with the reason as a sentence.
///
/// Both strings are at most [`MAX_CHARS`] characters long.
#[derive(Clone, Debug)]
pub(crate) struct ExcludedTool {
    /// The name, unless the tool has no readable name.
    name: Option<String>,
    reason: Cow<'static, str>,
}

impl ExcludedTool {
    /// Describes a tool that was parsed, but must not be offered.
    pub(crate) fn new(tool: &Tool, reason: &str) -> Self {
        Self { name: Some(clipped(tool.name(), MAX_CHARS)), reason: clipped(reason, MAX_CHARS).into() }
    }

    /// Describes a tool with the same name as an earlier one.
    pub(crate) fn duplicate(tool: &Tool) -> Self {
        let name = clipped(tool.name(), MAX_CHARS / 2);
        Self::new(tool, &format!("Another tool has the name `{name}`; the first one is used."))
    }

    /// Describes an item that [`Tool::from_json`] rejects with this error.
    pub(crate) fn malformed(item: &RawJson, error: &serde_json::Error) -> Self {
        let name = RawObject::parse(item).map(|object| object.get("name").cloned());
        let reason = match name {
            _ if !item.is_object() => "It is not a JSON object.".into(),
            Ok(None) => "It has no `name`.".into(),
            Ok(Some(name)) if name.get().starts_with('"') => "`name` is not valid Unicode.".into(),
            Ok(Some(_)) => "`name` is not a string.".into(),
            Err(_) => clipped(&format!("It cannot be read: {error}."), MAX_CHARS).into(),
        };
        Self { name: None, reason }
    }
}

impl ExcludedTools {
    /// Adds a tool with its index in the backend's list.
    pub(crate) fn add(&mut self, index: usize, tool: ExcludedTool) {
        tracing::debug!(index, name = tool.name, reason = %tool.reason, "tool excluded");
        match &mut self.more {
            Some((_, count)) => *count += 1,
            None if self.reported.len() < MAX_REPORTED => self.reported.push((index, tool)),
            None => self.more = Some((index, 1)),
        }
    }

    /// Logs a warning if any tool is excluded.
    pub(crate) fn warn(&self) {
        if let Some((index, tool)) = self.reported.first() {
            let count = self.reported.len() + self.more.map_or(0, |(_, count)| count);
            let (name, reason) = (tool.name.as_deref(), &tool.reason);
            tracing::warn!(count, index, name, %reason, "tools excluded; the first is shown here, `/server` lists all");
        }
    }

    /// Estimates the report's memory in bytes, for the list cache.
    pub(crate) fn size(&self) -> usize {
        let sizes = self.reported.iter().map(|(_, tool)| {
            let texts = tool.name.as_ref().map_or(0, String::len) + tool.reason.len();
            size_of::<(usize, ExcludedTool)>() + texts
        });
        sizes.sum()
    }

    /// Appends a JSON array of `{name?, index, reason}`. `index` is the position in the backend's list, from 0.
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        let more = self.more.map(|(index, count)| {
            let reason = format!("{count} more {} left out.", if count == 1 { "tool is" } else { "tools are" });
            (index, ExcludedTool { name: None, reason: reason.into() })
        });
        out.push(b'[');
        for (at, (index, tool)) in self.reported.iter().chain(&more).enumerate() {
            if at > 0 {
                out.push(b',');
            }
            let mut object = ObjectWriter::begin(out);
            if let Some(name) = &tool.name {
                object.string_member("name", name);
            }
            object.member("index", index.to_string().as_bytes());
            object.string_member("reason", &tool.reason);
            object.end();
        }
        out.push(b']');
    }
}

/// Shortens a string to at most `max` characters, ending with an ellipsis.
fn clipped(text: &str, max: usize) -> String {
    if text.chars().nth(max).is_none() {
        return text.to_owned();
    }
    text.chars().take(max - 1).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::super::ToolList;
    use super::*;

    fn excluded(items: &Value) -> Value {
        let list = ToolList::from_json(&RawJson::parse(items.to_string()).unwrap()).unwrap();
        let mut out = Vec::new();
        list.excluded().write(&mut out);
        serde_json::from_slice(&out).unwrap()
    }

    #[test]
    fn the_reason_for_an_exclusion_is_a_sentence() {
        for (item, reason) in [
            (json!(7), "It is not a JSON object."),
            (json!([]), "It is not a JSON object."),
            (json!(null), "It is not a JSON object."),
            (json!({ "title": "b" }), "It has no `name`."),
            (json!({ "name": 7 }), "`name` is not a string."),
            (json!({ "name": null }), "`name` is not a string."),
        ] {
            assert_eq!(excluded(&json!([item])), json!([{ "index": 0, "reason": reason }]), "{item}");
        }
        let lone = ToolList::from_json(&RawJson::parse(r#"[{"name":"\ud800"}]"#).unwrap()).unwrap();
        let mut out = Vec::new();
        lone.excluded().write(&mut out);
        assert_eq!(out, br#"[{"index":0,"reason":"`name` is not valid Unicode."}]"#);
    }

    #[test]
    fn an_odd_schema_excludes_no_tool() {
        assert_eq!(
            excluded(&json!([{ "name": "a", "inputSchema": 7 }, { "name": "b", "inputSchema": "x" }])),
            json!([])
        );
    }

    #[test]
    fn a_thousand_are_reported_and_the_others_counted() {
        let report = excluded(&Value::from(vec![json!(1); 1_001]));
        assert_eq!(report.as_array().unwrap().len(), 1_001);
        assert_eq!(report[999], json!({ "index": 999, "reason": "It is not a JSON object." }));
        assert_eq!(report[1_000], json!({ "index": 1_000, "reason": "1 more tool is left out." }));
        let report = excluded(&Value::from(vec![json!(1); 5_000]));
        assert_eq!(report[1_000], json!({ "index": 1_000, "reason": "4000 more tools are left out." }));
        assert_eq!(excluded(&Value::from(vec![json!(1); 1_000])).as_array().unwrap().len(), 1_000);
    }

    #[test]
    fn long_names_are_clipped_between_characters() {
        let name = "ß".repeat(300);
        let report = excluded(&json!([{ "name": name }, { "name": name }]));
        assert_eq!(report[0]["name"].as_str().unwrap(), format!("{}…", "ß".repeat(199)));
        let reason = report[0]["reason"].as_str().unwrap();
        assert!(reason.chars().count() <= 200 && reason.ends_with("the first one is used."), "{reason}");
        assert_eq!(report[0]["index"], 1);
    }
}
