use std::fmt::Write as _;

use clap::builder::styling::{AnsiColor, Style};
use tower_mcp_ui::definitions::Severity;

use super::super::outcome::{Counts, Outcome, Problem, State, Suite};
use super::super::values::Difference;
use crate::commands::harmless::{harmless, harmless_line};

/// Maximum number of findings to show. The rest is only counted.
const MAX_FINDINGS: usize = 20;

const GOOD: Style = AnsiColor::Green.on_default();
const BAD: Style = AnsiColor::Red.on_default();
const UNKNOWN: Style = AnsiColor::Yellow.on_default();
const FAINT: Style = Style::new().dimmed();

/// A file's tests, each on its own line, with the reasons for failures.
pub(in super::super) fn suite(suite: &Suite) -> String {
    let mut out = format!("{} ({})\n", harmless_line(&suite.title()), harmless_line(&suite.server));
    for outcome in &suite.outcomes {
        let Outcome { name, line, duration, attempts, state, .. } = outcome;
        let (style, mark) = match state {
            State::Passed => (GOOD, "ok    "),
            State::Failed(_) => (BAD, "FAILED"),
            State::Broken(_) => (UNKNOWN, "ERROR "),
        };
        let again = if *attempts > 1 { format!(", attempt {attempts}") } else { String::new() };
        let place = if *line > 0 && !matches!(state, State::Passed) { format!(", line {line}") } else { String::new() };
        // Writing to a string cannot fail.
        let _ = writeln!(
            out,
            "  {style}{mark}{style:#} {}  ({} ms{again}{place})",
            harmless_line(name),
            duration.as_millis()
        );
        for line in reasons(outcome) {
            let _ = writeln!(out, "         {}", line.replace('\n', "\n         "));
        }
    }
    for note in &suite.notes {
        let _ = writeln!(out, "  {}", harmless_line(note));
    }
    out
}

/// The findings on the definitions, each on its own line. Hints are only counted.
pub(in super::super) fn findings(suite: &Suite) -> String {
    let mut out = String::new();
    let (hints, others): (Vec<_>, Vec<_>) = suite.findings.iter().partition(|it| it.finding.severity == Severity::Hint);
    for found in others.iter().take(MAX_FINDINGS) {
        let severity = if found.finding.severity == Severity::Error { "error  " } else { "warning" };
        // Writing to a string cannot fail.
        let _ = writeln!(out, "  {severity} {}", harmless_line(&found.to_string()));
    }
    let more = others.len().saturating_sub(MAX_FINDINGS);
    if more > 0 {
        let _ = writeln!(out, "  {more} more {}", if more == 1 { "finding" } else { "findings" });
    }
    if !suite.findings.is_empty() {
        let _ = writeln!(
            out,
            "  `mcp-ui doctor --report FILE` with the same server lists all findings; hints: {}",
            hints.len()
        );
    }
    out
}

/// The reasons for a failure, and the command that repeats the request.
fn reasons(outcome: &Outcome) -> Vec<String> {
    let mut lines: Vec<_> = match &outcome.state {
        State::Passed => return Vec::new(),
        State::Failed(problems) => problems.iter().map(reason).collect(),
        State::Broken(why) => vec![harmless(why).into_owned()],
    };
    lines.extend(outcome.command.as_ref().map(|command| format!("{FAINT}$ {}{FAINT:#}", harmless(command))));
    lines
}

fn reason(problem: &Problem) -> String {
    let message = harmless(&problem.message);
    let Some(Difference { expected: Some(expected), actual: Some(actual), .. }) = &problem.difference else {
        return message.into_owned();
    };
    let (expected, actual) = (harmless(expected), harmless(actual));
    match message.strip_suffix(&format!("expected {expected}, got {actual}")) {
        Some(place) => format!("{place}expected {GOOD}{expected}{GOOD:#}, got {BAD}{actual}{BAD:#}"),
        None => message.into_owned(),
    }
}

/// The summary line.
pub(in super::super) fn summary(suites: &[Suite], seconds: f32) -> String {
    let Counts { passed, failed, broken, flaky } = Counts::of(suites);
    let mut out = format!("\n{passed} passed");
    let errors = if broken == 1 { "error" } else { "errors" };
    for (count, word) in [(failed, "failed"), (broken, errors), (flaky, "passed only on a later attempt")] {
        if count > 0 {
            let _ = write!(out, ", {count} {word}");
        }
    }
    let _ = writeln!(out, " in {seconds:.1} s");
    out
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use serde_json::json;
    use tower_mcp_ui::definitions::{self, Kind};

    use super::*;
    use crate::commands::verbs::lock::FoundIn;

    /// Returns the lines about this many warnings.
    fn lines(warnings: usize) -> Vec<String> {
        let tool = json!({ "name": "delete_file", "description": "Deletes a file",
            "inputSchema": { "type": "object" }, "annotations": { "readOnlyHint": true } });
        let mut found = definitions::findings(Kind::Tool, &tool);
        found.retain(|finding| finding.severity == Severity::Warning);
        let found_in = |number| FoundIn {
            file: "tools/delete_file.json".to_owned(),
            item: format!("tools/delete_file_{number}"),
            finding: found[0].clone(),
        };
        let suite = Suite { findings: (1..=warnings).map(found_in).collect(), ..Suite::new(Path::new("a.yaml"), None) };
        findings(&suite).lines().map(str::to_owned).collect()
    }

    #[test]
    fn findings_beyond_twenty_are_counted() {
        let all = lines(20);
        assert!(all.len() == 21 && all[19].contains("tools/delete_file_20: "), "{all:?}");
        assert_eq!(lines(21)[20], "  1 more finding");
        let more = lines(22);
        assert!(more.len() == 22 && more[..20] == all[..20] && more[20] == "  2 more findings", "{more:?}");
    }
}
