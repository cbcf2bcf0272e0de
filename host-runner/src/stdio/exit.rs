//! The end of a process, as its clients and its user are told about it.

use std::fmt;
use std::process::ExitStatus;
use std::time::{Duration, SystemTime};

use super::console::{Console, ConsoleSource};

/// Number of lines of stderr that are shown with the end of a process.
const LAST_LINES: usize = 20;

/// The end of the process of a [`StdioServer`](super::StdioServer): the reason, the last lines that it wrote to stderr,
/// and when it is started again.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Exit {
    /// The reason, as a clause such as `exited with code 1`.
    pub reason: String,
    /// The last lines of stderr, up to 20.
    pub stderr: Vec<String>,
    /// Sentences about the variables that a process may have needed to become ready, and that were held back.
    pub held_back: Vec<String>,
    /// The time of the end.
    pub time: SystemTime,
    /// The time until the process is started again, if it is.
    pub restarts_in: Option<Duration>,
    /// Set if the process was never ready for requests.
    pub(super) before_ready: bool,
    /// Set if the process was ended because it was not ready in time.
    pub(super) is_late: bool,
    /// Set if the process ended by itself with code 0.
    pub(super) is_clean: bool,
}

impl Exit {
    /// The same end without the lines of stderr.
    pub(super) fn without_output(&self) -> Self {
        Self { stderr: Vec::new(), ..self.clone() }
    }

    /// The last lines of stderr as the `data` of a JSON-RPC error.
    pub(super) fn data(&self) -> Option<String> {
        (!self.stderr.is_empty()).then(|| serde_json::json!({ "stderr": self.stderr }).to_string())
    }

    /// The end of a process whose console begins with the line `since`.
    pub(super) fn new(reason: impl Into<String>, console: &Console, since: u64) -> Self {
        let lines = console.last_lines(ConsoleSource::Stderr, LAST_LINES);
        let stderr = lines.iter().filter(|line| line.number >= since).map(|line| line.text.clone()).collect();
        Self { stderr, ..Self::plain(reason.into()) }
    }

    pub(super) fn of_status(status: ExitStatus, console: &Console, since: u64) -> Self {
        Self { is_clean: status.success(), ..Self::new(describe(status), console, since) }
    }

    pub(super) fn closed_stdin() -> Self {
        Self::plain("has closed its stdin".to_owned())
    }

    /// The end of a process that could not be started, for this reason.
    pub(super) fn unstarted(reason: String) -> Self {
        Self { before_ready: true, ..Self::plain(reason) }
    }

    fn plain(reason: String) -> Self {
        Self {
            reason,
            stderr: Vec::new(),
            held_back: Vec::new(),
            time: SystemTime::now(),
            restarts_in: None,
            before_ready: false,
            is_late: false,
            is_clean: false,
        }
    }

    /// The reason as a sentence, such as `The server exited with code 1.`
    pub fn sentence(&self) -> String {
        // The reason that a command cannot be started is a sentence of its own.
        if self.reason.ends_with('.') { self.reason.clone() } else { format!("The server {}.", self.reason) }
    }

    /// A sentence that says why the process is not started again by itself. `None` if it is.
    pub fn stays_down(&self) -> Option<&'static str> {
        if self.restarts_in.is_some() {
            None
        } else if self.is_clean {
            Some("It ended with code 0, so it is not started again by itself.")
        } else if self.before_ready {
            Some("It was never ready, so it is not started again by itself.")
        } else {
            Some("It has been started again five times within a minute, so it is not started once more by itself.")
        }
    }

    /// Returns whether the process was ended because it was not ready within
    /// [`init_timeout`](super::StdioOptions::init_timeout).
    pub fn is_late(&self) -> bool {
        self.is_late
    }
}

/// Describes the status, such as `exited with code 1` or `was ended by SIGKILL`.
fn describe(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(number) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return match nix::sys::signal::Signal::try_from(number) {
            Ok(signal) => format!("was ended by {signal}"),
            Err(_) => format!("was ended by signal {number}"),
        };
    }
    match status.code() {
        Some(code) => format!("exited with code {code}"),
        None => "ended".to_owned(),
    }
}

impl fmt::Display for Exit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence())?;
        match self.restarts_in {
            Some(Duration::ZERO) => f.write_str(" It is started again.")?,
            Some(delay) => write!(f, " It is started again in {} s.", delay.as_secs())?,
            None => {}
        }
        for hint in &self.held_back {
            write!(f, " {hint}")?;
        }
        if !self.stderr.is_empty() {
            write!(f, "\nLast lines of stderr:\n{}", self.stderr.join("\n"))?;
        }
        Ok(())
    }
}
