//! The process lifecycle: start, negotiation, its pipes, its end, and the next start.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;

use super::console::{Console, ConsoleLevel};
use super::era::Era;
use super::exit::Exit;
use super::link::Link;
use super::negotiate::{self, Failure, Opening};
use super::options::{ProtocolChoice, StdioCommand, StdioOptions};
use super::pipes::{self, DRAIN, StdoutEnd};
use super::process::{Guardian, Process};
use super::restart::Restarts;
use super::writer::{Writer, has_unread};

/// The process state, as requests see it.
#[derive(Clone, Debug)]
pub(super) enum Phase {
    Starting,
    Ready(Arc<Link>),
    Down(Arc<Exit>),
}

/// A command for the supervisor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Control {
    Restart,
    ShutDown,
}

/// The task that runs the process.
pub(super) struct Supervisor {
    pub(super) command: StdioCommand,
    pub(super) options: StdioOptions,
    pub(super) console: Console,
    pub(super) phase: watch::Sender<Phase>,
    pub(super) control: mpsc::Receiver<Control>,
}

/// The reason a run of the process is over.
enum Cause {
    Exited(std::io::Result<std::process::ExitStatus>),
    /// No revision was agreed on.
    NotReady(Failure),
    /// No revision was agreed on within this time.
    Late(Duration),
    ClosedStdout,
    TooLong,
    /// The process sends requests, and does not read the answers.
    Unread,
    Control(Control),
}

/// A finished run of the process.
struct Ended {
    exit: Exit,
    /// The link whose requests must fail with the exit; `None` if the process was never started.
    link: Option<Arc<Link>>,
    control: Option<Control>,
    /// The opening for the next process, if known.
    opening: Option<Opening>,
    /// True if the process has ended, or refused everything, because of the first request that it got.
    by_opening: bool,
}

/// Waits for the delay before the next start, if any, or for a command. Returns true if the process must be started.
pub(super) async fn pause(control: &mut mpsc::Receiver<Control>, delay: Option<Duration>) -> bool {
    let waiting = async {
        match delay {
            Some(delay) => tokio::time::sleep(delay).await,
            None => std::future::pending().await,
        }
    };
    tokio::select! {
        () = waiting => true,
        control = control.recv() => control == Some(Control::Restart),
    }
}

impl Ended {
    /// Fails all pending requests, and says when the process is restarted. `tell` is called first, so that any client
    /// that sees the failure also sees the process state.
    fn close(self, restarts_in: Option<Duration>, tell: impl FnOnce(&Arc<Exit>)) {
        let exit = Arc::new(Exit { restarts_in, ..self.exit });
        tell(&exit);
        if let Some(link) = self.link {
            link.close(&exit);
        }
    }
}

impl Supervisor {
    /// Runs the process until it is shut down: by command, or because no [`StdioServer`](super::StdioServer) is left.
    pub(super) async fn run(mut self) {
        let guardian = self.guardian();
        let mut restarts = Restarts::default();
        let mut opening = Opening::Initialize;
        loop {
            if self.is_shut_down() {
                return;
            }
            self.phase.send_replace(Phase::Starting);
            let ended = self.run_once(&guardian, opening).await;
            // Some servers for the newest revision exit at a handshake, or refuse everything after it.
            if ended.by_opening && opening == Opening::Initialize {
                let text = format!(
                    "{} It is being started again, with server/discover as the first request.",
                    ended.exit.sentence()
                );
                self.note(ConsoleLevel::Info, &text);
                opening = Opening::Discover;
                ended.close(Some(Duration::ZERO), |_| {});
                continue;
            }
            opening = ended.opening.unwrap_or(Opening::Initialize);
            match ended.control {
                Some(Control::ShutDown) => {
                    ended.close(None, |exit| self.go_down(exit));
                    return;
                }
                Some(Control::Restart) => {
                    let text = format!("{} It is being restarted on request.", ended.exit.sentence());
                    self.note(ConsoleLevel::Info, &text);
                    ended.close(Some(Duration::ZERO), |_| {});
                    continue;
                }
                None => {}
            }
            let delay = restarts.after(&ended.exit, Instant::now());
            ended.close(delay, |exit| {
                // The caller of `ready` reports a server that never became ready.
                if !exit.before_ready || exit.restarts_in.is_some() {
                    let level = if exit.is_clean { ConsoleLevel::Warning } else { ConsoleLevel::Error };
                    self.note(level, &exit.without_output().to_string());
                }
                self.go_down(exit);
            });
            if !pause(&mut self.control, delay).await {
                return;
            }
        }
    }

    #[cfg(unix)]
    fn guardian(&self) -> Guardian {
        let program = self.options.watchdog.as_deref()?;
        match super::watchdog::Watchdog::start(program) {
            Ok(watchdog) => Some(Arc::new(watchdog)),
            Err(error) => {
                let text = format!("There is no watchdog: {error}. A kill -9 of mcp-ui may leave the server running.");
                self.note(ConsoleLevel::Warning, &text);
                None
            }
        }
    }

    #[cfg(not(unix))]
    #[expect(clippy::unused_self, reason = "it is used on Unix")]
    fn guardian(&self) -> Guardian {}

    fn go_down(&self, exit: &Arc<Exit>) {
        self.phase.send_replace(Phase::Down(Arc::clone(exit)));
    }

    fn note(&self, level: ConsoleLevel, text: &str) {
        self.console.note(level, text);
    }

