use std::fmt::Write as _;

use super::super::super::markdown::{block, line};
use super::super::outcome::{Counts, State, Suite};

/// The suites as Markdown for a job summary: the counts, and the tests that did not pass.
pub(super) fn text(suites: &[Suite]) -> String {
    let Counts { passed, failed, broken, flaky } = Counts::of(suites);
    let mut out = format!(
        "## Tests of MCP servers\n\n| passed | failed | errors | flaky |\n|--:|--:|--:|--:|\n\
         | {passed} | {failed} | {broken} | {flaky} |\n"
    );
    for suite in suites {
        for outcome in suite.outcomes.iter().filter(|outcome| !matches!(outcome.state, State::Passed)) {
            // Writing to a string cannot fail.
            let _ = writeln!(out, "\n### {}\n\n{}", line(&outcome.name), line(&suite.title()));
            let command = outcome.command.as_ref().map(|command| format!("\n$ {command}")).unwrap_or_default();
            let _ = write!(out, "\n{}", block(&format!("{}{command}", outcome.reasons().join("\n"))));
        }
    }
    out
}
