use std::fmt::Write as _;

use super::super::outcome::{Counts, State, Suite};

/// The suites as Markdown, for the summary of a job: the counts, and what has failed.
pub(super) fn text(suites: &[Suite]) -> String {
    let Counts { passed, failed, broken, flaky } = Counts::of(suites);
    let mut out = format!(
        "## Tests of MCP servers\n\n| passed | failed | without a result | flaky |\n|--:|--:|--:|--:|\n\
         | {passed} | {failed} | {broken} | {flaky} |\n"
    );
    for suite in suites {
        for outcome in suite.outcomes.iter().filter(|outcome| !matches!(outcome.state, State::Passed)) {
            // Writing to a string cannot fail.
            let _ = writeln!(out, "\n### {}\n\n{}", inline(&outcome.name), inline(&suite.title()));
            let _ = write!(out, "\n{}", block(&outcome.reasons().join("\n")));
        }
    }
    out
}

/// A text in a line. What has a meaning in Markdown or HTML is escaped.
fn inline(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_control() {
            out.push(' ');
        } else {
            if character.is_ascii_punctuation() {
                out.push('\\');
            }
            out.push(character);
        }
    }
    out
}

/// A text in a fence that is longer than any in it.
fn block(text: &str) -> String {
    let longest = text.split(|character| character != '`').map(str::len).max().unwrap_or_default();
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}text\n{text}\n{fence}\n")
}
