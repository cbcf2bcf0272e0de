//! A step-by-step examination of the path to an MCP server: which steps work, how long they take, and how to fix a
//! failed one.
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

/// A step's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum StepName {
    /// Finds the command's program.
    Command,
    /// Starts the process.
    Start,
    /// Reports the proxy from the environment.
    Proxy,
    /// Resolves the host name.
    Dns,
    /// Connects to the host.
    Tcp,
    /// Encrypts the connection, and checks the certificate.
    Tls,
    /// Sends a request to the URL's path.
    Http,
    /// Checks that the server accepts the credentials.
    Authorization,
    /// Negotiates an MCP revision with the server.
    Revision,
    /// Lists the server's tools.
    Tools,
    /// Checks that the process writes only messages to stdout.
    Output,
    /// Tries the newest revision in a second process if the first one speaks an older revision.
    Newest,
}

/// A step's outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// Nothing is wrong.
    Ok,
    /// Something is unusual, but the examination continues.
    Warning,
    /// The step failed, and the examination ends.
    Failed,
}

/// The kind of failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Problem {
    /// The server cannot be started or reached.
    Unreachable,
    /// The server requires credentials, or refuses those it received.
    AuthRequired,
    /// The server does not answer as MCP demands.
    BadResponse,
}

/// An examination step. Its strings may contain untrusted text from the server.
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
    /// The remedy, as sentences.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
    /// The kind of failure, if the step failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<Problem>,
    /// Findings in the sign-in metadata that may trip up other clients.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<Finding>,
}

/// The steps in an examination. A failed step is always the last.
#[derive(Clone, Debug, Default, Serialize)]
#[non_exhaustive]
pub struct Report {
    /// The steps, in execution order.
    pub steps: Vec<Step>,
}

impl Report {
    /// The failed step, if any.
    pub fn failure(&self) -> Option<&Step> {
        self.steps.iter().find(|step| step.outcome == Outcome::Failed)
    }
}

/// A step's observation.
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

/// A running examination.
struct Examination<F> {
    report: Report,
    on_step: F,
}

/// Marks the end of an examination after a failed step.
#[derive(Debug)]
struct Stopped;

impl<F: FnMut(&Step)> Examination<F> {
    fn new(on_step: F) -> Self {
        Self { report: Report::default(), on_step }
    }

    /// Runs a step, and returns its value.
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
