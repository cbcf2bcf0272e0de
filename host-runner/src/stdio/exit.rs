//! The end of a process, as reported to its clients and its user.

use std::fmt;
use std::process::ExitStatus;
use std::time::{Duration, SystemTime};

use super::console::{Console, ConsoleSource};

/// Maximum number of stderr lines shown with an exit. Only the last lines are shown.
const LAST_LINES: usize = 20;

/// The exit of a [`StdioServer`](super::StdioServer)'s process: the reason, its last stderr lines, and the time until
/// its restart.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Exit {
    /// The reason, as a clause such as `exited with code 1`.
    pub reason: String,
    /// The last stderr lines, up to 20.
    pub stderr: Vec<String>,
    /// Sentences about variables that were held back, although the process may have needed them to become ready.
    pub held_back: Vec<String>,
    /// The time of the exit.
    pub time: SystemTime,
    /// The time until the process is restarted, if it will be.
    pub restarts_in: Option<Duration>,
    /// True if the process was never ready for requests.
    pub(super) before_ready: bool,
    /// True if the process was terminated because it was not ready in time.
    pub(super) is_late: bool,
    /// True if the process ended by itself with code 0.
    pub(super) is_clean: bool,
}

impl Exit {
    /// Returns the same exit without the stderr lines.
    pub(super) fn without_output(&self) -> Self {
        Self { stderr: Vec::new(), ..self.clone() }
    }

    /// Returns the last stderr lines as the `data` of a JSON-RPC error.
    pub(super) fn data(&self) -> Option<String> {
        (!self.stderr.is_empty()).then(|| serde_json::json!({ "stderr": self.stderr }).to_string())
    }

    /// Creates the exit of a process whose console lines begin with the number `since`.
    pub(super) fn new(reason: impl Into<String>, console: &Console, since: u64) -> Self {
        let lines = console.last_lines(ConsoleSource::Stderr, LAST_LINES);
        let stderr = lines.iter().filter(|line| line.number >= since).map(|line| line.text.clone()).collect();
        Self { stderr, ..Self::plain(reason.into()) }
    }

    pub(super) fn of_status(status: ExitStatus, console: &Console, since: u64) -> Self {
        Self { is_clean: status.success(), ..Self::new(describe(status), console, since) }
    }

    pub(super) fn closed_stdin() -> Self {
        Self::plain("closed its stdin".to_owned())
    }

    /// Creates the exit for a process that could not be started.
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

    /// Returns the reason as a sentence, such as `The server exited with code 1.`
    pub fn sentence(&self) -> String {
        // If a command cannot be started, the reason is already a sentence.
        if self.reason.ends_with('.') { self.reason.clone() } else { format!("The server {}.", self.reason) }
    }

    /// Explains why the process is not restarted automatically. Returns `None` if it is restarted.
    pub fn stays_down(&self) -> Option<&'static str> {
        if self.restarts_in.is_some() {
            None
        } else if self.is_clean {
            Some("It exited with code 0, so it is not restarted automatically.")
        } else if self.before_ready {
            Some("It was never ready, so it is not restarted automatically.")
        } else {
            Some("It has been restarted five times within a minute, so it is not restarted again automatically.")
        }
    }

    /// Returns true if the process was terminated because it was not ready within
    /// [`init_timeout`](super::StdioOptions::init_timeout).
    pub fn is_late(&self) -> bool {
        self.is_late
    }
}

/// Describes an exit status, such as `exited with code 1` or `was terminated by SIGKILL`.
fn describe(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(number) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return match nix::sys::signal::Signal::try_from(number) {
            Ok(signal) => format!("was terminated by {signal}"),
            Err(_) => format!("was terminated by signal {number}"),
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
            Some(Duration::ZERO) => f.write_str(" It is being restarted.")?,
            Some(delay) => write!(f, " It will be restarted in {} s.", delay.as_secs())?,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exit_shows_the_last_lines_of_stderr() {
        let console = Console::new();
        for number in 0..=20 {
            console.push(ConsoleSource::Stderr, &number.to_string());
        }
        let exit = Exit::new("exited with code 1", &console, 0);
        assert_eq!((exit.stderr.len(), exit.stderr[0].as_str(), exit.stderr[19].as_str()), (20, "1", "20"));
    }
}
