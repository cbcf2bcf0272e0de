//! The tests of a file, run in order on one server.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::super::client::Client;
use super::super::{exchange, lists};
use super::expect::{Answered, Response};
use super::file::{List, Test, TestFile};
use super::outcome::{Outcome, Problem, State};
use super::record::{self, Recording};
use super::respondent::TestRespondent;
use super::variables::Variables;
use super::{definitions, json as values};
use crate::commands::Failure;
use crate::commands::shell::shell_word;

/// Longer names of tools are not compared with one that is unknown.
const LONGEST_NAME: usize = 200;

/// The options that hold for the tests of all files.
#[derive(Debug)]
pub(super) struct Policy {
    pub(super) recording: Recording,
    /// A part of the names of the tests that run, in lower case.
    pub(super) filter: Option<String>,
    pub(super) retries: u32,
    pub(super) fails_fast: bool,
    /// Set once a test has failed and no further ones are to run.
    pub(super) is_over: AtomicBool,
}

impl Policy {
    fn wants(&self, name: &str) -> bool {
        self.filter.as_ref().is_none_or(|part| name.to_lowercase().contains(part))
    }

    fn note(&self, state: &State) {
        if self.fails_fast && !matches!(state, State::Passed) {
            self.is_over.store(true, Ordering::Relaxed);
        }
    }
}

/// The run of a file.
pub(super) struct Run<'a> {
    pub(super) path: &'a Path,
    pub(super) file: &'a TestFile,
    pub(super) policy: &'a Policy,
    pub(super) client: &'a Client,
    /// The words that name the server in a command that repeats a request.
    pub(super) server: &'a str,
    pub(super) variables: &'a mut Variables,
    pub(super) notes: Vec<String>,
    pub(super) outcomes: Vec<Outcome>,
}

impl Run<'_> {
    /// Runs the lock and the tests.
    pub(super) async fn all(&mut self) -> Result<(), Failure> {
        if let Some(lock) = &self.file.lock
            && self.policy.wants("lock")
        {
            let folder = self.path.parent().unwrap_or(Path::new(".")).join(lock);
            self.lock(&folder).await?;
        }
        for test in &self.file.tests {
            if self.policy.is_over.load(Ordering::Relaxed) {
                break;
            }
            if self.policy.wants(&test.value.title()) {
                self.test(&test.value, test.referenced.line()).await?;
            }
        }
        Ok(())
    }

    async fn lock(&mut self, folder: &Path) -> Result<(), Failure> {
        let begun = Instant::now();
        let now = definitions::of(self.client).await?;
        let compared = record::lock(folder, &now, self.policy.recording);
        self.notes.extend(compared.notes);
        let state = if compared.problems.is_empty() { State::Passed } else { State::Failed(compared.problems) };
        self.policy.note(&state);
        self.outcomes.push(Outcome {
            name: "lock".to_owned(),
            line: 0,
            duration: begun.elapsed(),
            attempts: 1,
            state,
            command: None,
        });
        Ok(())
    }

    /// Runs a test until it passes, or has no attempts left. Fails if the server asks for credentials.
    async fn test(&mut self, test: &Test, line: u64) -> Result<(), Failure> {
        let mut attempts = 0;
        let mut outcome = loop {
            attempts += 1;
            let mut outcome = self.attempt(test).await?;
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
        self.outcomes.push(outcome);
        Ok(())
    }

    async fn attempt(&mut self, test: &Test) -> Result<Outcome, Failure> {
        let request = Request::of(test, self.variables);
        let broken = |why: String| Outcome {
            name: test.title(),
            line: 0,
            duration: Duration::ZERO,
            attempts: 1,
            state: State::Broken(why),
            command: None,
        };
        let request = match request {
            Ok(request) => request,
            Err(why) => return Ok(broken(why)),
        };
        let respondent = TestRespondent::new(test.answers.clone());
        let begun = Instant::now();
        let response = request.send(self.client, &respondent).await;
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
                let mut problems = answered.problems(&test.expect);
                problems.extend(heard.declined.into_iter().map(Problem::new));
                problems.extend(self.keep(test, &answered));
                if problems.is_empty() { State::Passed } else { State::Failed(problems) }
            }
            Err(failure) if failure.exit_code() == 3 => return Err(failure),
            Err(failure) => {
                let unknown = self.unknown_tool(test).await;
                State::Broken(unknown.unwrap_or_else(|| failure.to_string()))
            }
        };
        Ok(Outcome { duration, state, command, ..broken(String::new()) })
    }

    /// Captures values, and compares the snapshot.
    fn keep(&mut self, test: &Test, answered: &Answered<'_>) -> Vec<Problem> {
        let mut problems = Vec::new();
        for (name, text) in &test.capture {
            let found =
                values::query(text).map(|path| answered.value().and_then(|value| path.query(value).first().cloned()));
            match found {
                Ok(Some(value)) => self.variables.capture(name, value),
                Ok(None) => problems.push(Problem::new(format!("`capture`: {text} finds nothing for {name:?}"))),
                Err(why) => problems.push(Problem::new(format!("`capture`: {why}"))),
            }
        }
        if test.expect.snapshot
            && let Response::Result(result) = answered.response
        {
            match values::without(result, &test.ignore) {
                Ok(value) => {
                    let path = record::snapshot_path(self.path, &test.title());
                    let compared = record::snapshot(&path, &values::sorted(&value), self.policy.recording);
                    problems.extend(compared.problems);
                    self.notes.extend(compared.notes);
                }
                Err(why) => problems.push(Problem::new(format!("`ignore`: {why}"))),
            }
        }
        problems
    }

    /// The reason why a call has no result, if the server does not list its tool: with the nearest name.
    async fn unknown_tool(&self, test: &Test) -> Option<String> {
        let name = test.call.as_deref()?;
        let tools = lists::quietly(self.client, "tools/list", "tools").await.ok()?;
        let names: Vec<String> = tools
            .iter()
            .filter_map(|tool| serde_json::from_str::<Value>(tool.get()).ok()?["name"].as_str().map(str::to_owned))
            .filter(|known| known.len() <= LONGEST_NAME)
            .collect();
        if names.iter().any(|known| known == name) {
            return None;
        }
        let nearest = names.iter().min_by(|one, other| distance(name, one).total_cmp(&distance(name, other)));
        let hint = nearest.map(|nearest| format!(" Its nearest name is {nearest:?}.")).unwrap_or_default();
        Some(format!("The server lists no tool {name:?}.{hint}"))
    }
}

