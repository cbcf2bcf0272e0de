use std::fmt::Write as _;

use super::super::outcome::{State, Suite};
use crate::commands::harmless::{harmless_json, harmless_line};

/// The suites as one Test Anything Protocol stream, version 14.
pub(super) fn text(suites: &[Suite]) -> String {
    let all: Vec<_> =
        suites.iter().flat_map(|suite| suite.outcomes.iter().map(move |outcome| (suite, outcome))).collect();
    let mut out = format!("TAP version 14\n1..{}\n", all.len());
    for (number, (suite, outcome)) in (1..).zip(all) {
        let name = escaped(&format!("{} > {}", suite.title(), outcome.name));
        let word = if matches!(outcome.state, State::Passed) { "ok" } else { "not ok" };
        let messages = outcome.reasons();
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{word} {number} - {name}");
        if !messages.is_empty() {
            let _ = writeln!(out, "  ---\n  messages:");
            for message in messages {
                // A JSON string is a YAML string.
                let message = serde_json::Value::from(message).to_string();
                let _ = writeln!(out, "    - {}", harmless_json(&message));
            }
            let _ = writeln!(out, "  ...");
        }
    }
    out
}

/// Escapes a description, so that it contains no directive and no line break.
fn escaped(text: &str) -> String {
    harmless_line(text).replace('\\', "\\\\").replace('#', "\\#")
}
