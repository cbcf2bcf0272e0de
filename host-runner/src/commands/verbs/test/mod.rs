//! `mcp-ui test`: calls with expected results, from files.
//!
//! | module | contents |
//! |---|---|
//! | `file`, `saved_calls`, `discovery`, `variables` | the files, and the variables in them |
//! | `run`, `request`, `respondent` | the requests of a file in order, on one server |
//! | `replay` | recorded requests, sent again |
//! | `expect`, `values` | results, compared with what is expected |
//! | `recording` | snapshots and the lock, which are files in the repository |
//! | `outcome`, `report` | what has become of the tests, for people and for programs |

mod discovery;
mod expect;
mod file;
mod outcome;
mod recording;
mod replay;
mod report;
mod request;
mod respondent;
mod run;
mod saved_calls;
mod values;
mod variables;

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use clap::Args;
use futures_util::StreamExt as _;
use futures_util::stream;
use http::{HeaderMap, HeaderName, HeaderValue};
use mcp_ui_host::StdioCommand;

use self::file::{ServerEntry, TestFile};
use self::outcome::{Counts, Suite};
use self::recording::Recording;
use self::report::{Report, terminal};
use self::run::{Policy, Run};
use self::variables::Variables;
use super::{output, session};
use crate::commands::Failure;
use crate::commands::harmless::harmless_line;
use crate::commands::shell::shell_word;
use crate::commands::target::{Target, TargetArgs, complete};

/// The name of the lock that is taken without a file.
const LOCK: &str = "mcp-ui.lock";

/// The files that run side by side unless `--jobs` says otherwise.
const JOBS: usize = 4;

#[derive(Debug, Args)]
#[command(
    override_usage = "mcp-ui test [OPTIONS] [FILE]...\n       mcp-ui test [OPTIONS] [FILE]... -- COMMAND [ARGUMENT]...\n       \
                      mcp-ui test [OPTIONS] [FILE]... URL",
    after_help = "Without a file, `mcp-ui.test.yaml` and `*.mcp-ui.yaml` below the folder are run. Without any, what the \
        server offers is compared with its lock.\n\n\
        Examples:\n  \
        mcp-ui test\n  \
        mcp-ui test --report junit=report.xml\n  \
        mcp-ui test tests/search.mcp-ui.yaml --update -- python3 my_server.py\n\n\
        Exit codes: 0 all passed, 1 a test failed, 3 the server requires credentials, 4 it cannot be started or reached, \
        64 wrong usage or a wrong file."
)]
pub(crate) struct TestArgs {
    /// Files with tests, and the URL of the server unless the files or a command name it.
    #[arg(value_name = "WORD")]
    words: Vec<String>,

    /// Accept what differs: write the lock and the snapshots anew.
    #[arg(long)]
    update: bool,

    /// Run the tests with this in their names only.
    #[arg(long, value_name = "TEXT")]
    filter: Option<String>,

    /// Run no further tests once one has failed.
    #[arg(long)]
    fail_fast: bool,

    /// Attempts after the first one that a failing test has.
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    retries: u32,

    /// Number of files that are run side by side.
    #[arg(long, value_name = "NUMBER", default_value_t = JOBS)]
    jobs: usize,

    /// Report for programs: junit, json, tap, markdown, or sarif for the definitions of the server; and =FILE unless it
    /// goes to stdout. Can be repeated.
    #[arg(long, value_name = "FORMAT[=FILE]")]
    report: Vec<Report>,

    #[command(flatten)]
    target: TargetArgs,
}

impl TestArgs {
    #[tokio::main]
    pub(crate) async fn run(&self) -> Result<(), Failure> {
        let begun = Instant::now();
        let (given, paths) = self.split()?;
        let files = Self::files(&paths)?;
        if files.is_empty() {
            return self.first_look(given.as_ref()).await;
        }
        let policy = self.policy();
        let runs = files.iter().map(|(path, file)| self.run_file(path, file, given.as_ref(), &policy));
        let mut results = stream::iter(runs).buffered(self.jobs.max(1));
        let (mut suites, mut failure) = (Vec::new(), None);
        while let Some((done, failed)) = results.next().await {
            for suite in &done {
                self.tell(&terminal::suite(suite))?;
            }
            suites.extend(done);
            if let Some(failed) = failed {
                failed.report();
                failure.get_or_insert(failed.silent());
            }
        }
        self.finish(&suites, begun)?;
        match failure {
            Some(failure) => Err(failure),
            None if Counts::of(&suites).is_green() => Ok(()),
            None => Err(Failure::tests_failed()),
        }
    }

