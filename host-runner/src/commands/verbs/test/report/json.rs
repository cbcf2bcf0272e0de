use serde_json::{Value, json};

use super::super::outcome::{Counts, Outcome, State, Suite};

/// The suites as a JSON object.
pub(in super::super) fn of(suites: &[Suite]) -> Value {
    json!({
        "counts": Counts::of(suites),
        "suites": suites.iter().map(of_suite).collect::<Vec<_>>(),
    })
}

pub(super) fn text(suites: &[Suite]) -> String {
    format!("{:#}\n", of(suites))
}

fn of_suite(suite: &Suite) -> Value {
    json!({
        "file": suite.file,
        "server": suite.server,
        "revision": suite.revision,
        "notes": suite.notes,
        "tests": suite.outcomes.iter().map(of_outcome).collect::<Vec<_>>(),
    })
}

fn of_outcome(outcome: &Outcome) -> Value {
    let (state, problems, error) = match &outcome.state {
        State::Passed => ("passed", json!([]), None),
        State::Failed(problems) => ("failed", json!(problems), None),
        State::Broken(why) => ("error", json!([]), Some(why)),
    };
    json!({
        "name": outcome.name,
        "line": outcome.line,
        "state": state,
        "ms": outcome.duration.as_millis(),
        "attempts": outcome.attempts,
        "problems": problems,
        "error": error,
        "command": outcome.command,
    })
}
