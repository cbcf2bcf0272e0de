//! An examination of the way to an MCP server, step by step: what works, how long it takes, and what to do where it
//! does not.
//!
//! The steps are data, which the command `mcp-ui doctor` prints:
//!
//! ```json
//! {"steps": [
//!     {"step": "dns", "outcome": "ok", "milliseconds": 4, "seen": "example.com has the address 192.0.2.1."},
//!     {"step": "tcp", "outcome": "failed", "milliseconds": 21, "seen": "192.0.2.1:443 refuses the connection.",
//!      "next": "Check the port, and that the server runs.", "problem": "unreachable"}
//! ]}
//! ```

mod command;
mod http_step;
mod metadata;
mod network;
mod tls;
mod tools;
mod url;

use std::time::{Duration, Instant};

use serde::Serialize;
use tower_mcp_ui::authorization::Finding;

pub use self::command::examine_command;
pub use self::url::examine_url;

/// The name of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum StepName {
    /// The program of the command is found.
    Command,
    /// The process is started.
    Start,
    /// The proxy that the environment names.
    Proxy,
    /// The name of the host has addresses.
    Dns,
    /// The host accepts a connection.
    Tcp,
    /// The connection is encrypted, and the certificate is valid.
    Tls,
    /// The server answers a request at the path of the URL.
    Http,
    /// The server accepts the credentials.
    Authorization,
    /// The server and the client agree on a revision of MCP.
    Revision,
    /// The server lists its tools.
    Tools,
    /// The process writes only messages to stdout.
    Output,
    /// A second process speaks the newest revision, if the first one speaks an older one.
    Newest,
}

/// The outcome of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// Nothing is wrong.
    Ok,
    /// Something is unusual, but the examination goes on.
    Warning,
    /// The examination ends here.
    Failed,
}

/// The kind of a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Problem {
    /// The server cannot be started or reached.
    Unreachable,
    /// The server requires credentials, or refuses those that it gets.
    AuthRequired,
    /// The server does not answer as MCP demands.
    BadResponse,
}

/// A step of an examination. Its texts may have text of the server, which is not trusted.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Step {
    /// The name.
    pub step: StepName,
    /// The outcome.
    pub outcome: Outcome,
    /// The duration.
    pub milliseconds: u64,
    /// The observation, as sentences.
    pub seen: String,
    /// The next thing to do, as sentences.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
    /// The kind of the failure, if the step has failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<Problem>,
    /// Findings about the metadata for a sign-in, which other clients may stumble over.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<Finding>,
}

/// The steps of an examination. If one has failed, it is the last one.
#[derive(Clone, Debug, Default, Serialize)]
#[non_exhaustive]
pub struct Report {
    /// The steps, in their order.
    pub steps: Vec<Step>,
}

impl Report {
    /// The step that has failed.
    pub fn failure(&self) -> Option<&Step> {
        self.steps.iter().find(|step| step.outcome == Outcome::Failed)
    }
}

/// The observation of a step.
#[derive(Debug)]
struct Seen {
    outcome: Outcome,
    text: String,
    next: Option<String>,
    problem: Option<Problem>,
    findings: Vec<Finding>,
}

impl Seen {
    fn ok(text: impl Into<String>) -> Self {
        Self { outcome: Outcome::Ok, text: text.into(), next: None, problem: None, findings: Vec::new() }
    }

    fn warning(text: impl Into<String>, next: impl Into<String>) -> Self {
        Self { outcome: Outcome::Warning, next: Some(next.into()), ..Self::ok(text) }
    }

    fn failed(problem: Problem, text: impl Into<String>, next: impl Into<String>) -> Self {
        Self { outcome: Outcome::Failed, problem: Some(problem), next: Some(next.into()), ..Self::ok(text) }
    }
}

/// An examination under way.
struct Examination<F> {
    report: Report,
    on_step: F,
}

/// The end of an examination after a step that has failed.
#[derive(Debug)]
struct Stopped;

impl<F: FnMut(&Step)> Examination<F> {
    fn new(on_step: F) -> Self {
        Self { report: Report::default(), on_step }
    }

    /// Does a step, and returns its value.
    async fn step<T>(&mut self, name: StepName, work: impl Future<Output = (Option<T>, Seen)>) -> Result<T, Stopped> {
        let begin = Instant::now();
        let (value, seen) = work.await;
        self.record(name, begin.elapsed(), seen);
        value.ok_or(Stopped)
    }

    fn record(&mut self, name: StepName, time: Duration, seen: Seen) {
        let milliseconds = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        let Seen { outcome, text, next, problem, findings } = seen;
        let step = Step { step: name, outcome, milliseconds, seen: text, next, problem, findings };
        (self.on_step)(&step);
        self.report.steps.push(step);
    }
}