    /// Splits the words into the server, if they name one, and the files.
    fn split(&self) -> Result<(Option<Target>, Vec<PathBuf>), Failure> {
        let is_url = |word: &&String| word.contains("://") || (word.contains(':') && !Path::new(word).exists());
        let (urls, files): (Vec<_>, Vec<_>) = self.words.iter().partition(is_url);
        let target = match (urls.as_slice(), self.target.command.is_empty()) {
            ([], true) => None,
            ([], false) => Some(self.target.target(None)?),
            ([url], true) => Some(self.target.target(Some(url))?),
            _ => return Err(Failure::wrong_file("Give one server: a URL, or a command after `--`.")),
        };
        Ok((target, files.into_iter().map(PathBuf::from).collect()))
    }

    /// Reads the given files, or those below the folder.
    fn files(paths: &[PathBuf]) -> Result<Vec<(PathBuf, TestFile)>, Failure> {
        let found;
        let paths = if paths.is_empty() {
            found = discovery::test_files(Path::new("."));
            &found
        } else {
            paths
        };
        paths.iter().map(|path| Ok((path.clone(), TestFile::read(path)?))).collect()
    }

    fn policy(&self) -> Policy {
        let is_ci = std::env::var_os("CI").is_some_and(|value| !value.is_empty());
        Policy {
            recording: match (self.update, is_ci) {
                (true, _) => Recording::Update,
                (false, true) => Recording::Never,
                (false, false) => Recording::New,
            },
            filter: self.filter.as_ref().map(|text| text.to_lowercase()),
            retries: self.retries,
            checks_definitions: self.report.iter().any(Report::is_on_definitions),
            fails_fast: self.fail_fast,
            is_over: AtomicBool::new(false),
        }
    }

    /// Runs a file in each of its revisions. Returns the suites that have run, and the failure of the one that has not.
    async fn run_file(
        &self,
        path: &Path,
        file: &TestFile,
        given: Option<&Target>,
        policy: &Policy,
    ) -> (Vec<Suite>, Option<Failure>) {
        let mut suites = Vec::new();
        let revisions: Vec<_> = file.defaults.revisions.iter().map(|revision| Some(&*revision.value)).collect();
        for revision in if revisions.is_empty() { vec![None] } else { revisions } {
            let begun = Instant::now();
            let mut variables = Variables::default();
            let result = self.run_suite(path, file, given, policy, revision, &mut variables).await;
            let result = result.map_err(|failure| {
                failure.reworded(|text| variables.without_secrets(text)).within(&path.display().to_string())
            });
            match result {
                Ok(suite) => suites.push(Suite { duration: begun.elapsed(), ..suite }),
                Err(failure) => return (suites, Some(failure)),
            }
        }
        (suites, None)
    }

    async fn run_suite(
        &self,
        path: &Path,
        file: &TestFile,
        given: Option<&Target>,
        policy: &Policy,
        revision: Option<&str>,
        variables: &mut Variables,
    ) -> Result<Suite, Failure> {
        let target = match (given, &file.server) {
            (Some(target), _) => target.clone(),
            (None, Some(server)) => self.target_of(&server.value, path, variables)?,
            (None, None) => {
                return Err(Failure::wrong_file(
                    "The file has no `server`. Add one, or give a URL or a command after `--`.",
                ));
            }
        };
        let mut options = self.target.start_options();
        if let Some(revision) = revision {
            if let Target::Url { .. } = target {
                return Err(Failure::wrong_file(
                    "`revisions` are for a server that is started by a command, not for a URL.",
                ));
            }
            options.protocol = revision.parse().map_err(Failure::wrong_file)?;
        }
        let server = words_of(&target);
        let work = async |client: &super::client::Client| {
            let mut run = Run {
                path,
                file,
                policy,
                client,
                server: &server,
                variables,
                notes: Vec::new(),
                findings: Vec::new(),
                outcomes: Vec::new(),
            };
            tokio::select! {
                done = run.all() => done?,
                never = client.follow() => match never {},
            }
            Ok((run.outcomes, run.findings, run.notes))
        };
        let (outcomes, findings, notes) =
            session::with_server(&target, &options, self.target.call_timeout(), false, work).await?;
        Ok(Suite {
            file: path.display().to_string(),
            server: target.name(),
            revision: revision.map(str::to_owned),
            outcomes,
            findings,
            lock: file.lock_folder(path),
            notes,
            duration: std::time::Duration::ZERO,
        })
    }

