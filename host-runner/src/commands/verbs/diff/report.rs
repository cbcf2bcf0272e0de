//! The changes as text, as Markdown and as JSON.

use std::fmt::Write as _;

use serde::Serialize;
use tower_mcp_ui::definitions::Impact;

use super::super::lock::Change;
use super::super::markdown::line;

/// The number of changes by impact.
#[derive(Clone, Copy, Debug, Default, Serialize)]
struct Counts {
    breaking: usize,
    additive: usize,
    other: usize,
}

impl Counts {
    fn of(changes: &[Change]) -> Self {
        let count = |impact| changes.iter().filter(|change| change.difference.impact == impact).count();
        Self { breaking: count(Impact::Breaking), additive: count(Impact::Additive), other: count(Impact::Other) }
    }

    fn words(self) -> String {
        let Self { breaking, additive, other } = self;
        match breaking + additive + other {
            0 => "No changes.".to_owned(),
            1 => format!("1 change: {breaking} breaking, {additive} additive, {other} other."),
            all => format!("{all} changes: {breaking} breaking, {additive} additive, {other} other."),
        }
    }
}

/// The changes as JSON.
#[derive(Serialize)]
pub(super) struct Json<'c> {
    counts: Counts,
    changes: &'c [Change],
}

impl<'c> Json<'c> {
    pub(super) fn of(changes: &'c [Change]) -> Self {
        Self { counts: Counts::of(changes), changes }
    }
}

pub(super) fn text(changes: &[Change]) -> String {
    let mut out = String::new();
    for change in changes {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{:<9} {}: {}", change.impact(), change.place(), change.words());
    }
    if !changes.is_empty() {
        out.push('\n');
    }
    let _ = writeln!(out, "{}", Counts::of(changes).words());
    out
}

pub(super) fn markdown(changes: &[Change]) -> String {
    let mut out = format!("### Changes to the MCP server\n\n{}\n", Counts::of(changes).words());
    if changes.is_empty() {
        return out;
    }
    out.push_str("\n| impact | definition | change |\n|---|---|---|\n");
    for change in changes {
        let impact = match change.difference.impact {
            Impact::Breaking => "**breaking**",
            _ => change.impact(),
        };
        // Writing to a string cannot fail.
        let _ = writeln!(out, "| {impact} | {} | {} |", line(&change.place()), line(&change.words()));
    }
    out
}
