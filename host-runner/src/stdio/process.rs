//! A child process in a process group of its own (a job object on Windows), which ends with this program.

use std::io;
use std::path::PathBuf;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use process_wrap::tokio::{ChildWrapper, CommandWrap, KillOnDrop};
use tokio::process::{ChildStderr, ChildStdin, ChildStdout, Command};

use super::environment;
use super::options::StdioCommand;
#[cfg(unix)]
use super::watchdog::{Watchdog, Watched};

/// Time for the process to end by itself after its stdin is closed, and then again after SIGTERM.
const GRACE: Duration = Duration::from_secs(3);

/// A running process. Dropping it kills its process group.
#[derive(Debug)]
pub(super) struct Process {
    child: Box<dyn ChildWrapper>,
    /// Set once nothing is left of the process group.
    is_gone: bool,
    #[cfg(unix)]
    _watched: Option<Watched>,
}

/// The pipes of a process.
pub(super) struct Pipes {
    pub(super) stdin: ChildStdin,
    pub(super) stdout: ChildStdout,
    pub(super) stderr: ChildStderr,
}

/// The part of the program that kills the process group if this program is killed.
#[cfg(unix)]
pub(super) type Guardian = Option<std::sync::Arc<Watchdog>>;
#[cfg(not(unix))]
pub(super) type Guardian = ();

impl Process {
    /// Starts the command. The error is a sentence about what to do.
    #[cfg_attr(not(unix), expect(unused_variables, reason = "the system kills the job object"))]
    pub(super) fn start(command: &StdioCommand, guardian: &Guardian) -> Result<(Self, Pipes), String> {
        let program = locate(command)?;
        let mut wrapped = Command::new(program);
        #[cfg(unix)]
        wrapped.arg0(&command.program);
        wrapped.args(&command.args).env_clear().envs(environment::inherited());
        wrapped.envs(command.env.iter().map(|(name, value)| (name, value)));
        if let Some(directory) = &command.cwd {
            wrapped.current_dir(directory);
        }
        wrapped.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut wrapped = CommandWrap::from(wrapped);
        wrapped.wrap(KillOnDrop);
        #[cfg(unix)]
        wrapped.wrap(process_wrap::tokio::ProcessGroup::leader());
        #[cfg(windows)]
        wrapped.wrap(process_wrap::tokio::JobObject);
        let child = wrapped.spawn().map_err(|error| format!("{command} cannot be started: {error}."))?;
        let mut process = Self {
            #[cfg(unix)]
            _watched: guardian.as_ref().zip(child.id()).map(|(watchdog, group)| watchdog.watch(group)),
            child,
            is_gone: false,
        };
        let child = &mut process.child;
        let (stdin, stdout, stderr) = (child.stdin().take(), child.stdout().take(), child.stderr().take());
        let (Some(stdin), Some(stdout), Some(stderr)) = (stdin, stdout, stderr) else {
            return Err(format!("{command} cannot be started: it has no pipes."));
        };
        Ok((process, Pipes { stdin, stdout, stderr }))
    }

    pub(super) fn id(&self) -> Option<u32> {
        self.child.id()
    }

    /// Waits for the process to end by itself. May be dropped and called again.
    pub(super) async fn wait(&mut self) -> io::Result<ExitStatus> {
        self.child.wait().await
    }

    /// Ends the process, whose stdin has been closed: SIGTERM to the group after a grace period, and SIGKILL after
    /// another one. Returns the status.
    pub(super) async fn end(&mut self) -> io::Result<ExitStatus> {
        if let Ok(status) = tokio::time::timeout(GRACE, self.wait()).await {
            self.kill_rest();
            return status;
        }
        #[cfg(unix)]
        {
            // Fails if the group has just ended.
            let _ = self.child.signal(nix::sys::signal::Signal::SIGTERM as i32);
            if let Ok(status) = tokio::time::timeout(GRACE, self.wait()).await {
                self.kill_rest();
                return status;
            }
        }
        self.kill_rest();
        self.wait().await
    }

    /// Kills what is left of the process group.
    pub(super) fn kill_rest(&mut self) {
        if !self.is_gone {
            // Fails if nothing is left.
            let _ = self.child.start_kill();
        }
    }

    /// Marks the process group as ended, so that a later one with the same number is left alone.
    pub(super) fn forget(mut self) {
        self.kill_rest();
        self.is_gone = true;
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill_rest();
    }
}

/// Finds the program in `PATH`, or relative to the working directory of the command.
fn locate(command: &StdioCommand) -> Result<PathBuf, String> {
    let name = command.program.to_string_lossy();
    let directory = match &command.cwd {
        Some(directory) if !directory.is_dir() => {
            return Err(format!("{name} cannot be started: {} is not a folder.", directory.display()));
        }
        Some(directory) => directory.clone(),
        None => std::env::current_dir().unwrap_or_default(),
    };
    which::which_in(&command.program, command.search_path(), directory).map_err(|_| {
        if command.program.to_string_lossy().contains(std::path::is_separator) {
            format!("{name} cannot be started: there is no such program, or it is not executable.")
        } else {
            format!("{name} cannot be started: it is not in PATH. Install it, or give its path.")
        }
    })
}
