//! The process state, for display.

use std::fmt;
use std::sync::Arc;
use std::time::SystemTime;

use tokio::sync::watch;

use super::exit::Exit;
use super::supervisor::Phase;

/// The state of a [`StdioServer`](super::StdioServer)'s process.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum ProcessState {
    /// The process is being started, and its revision determined.
    Starting,
    /// The process answers requests.
    Ready {
        /// The time when the process was started.
        since: SystemTime,
        /// The process id, while the process runs.
        process: Option<u32>,
    },
    /// The process has ended, or could not be started.
    Down(Arc<Exit>),
}

/// The successive states of a [`StdioServer`](super::StdioServer)'s process. If several states occur between two calls
/// to [`next`](Self::next), only the last is returned.
pub struct ProcessStates {
    phases: watch::Receiver<Phase>,
}

impl ProcessStates {
    pub(super) fn new(mut phases: watch::Receiver<Phase>) -> Self {
        phases.mark_changed();
        Self { phases }
    }

    /// Waits for a state that has not been returned yet. The first call returns the current state. Returns `None` once
    /// the process has been shut down.
    pub async fn next(&mut self) -> Option<ProcessState> {
        self.phases.changed().await.ok()?;
        Some(ProcessState::of(&self.phases.borrow_and_update()))
    }
}

impl ProcessState {
    pub(super) fn of(phase: &Phase) -> Self {
        match phase {
            Phase::Starting => Self::Starting,
            Phase::Ready(link) => Self::Ready { since: link.started, process: link.process },
            Phase::Down(exit) => Self::Down(Arc::clone(exit)),
        }
    }
}

impl fmt::Debug for ProcessStates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ProcessStates").field(&*self.phases.borrow()).finish()
    }
}
