//! An examination report as Markdown.

use std::fmt::Write as _;

use mcp_ui_host::doctor::{Outcome, Report};
use tower_mcp_ui::definitions::Severity;

use super::super::lock::{FoundIn, Offers};
use super::super::markdown::line;

/// The steps, and the findings on the definitions if the server was reached.
pub(super) fn markdown(server: &str, report: &Report, offers: Option<&Offers>) -> String {
    let mut out = format!("# {}\n\n| step | outcome | ms | |\n|---|---|--:|---|\n", line(server));
    for step in &report.steps {
        let outcome = match step.outcome {
            Outcome::Ok => "ok",
            Outcome::Warning => "warning",
            Outcome::Failed => "**failed**",
        };
        let name = serde_json::to_value(step.step).unwrap_or_default();
        let name = name.as_str().unwrap_or_default();
        let seen = step.next.as_ref().map_or_else(|| step.seen.clone(), |next| format!("{} {next}", step.seen));
        // Writing to a string cannot fail.
        let _ = writeln!(out, "| {name} | {outcome} | {} | {} |", step.milliseconds, line(&seen));
    }
    let Some(offers) = offers else { return out };
    let findings = offers.findings();
    let _ = writeln!(out, "\n## Definitions\n\n{}", summary(&findings));
    for (severity, title) in
        [(Severity::Error, "Errors"), (Severity::Warning, "Warnings"), (Severity::Hint, "Hints on other clients")]
    {
        let of_severity: Vec<_> = findings.iter().filter(|found| found.finding.severity == severity).collect();
        if of_severity.is_empty() {
            continue;
        }
        let _ = writeln!(out, "\n### {title}\n");
        for found in of_severity {
            let _ = writeln!(out, "- {}", item(found));
        }
    }
    out
}

fn summary(findings: &[FoundIn]) -> String {
    let count = |severity| findings.iter().filter(|found| found.finding.severity == severity).count();
    match [Severity::Error, Severity::Warning, Severity::Hint].map(count) {
        [0, 0, 0] => "No problems were found.".to_owned(),
        [errors, warnings, hints] => format!("Errors: {errors}. Warnings: {warnings}. Hints: {hints}."),
    }
}

fn item(found: &FoundIn) -> String {
    let text = line(&found.to_string());
    match found.finding.source {
        Some(source) => format!("{text}: <{}>", source.url),
        None => text,
    }
}