/// A request of a test, with its variables replaced.
struct Request {
    method: &'static str,
    /// The name of what is requested, and of the command that requests it.
    name: String,
    verb: &'static str,
    arguments: Option<Box<RawValue>>,
    /// The member of the result that is a list.
    list: Option<&'static str>,
}

impl Request {
    fn of(test: &Test, variables: &mut Variables) -> Result<Self, String> {
        if let Some(list) = test.list {
            let (method, member) = match list {
                List::Tools => ("tools/list", "tools"),
                List::Prompts => ("prompts/list", "prompts"),
                List::Resources => ("resources/list", "resources"),
                List::ResourceTemplates => ("resources/templates/list", "resourceTemplates"),
            };
            return Ok(Self { method, name: String::new(), verb: "", arguments: None, list: Some(member) });
        }
        let (method, verb, name) = match (&test.call, &test.read, &test.prompt) {
            (Some(name), _, _) => ("tools/call", "call", name),
            (_, Some(uri), _) => ("resources/read", "read", uri),
            (_, _, Some(name)) => ("prompts/get", "prompts", name),
            _ => return Err("The test requests nothing.".to_owned()),
        };
        let json = match &test.args_json {
            Some(json) => variables.expand(json)?,
            None => variables.expand_value(&Value::Object(test.args.clone()))?.to_string(),
        };
        let arguments = RawValue::from_string(json).ok().filter(|json| json.get().starts_with('{'));
        let arguments = arguments.ok_or("`args_json` is no JSON object.")?;
        Ok(Self { method, name: variables.expand(name)?, verb, arguments: Some(arguments), list: None })
    }

    async fn send(&self, client: &Client, respondent: &TestRespondent) -> Result<Response, Failure> {
        let result = match (self.list, &self.arguments) {
            (Some(member), _) => {
                lists::quietly(client, self.method, member).await.map(|items| lists::to_json(&[(member, &*items)]))
            }
            (None, Some(arguments)) => {
                let name = json!(self.name);
                let params = if self.method == "resources/read" {
                    format!(r#"{{"uri":{name}}}"#)
                } else {
                    format!(r#"{{"name":{name},"arguments":{arguments}}}"#)
                };
                exchange::request(client, self.method, &params, respondent).await.map(|result| result.get().to_owned())
            }
            (None, None) => return Err(Failure::new("The test requests nothing.")),
        };
        match result {
            Ok(text) => Ok(Response::Result(serde_json::from_str(&text)?)),
            Err(failure) => failure.rpc_error().map(Response::Error).ok_or(failure),
        }
    }

    /// A command that repeats the request.
    fn command(&self, server: &str) -> Option<String> {
        let arguments = self.arguments.as_ref()?;
        let (verb, name) = (self.verb, shell_word(&self.name));
        let words = if self.verb == "read" || arguments.get() == "{}" {
            String::new()
        } else {
            format!(" {}", shell_word(arguments.get()))
        };
        Some(match server.strip_prefix("-- ") {
            Some(_) => format!("mcp-ui {verb} {name}{words} {server}"),
            None => format!("mcp-ui {verb} {server} {name}{words}"),
        })
    }
}

/// The difference of two names, from 0 to 1.
fn distance(one: &str, other: &str) -> f32 {
    1.0 - similar::TextDiff::from_chars(one, other).ratio()
}
