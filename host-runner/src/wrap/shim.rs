//! Runs the server's process, and passes data between the agent's pipes and the pipes of the process.

use std::io;
use std::path::Path;
use std::process::{ExitStatus, Stdio};
use std::sync::Arc;
use std::time::Duration;

#[cfg(unix)]
use super::courier::Courier;
use super::frame::Direction;
use super::hub::Hub;
use super::pump::Pump;
use super::stdio::{self, Own, Stdout};
use super::tap::Tap;
use crate::StdioCommand;
use crate::stdio::process::{Guardian, Process};

/// Idle time after which the pipes from an ended server are abandoned. A process independent of the server may keep
/// them open.
const DRAIN: Duration = Duration::from_secs(1);

/// Interval for checking that the agent, after closing stdin, still reads stdout.
const ABANDONED: Duration = Duration::from_secs(1);

/// Runs a command with this program's stdin, stdout and stderr, which this program must not use otherwise, and delivers
/// copies of the lines to running explorers. Returns the server's exit status.
///
/// The server gets all environment variables of this program, and each SIGTERM, SIGINT and SIGHUP sent to this program.
/// It runs in its own process group, and the whole group ends with it. `watchdog` is the program that ends the group if
/// this program is killed: see [`StdioOptions::watchdog`](crate::StdioOptions::watchdog).
///
/// # Errors
///
/// A sentence with a remedy, if the command cannot be started.
pub async fn run(command: &StdioCommand, watchdog: Option<&Path>) -> Result<ExitStatus, String> {
    let failed = |error: io::Error| format!("{command} cannot be started: {error}.");
    // Installed before the start, so that no signal is missed.
    #[cfg(unix)]
    let mut signals = Signals::new().map_err(failed)?;
    #[cfg(not(unix))]
    let mut signals = Signals;
    let own = stdio::own().map_err(failed)?;
    let hub = Arc::new(Hub::new(&command.name()));
    let guardian = guardian(watchdog);
    let (mut process, pumps) = start(command, &guardian, own, &hub).map_err(|error| error.to_string())?;
    #[cfg(unix)]
    let courier = Courier::start(&hub).inspect_err(|error| tracing::debug!(%error, "no copies are sent")).ok();
    #[cfg(unix)]
    let is_without_courier = courier.is_none();
    #[cfg(not(unix))]
    let is_without_courier = true;
    if is_without_courier {
        hub.forget_begin();
    }

    let status = loop {
        tokio::select! {
            status = process.wait() => break status,
            () = pumps.abandoned() => break process.end().await,
            signal = signals.next() => signal.send_to(&process),
        }
    };
    process.end_rest().await;
    process.forget();
    tokio::select! {
        () = pumps.drained() => {}
        _ = signals.next() => {}
    }
    let status = status.map_err(|error| format!("{command} cannot be waited for: {error}."))?;
    hub.end(status);
    #[cfg(unix)]
    if let Some(courier) = courier {
        courier.finish();
    }
    Ok(status)
}

#[cfg(unix)]
fn guardian(watchdog: Option<&Path>) -> Guardian {
    let started = crate::stdio::watchdog::Watchdog::start(watchdog?);
    started.inspect_err(|error| tracing::error!(%error, "the watchdog cannot be started")).ok().map(Arc::new)
}

#[cfg(not(unix))]
fn guardian(_: Option<&Path>) -> Guardian {}

/// Starts the server and the pumps.
fn start(
    command: &StdioCommand,
    guardian: &Guardian,
    own: Own,
    hub: &Arc<Hub>,
) -> Result<(Process, Pumps), Box<dyn std::error::Error>> {
    let (server_stdin, stdin) = io::pipe()?;
    let (stdout, server_stdout) = io::pipe()?;
    let (stderr, server_stderr) = io::pipe()?;
    let pipes = (Stdio::from(server_stdin), Stdio::from(server_stdout), Stdio::from(server_stderr));
    let process = Process::start_with_pipes(command, guardian, pipes)?;
    let view = own.stdout_view();
    let pumps = Pumps {
        to_server: Pump::start(own.stdin, stdin, Tap::new(hub, Direction::ToServer))?,
        to_agent: Pump::start(stdout, own.stdout, Tap::new(hub, Direction::ToAgent))?,
        stderr: Pump::start(stderr, own.stderr, Tap::new(hub, Direction::Stderr))?,
        stdout: view,
    };
    Ok((process, pumps))
}

#[derive(Debug)]
struct Pumps {
    to_server: Pump,
    to_agent: Pump,
    stderr: Pump,
    stdout: Stdout,
}

impl Pumps {
    /// Completes when the agent has gone: it neither writes to stdin nor reads stdout.
    async fn abandoned(&self) {
        self.to_server.ended().await;
        while !self.stdout.is_abandoned() {
            tokio::time::sleep(ABANDONED).await;
        }
    }

    /// Completes when all server output has been relayed.
    async fn drained(&self) {
        let drained = async |pump: &Pump| {
            let mut reads = None;
            while tokio::time::timeout(DRAIN, pump.ended()).await.is_err() {
                let before = std::mem::replace(&mut reads, pump.reads());
                if reads.is_some() && reads == before {
                    return;
                }
            }
        };
        tokio::join!(drained(&self.to_agent), drained(&self.stderr));
    }
}

/// The signals that are forwarded to the server.
#[cfg(unix)]
struct Signals([tokio::signal::unix::Signal; 3]);

#[cfg(unix)]
struct Passed(nix::sys::signal::Signal);

#[cfg(unix)]
impl Signals {
    fn new() -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};

        Ok(Self([signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?, signal(SignalKind::hangup())?]))
    }

    async fn next(&mut self) -> Passed {
        use nix::sys::signal::Signal::{SIGHUP, SIGINT, SIGTERM};

        let Self([terminate, interrupt, hang_up]) = self;
        Passed(tokio::select! {
            _ = terminate.recv() => SIGTERM,
            _ = interrupt.recv() => SIGINT,
            _ = hang_up.recv() => SIGHUP,
        })
    }
}

#[cfg(unix)]
impl Passed {
    fn send_to(&self, process: &Process) {
        process.signal(self.0);
    }
}

/// Ctrl-C, which the system sends to the server too.
#[cfg(not(unix))]
struct Signals;

#[cfg(not(unix))]
struct Passed;

#[cfg(not(unix))]
impl Signals {
    async fn next(&mut self) -> Passed {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
        Passed
    }
}

#[cfg(not(unix))]
impl Passed {
    fn send_to(&self, _: &Process) {}
}
