//! `mcp-ui test`: calls with expected results, from files.
//!
//! | module | contents |
//! |---|---|
//! | `file`, `yaml`, `saved_calls`, `discovery`, `variables` | the files, and the variables in them |
//! | `first_look` | a server without a file |
//! | `suite`, `run`, `request`, `respondent` | a file's requests in order, on one server |
//! | `replay` | recorded requests, replayed |
//! | `expect`, `values` | results, compared with expectations |
//! | `recording` | snapshots and the lock, which are files in the repository |
//! | `outcome`, `progress`, `report` | the outcomes, for users and for programs |
//! | `shown` | the tests that `mcp-ui open --tests` shows |

mod discovery;
mod expect;
mod file;
mod first_look;
mod outcome;
mod progress;
mod recording;
mod replay;
mod report;
mod request;
mod respondent;
mod run;
mod saved_calls;
mod shown;
mod suite;
mod test_case;
mod values;
mod variables;
mod yaml;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Instant;

use anstream::ColorChoice;
use anstream::adapter::strip_str;
use clap::Args;
use futures_util::StreamExt as _;
use futures_util::stream;

use self::file::TestFile;
use self::outcome::{Counts, Suite};
use self::progress::Progress;
use self::recording::Recording;
use self::report::{Report, terminal};
use self::run::Policy;
use self::suite::Runner;
use super::output;
use crate::commands::Failure;
use crate::commands::target::{Target, TargetArgs};

pub(crate) use self::shown::{Order, ShownTests};

/// Default for `--jobs`: the maximum number of files that run at the same time. Other files wait.
const JOBS: usize = 4;

#[derive(Debug, Args)]
#[command(
    override_usage = "mcp-ui test [OPTIONS] [FILE]...\n       mcp-ui test [OPTIONS] [FILE]... -- COMMAND [ARGUMENT]...\n       \
                      mcp-ui test [OPTIONS] [FILE]... URL",
    after_help = "Without a file, `mcp-ui.test.yaml` and `*.mcp-ui.yaml` below the current folder are run. If there \
        are none, the server's definitions are compared with its lock.\n\n\
        Examples:\n  \
        mcp-ui test\n  \
        mcp-ui test --report junit=report.xml\n  \
        mcp-ui test tests/search.mcp-ui.yaml --update -- python3 my_server.py\n\n\
        Exit codes: 0 all passed, 1 a test failed, 3 the server requires credentials, 4 it cannot be started or reached, \
        64 wrong usage or an invalid file."
)]
pub(crate) struct TestArgs {
    /// Test files, and the server's URL unless the files or a command name it.
    #[arg(value_name = "WORD")]
    words: Vec<String>,

    /// Accept differences: rewrite the lock and the snapshots.
    #[arg(long)]
    update: bool,

    /// Run only the tests with this text in their names.
    #[arg(long, value_name = "TEXT")]
    filter: Option<String>,

    /// Run no further tests once one has failed.
    #[arg(long)]
    fail_fast: bool,

    /// Number of further attempts for a failing test.
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    retries: u32,

    /// Number of files to run side by side.
    #[arg(long, value_name = "NUMBER", default_value_t = JOBS)]
    jobs: usize,

    /// Report for programs: junit, json, tap, markdown, or sarif for the server's definitions. Add =FILE unless it goes
    /// to stdout. Can be repeated.
    #[arg(long, value_name = "FORMAT[=FILE]")]
    report: Vec<Report>,

    #[command(flatten)]
    target: TargetArgs,
}

/// Reads a test file, and judges a result by what its tests expect.
#[cfg(fuzzing)]
pub fn fuzz_test_file(path: &Path, result: serde_json::Value) -> Result<(), String> {
    let file = TestFile::read(path).map_err(|failure| failure.to_string())?;
    let mut variables = variables::Variables::default();
    for test in file.tests {
        // Fails if a variable has no value.
        let Ok(expect) = variables.expand_expectations(&test.value.expect) else { continue };
        let response = expect::Response::Result(result.clone());
        let (duration, limit) = (std::time::Duration::ZERO, None);
        for is_call in [true, false] {
            expect::Answered { response: &response, is_call, verdict: None, duration, limit }.problems(&expect);
        }
    }
    Ok(())
}

