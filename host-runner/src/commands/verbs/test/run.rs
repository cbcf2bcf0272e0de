//! A file's tests, run in order on one server.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::super::client::Client;
use super::super::json::shortened;
use super::super::lists;
use super::super::lock::{FoundIn, Offers};
use super::expect::{Answered, Expect, NO_STRUCTURE, Response};
use super::file::TestFile;
use super::outcome::{Outcome, Problem, State};
use super::progress::Progress;
use super::recording::{self, Recording};
use super::replay::{self, Recorded};
use super::request::{Request, ServerWords};
use super::respondent::TestRespondent;
use super::test_case::Test;
use super::values;
use super::variables::Variables;
use super::yaml::nearest;
use crate::commands::Failure;

/// Maximum length in bytes of tool names that are compared to suggest a similar one. Longer names are not compared.
const LONGEST_NAME: usize = 200;

/// The options for the tests in all files.
#[derive(Debug)]
pub(super) struct Policy {
    pub(super) recording: Recording,
    /// The name of the only test to run, if one is given.
    pub(super) only: Option<String>,
    /// Runs only tests whose names contain this lowercase text.
    pub(super) filter: Option<String>,
    pub(super) retries: u32,
    /// True if the definitions are wanted even without a lock.
    pub(super) checks_definitions: bool,
    pub(super) fails_fast: bool,
    /// True once no more tests are to run, after a failure or an interruption.
    pub(super) is_over: AtomicBool,
    pub(super) progress: Progress,
}

impl Policy {
    /// A policy that runs all tests, each once.
    pub(super) fn new(recording: Recording) -> Self {
        Self {
            recording,
            only: None,
            filter: None,
            retries: 0,
            checks_definitions: false,
            fails_fast: false,
            is_over: AtomicBool::new(false),
            progress: Progress::default(),
        }
    }

    pub(super) fn wants(&self, name: &str) -> bool {
        self.only.as_ref().is_none_or(|only| only == name)
            && self.filter.as_ref().is_none_or(|part| name.to_lowercase().contains(part))
    }

    fn note(&self, state: &State) {
        if self.fails_fast && !matches!(state, State::Passed) {
            self.is_over.store(true, Ordering::Relaxed);
        }
    }
}

/// A file's run.
pub(super) struct Run<'a> {
    pub(super) path: &'a Path,
    pub(super) file: &'a TestFile,
    pub(super) policy: &'a Policy,
    pub(super) client: &'a Client,
    /// True for the first revision: the lock contains what the server offers with that revision.
    pub(super) has_lock: bool,
    pub(super) server: &'a ServerWords,
    pub(super) call_timeout: Duration,
    pub(super) variables: &'a mut Variables,
    pub(super) notes: Vec<String>,
    pub(super) findings: Vec<FoundIn>,
    pub(super) outcomes: Vec<Outcome>,
    /// The indexes of the tests that have run.
    pub(super) done: BTreeSet<usize>,
}