    /// Discards restart commands that the next start fulfills. Returns true if the process must be shut down.
    fn is_shut_down(&mut self) -> bool {
        std::iter::from_fn(|| self.control.try_recv().ok()).any(|control| control == Control::ShutDown)
    }

    /// Runs the process once.
    async fn run_once(&mut self, guardian: &Guardian, opening: Opening) -> Ended {
        let since = self.console.next_number();
        let (mut process, pipes) = match Process::start(&self.command, guardian) {
            Ok(started) => started,
            Err(reason) => {
                let exit = Exit::unstarted(reason);
                return Ended { exit, link: None, control: None, opening: None, by_opening: false };
            }
        };
        let number = process.id().map(|id| format!(" as process {id}")).unwrap_or_default();
        self.note(ConsoleLevel::Info, &format!("The server was started{number}: {}", self.command));
        let (writer, lines) = Writer::new();
        let link = Arc::new(Link::new(writer, self.console.clone(), process.id()));
        let writing = tokio::spawn(lines.write_to(pipes.stdin, has_unread));
        let stderr = tokio::spawn(pipes::read_stderr(pipes.stderr, self.console.clone()));
        let mut stdout = tokio::spawn(pipes::read_stdout(pipes.stdout, Arc::clone(&link)));

        let (cause, is_ready) = self.serve(&mut process, &link, &mut stdout, opening).await;
        writing.abort();
        // Before it ends, the writer checks for the last time whether the process has read the first message.
        let _ = writing.await;
        let status = match cause {
            Cause::Exited(_) => None,
            // Killed without a grace period, since the process may flood stdout meanwhile.
            Cause::Unread => Some(process.kill().await),
            _ => Some(process.end().await),
        };
        process.forget();
        pipes::drain(stdout, stderr).await;
        let ended = |reason: String| Exit::new(reason, &self.console, since);
        let mut exit = match (&cause, &status) {
            (Cause::Exited(Ok(status)), _) | (Cause::Control(_), Some(Ok(status))) => {
                Exit::of_status(*status, &self.console, since)
            }
            (Cause::Exited(Err(error)), _) => ended(format!("could not be waited for: {error}")),
            (Cause::NotReady(failure), _) => ended(failure.reason.clone()),
            (Cause::Late(limit), _) => {
                let seconds = limit.as_secs_f64();
                let reason = format!(
                    "was stopped, because it answered neither initialize nor server/discover within {seconds} s"
                );
                Exit { is_late: true, ..ended(reason) }
            }
            (Cause::TooLong, _) => {
                ended("was stopped, because it wrote a line of more than 16 MiB to stdout".to_owned())
            }
            (Cause::Unread, _) => ended("sends requests, but does not read the answers, so it was stopped".to_owned()),
            (Cause::ClosedStdout, _) => ended("was stopped, because it had closed its stdout".to_owned()),
            (Cause::Control(_), _) => ended("was ended".to_owned()),
        };
        exit.before_ready = !is_ready;
        if !is_ready && !matches!(cause, Cause::Control(_)) {
            exit.held_back = Process::held_back(&self.command);
        }
        let by_opening = matches!(self.options.protocol, ProtocolChoice::Auto | ProtocolChoice::Both)
            && !is_ready
            && match &cause {
                // A process that crashes before it reads the opening would crash again.
                Cause::Exited(_) | Cause::ClosedStdout => link.is_read_by_process(),
                Cause::NotReady(failure) => failure.is_pinned,
                _ => false,
            };
        let is_stateless = matches!(link.era.get(), Some(Era::Stateless { .. }));
        let opening = is_stateless.then_some(Opening::Discover);
        let control = if let Cause::Control(control) = cause { Some(control) } else { None };
        Ended { exit, link: Some(link), control, opening, by_opening }
    }

    /// Negotiates, and then waits until the run is over. Returns true if the process became ready.
    async fn serve(
        &mut self,
        process: &mut Process,
        link: &Arc<Link>,
        stdout: &mut JoinHandle<StdoutEnd>,
        opening: Opening,
    ) -> (Cause, bool) {
        let StdioOptions { protocol, probe_timeout, init_timeout, questions, .. } = self.options;
        let negotiation = async {
            let negotiated = negotiate::negotiate(link, protocol, probe_timeout, opening, questions);
            tokio::time::timeout(init_timeout, negotiated).await
        };
        let mut negotiation = std::pin::pin!(negotiation);
        let mut is_ready = false;
        loop {
            let cause = tokio::select! {
                biased;
                end = &mut *stdout => match end {
                    Ok(StdoutEnd::TooLong) => Cause::TooLong,
                    // Stdout closes a moment before the process ends.
                    _ => match tokio::time::timeout(DRAIN, process.wait()).await {
                        Ok(status) => Cause::Exited(status),
                        Err(_) => Cause::ClosedStdout,
                    },
                },
                negotiated = &mut negotiation, if !is_ready => match negotiated {
                    Ok(Ok(era)) => {
                        // Cannot fail, because `era` is set once per link.
                        let _ = link.era.set(era);
                        self.phase.send_replace(Phase::Ready(Arc::clone(link)));
                        is_ready = true;
                        continue;
                    }
                    Ok(Err(failure)) => Cause::NotReady(failure),
                    Err(_) => Cause::Late(init_timeout),
                },
                control = self.control.recv() => Cause::Control(control.unwrap_or(Control::ShutDown)),
                () = link.overflow() => Cause::Unread,
                status = process.wait() => Cause::Exited(status),
            };
            return (cause, is_ready);
        }
    }
}
