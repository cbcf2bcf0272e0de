//! The tests that the page for `mcp-ui open --tests` shows, runs and adds to.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::super::json::replace;
use super::file::TestFile;
use super::recording::Recording;
use super::report;
use super::run::Policy;
use super::suite::Runner;
use crate::commands::Failure;
use crate::commands::target::{Target, TargetArgs};

/// A test file for the page's server.
#[derive(Clone, Debug)]
pub(crate) struct ShownTests {
    path: PathBuf,
    /// True if the page may change files: add tests, and accept the lock and snapshots.
    is_writable: bool,
    options: TargetArgs,
    server: Target,
}

/// A file's tests, as `GET tests` returns them.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Listed {
    file: String,
    is_writable: bool,
    tests: Vec<ListedTest>,
    /// The reason the file cannot be read, as a sentence.
    problem: Option<String>,
}

#[derive(Debug, Serialize)]
struct ListedTest {
    name: String,
    /// The line in the file, or 0 for the lock.
    line: u64,
}

/// A request from the page.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) enum Order {
    /// Runs all tests, or the one with this name. With `accept`, rewrites the lock and the snapshots.
    #[serde(rename_all = "camelCase")]
    Run {
        name: Option<String>,
        #[serde(default)]
        accept: bool,
    },
    /// Adds a test: a YAML item for the `tests` list, such as `- {call: add}`.
    Add { test: String },
}

impl ShownTests {
    /// Checks that the file can be read. A writable file may be missing.
    pub(crate) fn new(path: &Path, is_writable: bool, options: &TargetArgs, server: &Target) -> Result<Self, Failure> {
        if !is_writable || path.exists() {
            TestFile::read(path)?;
        }
        Ok(Self { path: path.to_owned(), is_writable, options: options.clone(), server: server.clone() })
    }

    pub(crate) fn list(&self) -> Listed {
        let file = self.path.display().to_string();
        let listed = |tests, problem| Listed { file: file.clone(), is_writable: self.is_writable, tests, problem };
        if !self.path.exists() {
            return listed(Vec::new(), None);
        }
        match TestFile::read(&self.path) {
            Ok(tests) => {
                let lock = tests.lock.is_some().then(|| ListedTest { name: "lock".to_owned(), line: 0 });
                let others = tests
                    .tests
                    .iter()
                    .map(|test| ListedTest { name: test.value.title(), line: test.referenced.line() });
                listed(lock.into_iter().chain(others).collect(), None)
            }
            Err(failure) => listed(Vec::new(), Some(failure.to_string())),
        }
    }

    /// Carries out the page's request. Returns a run's report in the `--report json` format, or the test list.
    pub(crate) async fn follow(&self, order: Order) -> Result<Value, Failure> {
        match order {
            Order::Run { accept: true, .. } | Order::Add { .. } if !self.is_writable => Err(Failure::new(
                "The page is not allowed to write files. To allow it, start `mcp-ui open` with --write.",
            )),
            Order::Run { name, accept } => self.run(name, accept).await,
            Order::Add { test } => {
                self.add(&test)?;
                Ok(serde_json::to_value(self.list())?)
            }
        }
    }

    async fn run(&self, name: Option<String>, accepts: bool) -> Result<Value, Failure> {
        let file = TestFile::read(&self.path)?;
        let recording = if accepts { Recording::Update } else { Recording::Never };
        let policy = Policy { only: name, ..Policy::new(recording) };
        let runner = Runner { options: &self.options, given: Some(&self.server), policy: &policy };
        let (suites, failure) = runner.run_file(&self.path, &file).await;
        match failure {
            Some(failure) => Err(failure),
            None => Ok(report::json::of(&suites)),
        }
    }

    /// Appends a test. The file stays unchanged unless exactly one test is added.
    fn add(&self, test: &str) -> Result<(), Failure> {
        let shown = self.path.display();
        let (before, count) = if self.path.exists() {
            let content = fs::read_to_string(&self.path)
                .map_err(|error| Failure::new(format!("{shown} cannot be read: {error}.")))?;
            let file =
                TestFile::parse(&content).map_err(|(line, why)| Failure::new(format!("{shown}:{line}: {why}")))?;
            (content, file.tests.len())
        } else {
            ("tests:\n".to_owned(), 0)
        };
        let separator = if before.is_empty() || before.ends_with('\n') { "" } else { "\n" };
        // Only a list item, because lines without indentation could be other members in the file.
        let is_item = test.starts_with("- ") && test.trim_end().lines().skip(1).all(|line| line.starts_with("  "));
        if !is_item {
            return Err(Failure::new("The test is not an item of a YAML list."));
        }
        let mut why = None;
        // The file's list may be indented.
        for indent in ["", "  "] {
            let lines: Vec<_> = test.trim_end().lines().map(|line| format!("{indent}{line}")).collect();
            let after = format!("{before}{separator}{}\n", lines.join("\n"));
            match TestFile::parse(&after) {
                Ok(file) if file.tests.len() == count + 1 => {
                    return replace(&self.path, &after)
                        .map_err(|error| Failure::new(format!("{shown} cannot be written: {error}.")));
                }
                Ok(_) => {}
                Err(wrong) => why = why.or(Some(wrong)),
            }
        }
        Err(Failure::new(match why {
            None => {
                format!("{shown} does not end with its list of `tests`. Paste the test into the list yourself.")
            }
            Some((line, why)) => format!("The test was not added: line {line} would be wrong. {why}"),
        }))
    }
}