impl Run<'_> {
    /// Compares the lock, and runs the tests.
    pub(super) async fn all(&mut self) -> Result<(), Failure> {
        let lock = self.file.lock_folder(self.path).filter(|_| self.has_lock && self.policy.wants("lock"));
        if lock.is_some() || self.policy.checks_definitions {
            let begun = Instant::now();
            let offers = Offers::of(self.client).await?;
            let offers = offers.map(|value| self.variables.value_without_secrets(value));
            self.findings = offers.findings();
            if let Some(folder) = lock {
                self.lock(&folder, &offers, begun);
            }
        }
        for (place, test) in self.file.tests.iter().enumerate() {
            if self.policy.is_over.load(Ordering::Relaxed) {
                break;
            }
            if self.policy.wants(&test.value.title()) {
                self.test(place).await?;
            }
        }
        Ok(())
    }

    fn lock(&mut self, folder: &Path, offers: &Offers, begun: Instant) {
        let compared = recording::lock(self.folder(), folder, offers, self.policy.recording);
        self.notes.extend(compared.notes);
        let problems: Vec<_> = compared.problems.into_iter().map(Problem::of_record).collect();
        let state = if problems.is_empty() { State::Passed } else { State::Failed(problems) };
        self.policy.note(&state);
        self.outcomes.push(Outcome { duration: begun.elapsed(), ..Outcome::new("lock".to_owned(), state) });
    }

    /// Runs a test until it passes or has no attempts left. Fails if the server asks for credentials.
    async fn test(&mut self, place: usize) -> Result<(), Failure> {
        if !self.done.insert(place) {
            return Ok(());
        }
        let listed = &self.file.tests[place];
        let (test, line) = (&listed.value, listed.referenced.line());
        let mut attempts = 0;
        let mut outcome = loop {
            attempts += 1;
            self.client.revive().await;
            let mut outcome = match &test.replay {
                Some(file) => self.replay(test, &self.path.with_file_name(file)).await?,
                None => self.attempt(place, test).await?,
            };
            outcome.attempts = attempts;
            if matches!(outcome.state, State::Passed) || attempts > self.policy.retries {
                break outcome;
            }
        };
        outcome.line = line;
        for text in outcome.texts() {
            *text = self.variables.without_secrets(text);
        }
        self.policy.note(&outcome.state);
        self.policy.progress.step();
        self.outcomes.push(outcome);
        Ok(())
    }

    /// Expands the variables in a test's request and expectations. If the filter skipped an earlier test that captures
    /// one of them, that test runs first.
    async fn expanded(&mut self, place: usize, test: &Test) -> Result<Result<(Request, Expect), String>, Failure> {
        loop {
            let expanded = Request::of(test, self.variables)
                .and_then(|request| Ok((request, self.variables.expand_expectations(&test.expect)?)));
            let Err(why) = expanded else { return Ok(expanded) };
            let Some(name) = self.variables.take_missing() else { return Ok(Err(why)) };
            let earlier = &self.file.tests[..place];
            let Some(at) = earlier.iter().rposition(|test| test.value.capture.contains_key(&name)) else {
                return Ok(Err(why));
            };
            if self.done.contains(&at) {
                let title = earlier[at].value.title();
                return Ok(Err(format!("`${{{name}}}` has no value: the test {title:?} did not capture it.")));
            }
            Box::pin(self.test(at)).await?;
        }
    }

    async fn attempt(&mut self, place: usize, test: &Test) -> Result<Outcome, Failure> {
        let (request, expect) = match self.expanded(place, test).await? {
            Ok(expanded) => expanded,
            Err(why) => return Ok(Outcome::broken(test.title(), why)),
        };
        let respondent = TestRespondent::new(test.answers.clone());
        let begun = Instant::now();
        let response = self.send(&request, &respondent, self.file.max_duration(test)).await;
        let duration = begun.elapsed();
        let command = request.command(self.server);
        let heard = respondent.into_heard();
        let state = match response {
            Ok(response) => {
                let answered = Answered {
                    response: &response,
                    is_call: test.call.is_some(),
                    verdict: heard.verdict.as_ref(),
                    duration,
                    limit: self.file.max_duration(test),
                };
                let mut problems = answered.problems(&expect);
                problems.extend(heard.problems);
                let is_fine = problems.is_empty();
                problems.extend(self.keep(test, &answered, is_fine));
                if problems.is_empty() { State::Passed } else { State::Failed(problems) }
            }
            Err(failure) if failure.exit_code() == 3 => return Err(failure),
            Err(failure) => {
                let unknown = self.unknown_tool(test).await;
                State::Broken(unknown.unwrap_or_else(|| failure.to_string()))
            }
        };
        Ok(Outcome { duration, command, ..Outcome::new(test.title(), state) })
    }

    /// Replays recorded requests.
    async fn replay(&mut self, test: &Test, path: &Path) -> Result<Outcome, Failure> {
        let recording = match replay::read(path) {
            Ok(recording) => recording,
            Err(why) => return Ok(Outcome::broken(test.title(), why)),
        };
        let begun = Instant::now();
        let mut problems = Vec::new();
        for (index, recorded) in recording.requests.iter().enumerate() {
            let number = format!("{}. {}", index + 1, recorded.title);
            match self.again(recorded, &test.ignore).await {
                Ok(found) => problems.extend(found.into_iter().map(|problem| problem.within(&number))),
                Err(failure) if failure.exit_code() == 3 => return Err(failure),
                Err(failure) => {
                    return Ok(Outcome::broken(test.title(), format!("{number}: {failure}")));
                }
            }
        }
        self.notes.extend(recording.notes().map(|note| format!("{}: {note}", path.display())));
        let duration = begun.elapsed();
        if let Some(limit) = self.file.max_duration(test).filter(|limit| duration > *limit) {
            problems.push(Problem::too_slow(duration, limit));
        }
        let state = if problems.is_empty() { State::Passed } else { State::Failed(problems) };
        Ok(Outcome { duration, ..Outcome::new(test.title(), state) })
    }

    /// Sends a request, and gives up well after its time limit, whatever the server sends meanwhile.
    async fn send(
        &self,
        request: &Request,
        respondent: &TestRespondent,
        limit: Option<Duration>,
    ) -> Result<Response, Failure> {
        let twice = |limit: Duration| limit.max(Duration::from_secs(1)).saturating_mul(2);
        let deadline = limit.map_or(self.call_timeout.saturating_mul(5), twice);
        let late = |_| Failure::timeout(format!("There was no result within {} s.", deadline.as_secs()));
        tokio::time::timeout(deadline, request.send(self.client, respondent)).await.map_err(late)?
    }

    async fn again(&self, recorded: &Recorded, ignored: &[String]) -> Result<Vec<Problem>, Failure> {
        let respondent = TestRespondent::new(recorded.answers.clone());
        let request = Request::plain(&*recorded.method, recorded.params.clone());
        let now = self.send(&request, &respondent, None).await?;
        let mut problems = replay::problems(&recorded.response, &now, ignored);
        problems.extend(respondent.into_heard().problems);
        Ok(problems)
    }

    /// Captures values, and compares the snapshot if the rest of the result is fine.
    fn keep(&mut self, test: &Test, answered: &Answered<'_>, is_fine: bool) -> Vec<Problem> {
        let mut problems = Vec::new();
        let value = if test.capture.is_empty() { None } else { answered.value() };
        for (name, text) in &test.capture {
            let found = values::query(text)
                .map(|path| value.as_deref().and_then(|value| path.query(value).first().map(|found| (*found).clone())));
            match found {
                Ok(Some(value)) => self.variables.capture(name, value),
                Ok(None) if value.is_none() => {
                    problems.push(Problem::new(format!("`capture`: {NO_STRUCTURE}, so {name:?} has no value")));
                }
                Ok(None) => problems.push(Problem::new(format!("`capture`: {text} finds nothing for {name:?}"))),
                Err(why) => problems.push(Problem::new(format!("`capture`: {why}"))),
            }
        }
        if test.expect.snapshot
            && is_fine
            && let Response::Result(result) = answered.response
        {
            match values::without(&values::of_server(result), &test.ignore) {
                Ok(value) => {
                    let value = self.variables.value_without_secrets(value);
                    let path = recording::snapshot_path(self.path, &test.title());
                    let compared = recording::snapshot(self.folder(), &path, &value, self.policy.recording);
                    problems.extend(compared.problems.into_iter().map(Problem::of_record));
                    self.notes.extend(compared.notes);
                }
                Err(why) => problems.push(Problem::new(format!("`ignore`: {why}"))),
            }
        }
        problems
    }

    /// The file's folder.
    fn folder(&self) -> &Path {
        self.path.parent().unwrap_or(Path::new(""))
    }

    /// The reason a call has no result, if the server does not list its tool. Suggests the nearest name.
    async fn unknown_tool(&self, test: &Test) -> Option<String> {
        let name = test.call.as_deref()?;
        let tools = lists::quietly(self.client, "tools/list", "tools").await.ok()?;
        let names: Vec<String> = tools
            .iter()
            .filter_map(|tool| serde_json::from_str::<Value>(tool.get()).ok()?["name"].as_str().map(str::to_owned))
            .collect();
        unlisted(name, &names)
    }
}

/// The reason a tool cannot be called, if it is not listed.
fn unlisted(name: &str, listed: &[String]) -> Option<String> {
    if listed.iter().any(|other| other == name) {
        return None;
    }
    let is_short = |name: &&str| name.len() <= LONGEST_NAME;
    let others = listed.iter().map(String::as_str).filter(is_short);
    let nearest = Some(name).filter(is_short).and_then(|name| nearest(name, others));
    let hint = nearest.map(|nearest| format!(" Did you mean {nearest:?}?")).unwrap_or_default();
    Some(format!("The server lists no tool {:?}.{hint}", shortened(name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_name_may_be_listed_but_is_not_suggested() {
        let [long, longer] = [LONGEST_NAME + 1, LONGEST_NAME + 2].map(|length| "x".repeat(length));
        let listed = ["add".to_owned(), long.clone()];
        assert_eq!(unlisted(&long, &listed), None);
        let hint = "Did you mean";
        assert!(unlisted("ad", &listed).is_some_and(|why| why.ends_with("Did you mean \"add\"?")));
        assert!(unlisted(&longer, &listed).is_some_and(|why| !why.contains(hint)));
        assert!(unlisted(&long[1..], &listed).is_some_and(|why| !why.contains(hint)));
    }
}
