//! A second process that kills the servers' process groups after this program has been killed, so that a `kill -9`
//! leaves nothing running.
//!
//! The watchdog's stdin is a pipe from this program. When this program ends in any way, the system closes the pipe, and
//! the watchdog terminates the groups that are still registered.

use std::io::{BufRead as _, Write as _};
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};
use std::{io, thread};

use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;
use parking_lot::Mutex;

/// Grace period for the groups after SIGTERM, after which they are killed.
const GRACE: Duration = Duration::from_secs(3);

/// The watchdog, seen from the program that it watches.
#[derive(Debug)]
pub(crate) struct Watchdog {
    child: Mutex<Child>,
    stdin: Mutex<Option<ChildStdin>>,
}

/// A process group registered with the watchdog. Dropping it ends the registration.
#[derive(Debug)]
pub(crate) struct Watched {
    watchdog: Arc<Watchdog>,
    group: u32,
}

impl Watchdog {
    /// Starts the program that runs [`watchdog_main`].
    pub(crate) fn start(program: &Path) -> io::Result<Self> {
        let mut command = Command::new(program);
        // In its own group, the watchdog does not get Ctrl-C.
        command.arg("watchdog").process_group(0);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
        let stdin = Mutex::new(child.stdin.take());
        Ok(Self { child: Mutex::new(child), stdin })
    }

    pub(super) fn watch(self: &Arc<Self>, group: u32) -> Watched {
        self.tell('+', group);
        Watched { watchdog: Arc::clone(self), group }
    }

    fn tell(&self, sign: char, group: u32) {
        let mut stdin = self.stdin.lock();
        if let Some(pipe) = stdin.as_mut()
            && let Err(error) = writeln!(pipe, "{sign}{group}")
        {
            tracing::debug!(%error, "the watchdog has ended");
        }
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        // Closes the pipe, which ends the watchdog.
        *self.stdin.get_mut() = None;
        let _ = self.child.get_mut().wait();
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        self.watchdog.tell('-', self.group);
    }
}

/// The watchdog's main function: reads process groups from stdin, and terminates those still registered when stdin is
/// closed. `+7` registers the group 7, and `-7` ends its registration.
pub fn watchdog_main() {
    let mut groups = Vec::new();
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        let (sign, number) = line.split_at_checked(1).unwrap_or_default();
        let Some(group) = number.parse().ok().filter(|group| *group > 1).map(Pid::from_raw) else { continue };
        groups.retain(|known| *known != group);
        if sign == "+" {
            groups.push(group);
        }
    }
    // Fails for groups that have ended.
    groups.retain(|group| killpg(*group, Signal::SIGTERM).is_ok());
    let deadline = Instant::now() + GRACE;
    while !groups.is_empty() && Instant::now() < deadline {
        thread::sleep(Duration::from_millis(50));
        groups.retain(|group| killpg(*group, None).is_ok());
    }
    for group in groups {
        let _ = killpg(group, Signal::SIGKILL);
    }
}
