//! A file's run: its server, from start to end, with each protocol revision.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::Instant;

use http::{HeaderMap, HeaderName, HeaderValue};
use mcp_ui_host::{Questions, StdioCommand};

use super::super::client::Client;
use super::super::session;
use super::file::{ServerEntry, TestFile};
use super::outcome::{Outcome, Suite};
use super::request::ServerWords;
use super::run::{Policy, Run};
use super::variables::Variables;
use crate::commands::Failure;
use crate::commands::target::{Target, TargetArgs, complete};

/// The options for running files.
pub(super) struct Runner<'a> {
    pub(super) options: &'a TargetArgs,
    /// A server that replaces the server in the test files.
    pub(super) given: Option<&'a Target>,
    pub(super) policy: &'a Policy,
}

impl Runner<'_> {
    /// Runs a file with each revision. Returns the suites, and a failure if the last one could not run.
    pub(super) async fn run_file(&self, path: &Path, file: &TestFile) -> (Vec<Suite>, Option<Failure>) {
        let mut suites = Vec::new();
        if self.policy.is_over.load(Ordering::Relaxed) {
            return (suites, None);
        }
        let revisions: Vec<_> = file.defaults.revisions.iter().map(|revision| Some(&*revision.value)).collect();
        for (index, revision) in (if revisions.is_empty() { vec![None] } else { revisions }).into_iter().enumerate() {
            let begun = Instant::now();
            let mut variables = Variables::default();
            let result = self.run_suite(path, file, revision, index == 0, &mut variables).await;
            let result = result.map_err(|failure| {
                failure.reworded(|text| variables.without_secrets(text)).within(&path.display().to_string())
            });
            match result {
                Ok(suite) => suites.push(Suite { duration: begun.elapsed(), ..suite }),
                Err(failure) => {
                    suites.push(self.not_run(path, file, revision, &failure));
                    return (suites, Some(failure));
                }
            }
        }
        (suites, None)
    }

    /// The suite for a file whose server could not be used. It contains the file's tests, so that no report loses them.
    fn not_run(&self, path: &Path, file: &TestFile, revision: Option<&str>, failure: &Failure) -> Suite {
        let wanted = file.tests.iter().filter(|test| self.policy.wants(&test.value.title()));
        let outcomes: Vec<_> = wanted
            .map(|test| Outcome {
                line: test.referenced.line(),
                ..Outcome::broken(test.value.title(), failure.to_string())
            })
            .collect();
        if outcomes.is_empty() {
            return Suite::not_run(path, revision, failure);
        }
        Suite { outcomes, ..Suite::new(path, revision) }
    }

    async fn run_suite(
        &self,
        path: &Path,
        file: &TestFile,
        revision: Option<&str>,
        has_lock: bool,
        variables: &mut Variables,
    ) -> Result<Suite, Failure> {
        let target = match (self.given, &file.server) {
            (Some(target), _) => target.clone(),
            (None, Some(server)) => self.target_of(&server.value, path, variables)?,
            (None, None) => {
                return Err(Failure::wrong_file(
                    "The file has no `server`. Add one, or specify a URL or a command after `--`.",
                ));
            }
        };
        let mut options = self.options.start_options();
        if let Some(revision) = revision {
            if let Target::Url { .. } = target {
                return Err(Failure::wrong_file("`revisions` works only with a command, not with a URL."));
            }
            options.protocol = revision.parse().map_err(Failure::wrong_file)?;
        }
        // Some servers ask for roots as soon as they have started.
        options.questions = if file.answers_roots() { Questions::All } else { Questions::AllButRoots };
        let server = ServerWords::of(&target, revision);
        let work = async |client: &Client| {
            let mut run = Run {
                path,
                file,
                policy: self.policy,
                has_lock,
                client,
                server: &server,
                call_timeout: self.options.call_timeout(),
                variables,
                notes: Vec::new(),
                findings: Vec::new(),
                outcomes: Vec::new(),
                done: BTreeSet::new(),
            };
            tokio::select! {
                done = run.all() => done?,
                never = client.follow() => match never {},
            }
            Ok((run.outcomes, run.findings, run.notes))
        };
        let (outcomes, findings, notes) =
            session::with_server(&target, &options, self.options.call_timeout(), false, work).await?;
        Ok(Suite {
            server: target.name(),
            outcomes,
            findings,
            lock: file.lock_folder(path),
            notes,
            ..Suite::new(path, revision)
        })
    }

    /// The server that a file specifies. Its command starts in the file's folder.
    fn target_of(&self, server: &ServerEntry, path: &Path, variables: &mut Variables) -> Result<Target, Failure> {
        let wrong = |why: String| Failure::wrong_file(why);
        if let Some(url) = &server.url {
            let (_, url) = complete(&variables.expand(url).map_err(wrong)?)?;
            let mut headers = HeaderMap::new();
            for (name, value) in &server.headers {
                let name: HeaderName =
                    name.parse().map_err(|_| wrong(format!("{name:?} is not a valid header name.")))?;
                let value: Result<HeaderValue, _> = variables.expand(value).map_err(wrong)?.parse();
                let mut value = value.map_err(|_| {
                    wrong(format!("The value of {name} contains characters that are not allowed in headers."))
                })?;
                value.set_sensitive(true);
                headers.insert(name, value);
            }
            let sign_in = Box::new(self.options.sign_in.clone());
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
}
