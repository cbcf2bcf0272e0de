//! A child process in its own process group (a job object on Windows), which ends with this program.

use std::io;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

#[cfg(unix)]
use nix::sys::signal::{Signal, killpg};
#[cfg(unix)]
use nix::unistd::Pid;
use process_wrap::tokio::{ChildWrapper, CommandWrap, KillOnDrop};
use tokio::process::{ChildStderr, ChildStdin, ChildStdout, Command};

use super::environment::Inherited;
use super::options::StdioCommand;
#[cfg(unix)]
use super::watchdog::{Watchdog, Watched};

/// Grace period for the process to end after its stdin is closed, and again after SIGTERM. After both, its group is
/// killed.
const GRACE: Duration = Duration::from_secs(3);

/// A running process. Dropping it kills its process group.
#[derive(Debug)]
pub(crate) struct Process {
    child: Box<dyn ChildWrapper>,
    #[cfg(unix)]
    group: Option<Pid>,
    /// True once nothing is left in the process group.
    is_gone: bool,
    #[cfg(unix)]
    _watched: Option<Watched>,
}

/// A process's pipes.
pub(super) struct Pipes {
    pub(super) stdin: ChildStdin,
    pub(super) stdout: ChildStdout,
    pub(super) stderr: ChildStderr,
}

/// Kills the process group if this program is killed.
#[cfg(unix)]
pub(crate) type Guardian = Option<std::sync::Arc<Watchdog>>;
#[cfg(not(unix))]
pub(crate) type Guardian = ();

impl Process {
    /// Starts the command. The error is a sentence with a remedy.
    pub(super) fn start(command: &StdioCommand, guardian: &Guardian) -> Result<(Self, Pipes), String> {
        let mut located = locate(command)?;
        located.env_clear().envs(inherited(command).passed);
        located.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut process = Self::spawn(command, located, guardian)?;
        let child = &mut process.child;
        let (stdin, stdout, stderr) = (child.stdin().take(), child.stdout().take(), child.stderr().take());
        let (Some(stdin), Some(stdout), Some(stderr)) = (stdin, stdout, stderr) else {
            return Err(format!("{command} cannot be used: its stdin, stdout or stderr is not connected."));
        };
        Ok((process, Pipes { stdin, stdout, stderr }))
    }

    /// Lists variables that a command may need and has not received, as sentences.
    pub(super) fn held_back(command: &StdioCommand) -> Vec<String> {
        let mut inherited = inherited(command);
        inherited.held_back.retain(|(name, _)| command.env.iter().all(|(given, _)| given != name.as_str()));
        inherited.hints().collect()
    }

    /// Starts the command with all of this program's environment variables, and with these pipes.
    pub(crate) fn start_with_pipes(
        command: &StdioCommand,
        guardian: &Guardian,
        (stdin, stdout, stderr): (Stdio, Stdio, Stdio),
    ) -> Result<Self, String> {
        let mut located = locate(command)?;
        located.stdin(stdin).stdout(stdout).stderr(stderr);
        Self::spawn(command, located, guardian)
    }

    #[cfg_attr(not(unix), expect(unused_variables, reason = "the system kills the job object"))]
    fn spawn(command: &StdioCommand, mut located: Command, guardian: &Guardian) -> Result<Self, String> {
        located.envs(command.env.iter().map(|(name, value)| (name, value)));
        let mut wrapped = CommandWrap::from(located);
        wrapped.wrap(KillOnDrop);
        #[cfg(unix)]
        wrapped.wrap(process_wrap::tokio::ProcessGroup::leader());
        #[cfg(windows)]
        wrapped.wrap(process_wrap::tokio::JobObject);
        let child = wrapped.spawn().map_err(|error| format!("{command} cannot be started: {error}."))?;
        Ok(Self {
            #[cfg(unix)]
            group: child.id().and_then(|id| id.try_into().ok()).map(Pid::from_raw),
            #[cfg(unix)]
            _watched: guardian.as_ref().zip(child.id()).map(|(watchdog, group)| watchdog.watch(group)),
            child,
            is_gone: false,
        })
    }

    pub(super) fn id(&self) -> Option<u32> {
        self.child.id()
    }

    /// Waits for the process to end by itself. May be dropped and called again.
    pub(crate) async fn wait(&mut self) -> io::Result<ExitStatus> {
        self.child.wait().await
    }

    /// Sends a signal to the process group.
    #[cfg(unix)]
    pub(crate) fn signal(&self, signal: Signal) {
        // Fails if the group has just ended.
        let _ = self.child.signal(signal as i32);
    }

    /// Terminates the process, whose stdin has been closed: the group gets SIGTERM after a grace period, and SIGKILL
    /// after another. Returns the status.
    pub(crate) async fn end(&mut self) -> io::Result<ExitStatus> {
        if let Ok(status) = tokio::time::timeout(GRACE, self.wait()).await {
            self.kill_rest();
            return status;
        }
        #[cfg(unix)]
        {
            self.signal(Signal::SIGTERM);
            if let Ok(status) = tokio::time::timeout(GRACE, self.wait()).await {
                self.kill_rest();
                return status;
            }
        }
        self.kill_rest();
        self.wait().await
    }

    /// Kills the process group at once. Returns the status.
    pub(crate) async fn kill(&mut self) -> io::Result<ExitStatus> {
        self.kill_rest();
        self.wait().await
    }

    /// Terminates the rest of the group after its process has ended: SIGTERM, and SIGKILL after a grace period.
    pub(crate) async fn end_rest(&mut self) {
        #[cfg(unix)]
        if let Some(group) = self.group
            && killpg(group, Signal::SIGTERM).is_ok()
        {
            let deadline = tokio::time::Instant::now() + GRACE;
            while tokio::time::Instant::now() < deadline && killpg(group, None).is_ok() {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        }
        self.kill_rest();
    }

    /// Kills the rest of the process group.
    pub(super) fn kill_rest(&mut self) {
        if !self.is_gone {
            // Fails if nothing is left.
            let _ = self.child.start_kill();
        }
    }

    /// Marks the process group as ended, so that a later group with the same number is left alone.
    pub(crate) fn forget(mut self) {
        self.kill_rest();
        self.is_gone = true;
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill_rest();
    }
}

/// Returns the variables that a command inherits, and those that are held back.
fn inherited(command: &StdioCommand) -> Inherited {
    Inherited::of(command.program(), std::env::vars_os())
}

/// Prepares the command with its program, arguments and working directory.
fn locate(command: &StdioCommand) -> Result<Command, String> {
    let program = command.locate()?;
    let mut located = Command::new(program);
    #[cfg(unix)]
    located.arg0(&command.program);
    located.args(&command.args);
    if let Some(directory) = &command.cwd {
        located.current_dir(directory);
    }
    Ok(located)
}