impl TestArgs {
    #[tokio::main]
    pub(crate) async fn run(&self) -> Result<(), Failure> {
        let begun = Instant::now();
        let (given, paths) = self.split()?;
        let found = Self::files(&paths);
        let begins = found.is_empty();
        let (mut files, mut suites, mut failure) = (Vec::new(), Vec::new(), None);
        for (path, file) in found {
            match file {
                Ok(file) => files.push((path, file)),
                Err(wrong) => {
                    wrong.report();
                    suites.push(Suite::not_run(&path, None, &wrong));
                    failure.get_or_insert(wrong.silent());
                }
            }
        }
        if begins {
            files.push(first_look::file(given.as_ref())?);
        }
        self.check(&files)?;
        let tests = |file: &TestFile| file.tests.len() * file.defaults.revisions.len().max(1);
        let total = files.iter().map(|(_, file)| tests(file)).sum();
        let policy = Policy { progress: Progress::of(total), ..self.policy() };
        let runner = Runner { options: &self.target, given: given.as_ref(), policy: &policy };
        let runs = files.iter().map(|(path, file)| runner.run_file(path, file));
        let mut results = stream::iter(runs).buffered(self.jobs.max(1));
        while let Some((done, failed)) = results.next().await {
            policy.progress.clear();
            // A failed file's last suite only says that the file failed.
            for suite in done.iter().take(done.len() - usize::from(failed.is_some())) {
                self.tell(&terminal::suite(suite))?;
                if begins {
                    self.tell(&terminal::findings(suite))?;
                }
            }
            suites.extend(done);
            if let Some(failed) = failed {
                if failed.is_interrupted() {
                    policy.is_over.store(true, Ordering::Relaxed);
                }
                failed.report();
                failure.get_or_insert(failed.silent());
            }
        }
        if !files.is_empty() {
            self.tell(&terminal::summary(&suites, begun.elapsed().as_secs_f32()))?;
        }
        if let Some(server) = given.as_ref().filter(|_| begins && failure.is_none()) {
            self.tell(&first_look::next(server))?;
        }
        self.report.iter().try_for_each(|report| report.write(&suites))?;
        match failure {
            Some(failure) => Err(failure),
            None if Counts::of(&suites).is_green() => Ok(()),
            None => Err(Failure::tests_failed()),
        }
    }

    /// Checks for mistakes that would otherwise show only after the tests have run.
    fn check(&self, files: &[(PathBuf, TestFile)]) -> Result<(), Failure> {
        if self.report.iter().filter(|report| report.is_on_stdout()).count() > 1 {
            return Err(Failure::wrong_file("Only one report can go to stdout. Name files: `--report junit=FILE`."));
        }
        let policy = self.policy();
        let mut names = files.iter().flat_map(|(_, file)| file.tests.iter().map(|test| test.value.title()));
        let has_lock = files.iter().any(|(path, file)| file.lock_folder(path).is_some());
        let runs_any = (has_lock && policy.wants("lock")) || names.any(|name| policy.wants(&name));
        if runs_any || files.is_empty() {
            return self.report.iter().try_for_each(Report::check);
        }
        Err(Failure::wrong_file(match &self.filter {
            Some(filter) => format!("No test's name contains {filter:?}."),
            None => "The files have no tests.".to_owned(),
        }))
    }

    /// Splits the words into the server, if they specify one, and the files.
    fn split(&self) -> Result<(Option<Target>, Vec<PathBuf>), Failure> {
        let is_url = |word: &&String| word.contains("://") || (word.contains(':') && !Path::new(word).exists());
        let (urls, files): (Vec<_>, Vec<_>) = self.words.iter().partition(is_url);
        let target = match (urls.as_slice(), self.target.command.is_empty()) {
            ([], true) => None,
            ([], false) => Some(self.target.target(None)?),
            ([url], true) => Some(self.target.target(Some(url))?),
            _ => return Err(Failure::wrong_file("Specify one server: a URL, or a command after `--`.")),
        };
        Ok((target, files.into_iter().map(PathBuf::from).collect()))
    }

    /// The given files, or the test files below the given folders or the current one.
    fn files(given: &[PathBuf]) -> Vec<(PathBuf, Result<TestFile, Failure>)> {
        let here = [PathBuf::from(".")];
        let given = if given.is_empty() { &here } else { given };
        let mut files = Vec::new();
        for given in given {
            let found = if given.is_dir() { discovery::test_files(given) } else { Ok(vec![given.clone()]) };
            match found {
                Ok(paths) => files.extend(paths.into_iter().map(|path| (path.clone(), TestFile::read(&path)))),
                Err(failure) => files.push((given.clone(), Err(failure))),
            }
        }
        files
    }

    fn policy(&self) -> Policy {
        let is_ci = std::env::var_os("CI").is_some_and(|value| !value.is_empty());
        let recording = match (self.update, is_ci) {
            (true, _) => Recording::Update,
            (false, true) => Recording::Never,
            (false, false) => Recording::New,
        };
        Policy {
            filter: self.filter.as_ref().map(|text| text.to_lowercase()),
            retries: self.retries,
            checks_definitions: self.report.iter().any(Report::is_on_definitions),
            fails_fast: self.fail_fast,
            ..Policy::new(recording)
        }
    }

    /// Prints human-readable text, on stderr if a report goes to stdout. Colors appear only on a terminal.
    fn tell(&self, text: &str) -> Result<(), Failure> {
        if self.report.iter().any(Report::is_on_stdout) {
            anstream::eprint!("{text}");
            return Ok(());
        }
        match anstream::AutoStream::choice(&io::stdout()) {
            ColorChoice::Never => output::print_bytes(strip_str(text).to_string().as_bytes()),
            _ => output::print_bytes(text.as_bytes()),
        }
    }
}