    /// The server that a file names. Its command starts in the folder of the file.
    fn target_of(&self, server: &ServerEntry, path: &Path, variables: &mut Variables) -> Result<Target, Failure> {
        let wrong = |why: String| Failure::wrong_file(why);
        if let Some(url) = &server.url {
            let (_, url) = complete(&variables.expand(url).map_err(wrong)?)?;
            let mut headers = HeaderMap::new();
            for (name, value) in &server.headers {
                let name: HeaderName = name.parse().map_err(|_| wrong(format!("{name:?} is no name of a header.")))?;
                let value: Result<HeaderValue, _> = variables.expand(value).map_err(wrong)?.parse();
                let mut value =
                    value.map_err(|_| wrong(format!("The value of {name} has characters that no header has.")))?;
                value.set_sensitive(true);
                headers.insert(name, value);
            }
            let sign_in = Box::new(self.target.sign_in.clone());
            return Ok(Target::Url { url, headers, sign_in, shown: None });
        }
        let words: Vec<_> =
            server.command.iter().map(|word| variables.expand(word)).collect::<Result<_, _>>().map_err(wrong)?;
        let Some((program, arguments)) = words.split_first() else {
            return Err(wrong("The server has no command.".to_owned()));
        };
        let mut command = StdioCommand::new(program).args(arguments);
        for (name, value) in &server.env {
            command = command.env(name, variables.expand(value).map_err(wrong)?);
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let folder = server.cwd.as_ref().map_or_else(|| folder.to_owned(), |cwd| folder.join(cwd));
        Ok(Target::Command(command.cwd(folder)))
    }

    /// Compares what the server offers with its lock in this folder, and says how to go on.
    async fn first_look(&self, given: Option<&Target>) -> Result<(), Failure> {
        let Some(target) = given else {
            return Err(Failure::wrong_file("There are no files with tests below this folder.").hint(
                "Name one, or a server: `mcp-ui test -- COMMAND` and `mcp-ui test URL` take a lock of what it offers.",
            ));
        };
        let begun = Instant::now();
        let file = TestFile { lock: Some(LOCK.into()), ..TestFile::default() };
        let (suites, failure) = self.run_file(Path::new(LOCK), &file, Some(target), &self.policy()).await;
        if let Some(failure) = failure {
            return Err(failure);
        }
        for suite in &suites {
            self.tell(&terminal::suite(suite))?;
            self.tell(&terminal::findings(suite))?;
        }
        self.finish(&suites, begun)?;
        self.tell(&how_to_go_on(target))?;
        if Counts::of(&suites).is_green() { Ok(()) } else { Err(Failure::tests_failed()) }
    }

    /// Writes the reports and the summary.
    fn finish(&self, suites: &[Suite], begun: Instant) -> Result<(), Failure> {
        self.tell(&terminal::summary(suites, begun.elapsed().as_secs_f32()))?;
        self.report.iter().try_for_each(|report| report.write(suites))
    }

    /// Prints a text for people: on stderr if a report goes to stdout.
    fn tell(&self, text: &str) -> Result<(), Failure> {
        if self.report.iter().any(Report::is_on_stdout) {
            eprint!("{text}");
            return Ok(());
        }
        output::print_bytes(text.as_bytes())
    }
}

/// The words that name a server in a command.
fn words_of(target: &Target) -> String {
    match target {
        Target::Command(command) => {
            let words: Vec<_> = command.words().map(|word| shell_word(&word.to_string_lossy())).collect();
            format!("-- {}", words.join(" "))
        }
        Target::Url { url, .. } => shell_word(&url.to_string()),
    }
}

fn how_to_go_on(target: &Target) -> String {
    let server = match target {
        Target::Command(command) => {
            let words: Vec<_> =
                command.words().map(|word| serde_json::Value::from(&*word.to_string_lossy()).to_string()).collect();
            format!("{{command: [{}]}}", words.join(", "))
        }
        Target::Url { url, .. } => format!("{{url: {}}}", serde_json::Value::from(url.to_string())),
    };
    format!(
        "\nNext: a first test. Write to first.mcp-ui.yaml, and run `mcp-ui test`:\n\n\
         server: {}\nlock: {LOCK}\ntests:\n- call: TOOL\n  args: {{}}\n  expect: {{text: {{contains: TEXT}}}}\n",
        harmless_line(&server)
    )
}
