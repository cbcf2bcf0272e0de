//! Test outcomes.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Serialize;

use super::super::lock::{Change, FoundIn};
use super::values::Difference;
use crate::commands::Failure;

/// A test that has run with one protocol revision.
#[derive(Clone, Debug)]
pub(super) struct Outcome {
    pub(super) name: String,
    /// The test's line in its file, or 0 if it is not in a file.
    pub(super) line: u64,
    /// The last attempt's duration.
    pub(super) duration: Duration,
    pub(super) attempts: u32,
    pub(super) state: State,
    /// A command that repeats the request, if such a command exists.
    pub(super) command: Option<String>,
}

impl Outcome {
    pub(super) fn new(name: String, state: State) -> Self {
        Self { name, line: 0, duration: Duration::ZERO, attempts: 1, state, command: None }
    }

    pub(super) fn broken(name: String, why: String) -> Self {
        Self::new(name, State::Broken(why))
    }

    /// The reasons the test did not pass.
    pub(super) fn reasons(&self) -> Vec<&str> {
        match &self.state {
            State::Passed => Vec::new(),
            State::Failed(problems) => problems.iter().map(|problem| problem.message.as_str()).collect(),
            State::Broken(why) => vec![why],
        }
    }

    /// The strings that may contain values from the test, its results or the environment.
    pub(super) fn texts(&mut self) -> impl Iterator<Item = &mut String> {
        let (problems, why) = match &mut self.state {
            State::Passed => (&mut [][..], None),
            State::Failed(problems) => (problems.as_mut_slice(), None),
            State::Broken(why) => (&mut [][..], Some(why)),
        };
        let of_problems = problems.iter_mut().flat_map(|problem| {
            let values = problem.difference.iter_mut().flat_map(|it| it.expected.iter_mut().chain(&mut it.actual));
            std::iter::once(&mut problem.message).chain(values)
        });
        of_problems.chain(why).chain(&mut self.command)
    }
}

#[derive(Clone, Debug)]
pub(super) enum State {
    Passed,
    /// The result differs from the expectations.
    Failed(Vec<Problem>),
    /// There is no result, for this reason.
    Broken(String),
}

/// A difference between a result and the expectations.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Problem {
    pub(super) message: String,
    #[serde(flatten)]
    pub(super) difference: Option<Difference>,
    /// The change in a definition, if the server differs from its lock.
    #[serde(flatten)]
    pub(super) change: Option<Change>,
    /// True if `--update` accepts the problem, because it is about the lock or a snapshot.
    pub(super) recorded: bool,
}

impl Problem {
    pub(super) fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), difference: None, change: None, recorded: false }
    }
}

impl Problem {
    pub(super) fn too_slow(took: Duration, limit: Duration) -> Self {
        Self::new(format!("Took {} ms; `max_ms` is {}", took.as_millis(), limit.as_millis()))
    }

    pub(super) fn of_record(self) -> Self {
        Self { recorded: true, ..self }
    }

    /// Prefixes the message with the request, if the test sends several.
    pub(super) fn within(self, request: &str) -> Self {
        Self { message: format!("{request}: {}", self.message), ..self }
    }
}

impl From<Difference> for Problem {
    fn from(difference: Difference) -> Self {
        let Difference { path, expected, actual } = &difference;
        let message = match (expected, actual) {
            (Some(expected), Some(actual)) => format!("{path}: expected {expected}, got {actual}"),
            (Some(expected), None) => format!("{path}: expected {expected}, but it is missing"),
            (None, Some(actual)) => format!("{path}: unexpected {actual}"),
            (None, None) => path.clone(),
        };
        Self { difference: Some(difference), ..Self::new(message) }
    }
}

impl From<Change> for Problem {
    fn from(change: Change) -> Self {
        Self { change: Some(change.clone()), ..Self::new(change.to_string()) }
    }
}

/// A file's tests, run with one protocol revision.
#[derive(Debug)]
pub(super) struct Suite {
    /// The file's path.
    pub(super) file: String,
    pub(super) server: String,
    /// The protocol revision, if the file specifies any.
    pub(super) revision: Option<String>,
    pub(super) outcomes: Vec<Outcome>,
    /// The findings on the server's definitions, if they were requested.
    pub(super) findings: Vec<FoundIn>,
    /// The lock's folder, if the file has a lock.
    pub(super) lock: Option<PathBuf>,
    /// Descriptions of written files, such as new snapshots.
    pub(super) notes: Vec<String>,
    pub(super) duration: Duration,
}

impl Suite {
    pub(super) fn new(path: &Path, revision: Option<&str>) -> Self {
        Self {
            file: path.display().to_string(),
            server: String::new(),
            revision: revision.map(str::to_owned),
            outcomes: Vec::new(),
            findings: Vec::new(),
            lock: None,
            notes: Vec::new(),
            duration: Duration::ZERO,
        }
    }

    /// The suite for a file that cannot run, so that reports mention the file.
    pub(super) fn not_run(path: &Path, revision: Option<&str>, failure: &Failure) -> Self {
        let outcome = Outcome::broken("server".to_owned(), failure.to_string());
        Self { outcomes: vec![outcome], ..Self::new(path, revision) }
    }

    /// The file, with the revision if the file specifies any.
    pub(super) fn title(&self) -> String {
        match &self.revision {
            Some(revision) => format!("{} [{revision}]", self.file),
            None => self.file.clone(),
        }
    }
}

/// Test counts.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(super) struct Counts {
    pub(super) passed: usize,
    pub(super) failed: usize,
    #[serde(rename = "errors")]
    pub(super) broken: usize,
    /// The number of tests that passed only on a later attempt.
    pub(super) flaky: usize,
}

impl Counts {
    pub(super) fn of<'s>(suites: impl IntoIterator<Item = &'s Suite>) -> Self {
        let mut counts = Self::default();
        for outcome in suites.into_iter().flat_map(|suite| &suite.outcomes) {
            match outcome.state {
                State::Passed => counts.passed += 1,
                State::Failed(_) => counts.failed += 1,
                State::Broken(_) => counts.broken += 1,
            }
            counts.flaky += usize::from(matches!(outcome.state, State::Passed) && outcome.attempts > 1);
        }
        counts
    }

    pub(super) fn is_green(self) -> bool {
        self.failed + self.broken == 0
    }
}
