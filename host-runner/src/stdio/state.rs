//! The state of the process, for those who show it.

use std::fmt;
use std::sync::Arc;
use std::time::SystemTime;

use tokio::sync::watch;

use super::exit::Exit;
use super::supervisor::Phase;

/// The state of the process of a [`StdioServer`](super::StdioServer).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum ProcessState {
    /// The process is being started, and asked for the revision that it speaks.
    Starting,
    /// The process answers requests.
    Ready {
        /// The time when it was started.
        since: SystemTime,
        /// The id of the process, while it runs.
        process: Option<u32>,
    },
    /// The process has ended, or could not be started.
    Down(Arc<Exit>),
}

/// The states of the process of a [`StdioServer`](super::StdioServer), one after the other. States between two calls of
/// [`next`](Self::next) are skipped, apart from the last.
pub struct ProcessStates {
    phases: watch::Receiver<Phase>,
}

impl ProcessStates {
    pub(super) fn new(mut phases: watch::Receiver<Phase>) -> Self {
        phases.mark_changed();
        Self { phases }
    }

    /// Waits for a state that was not returned yet. Returns the present one at first, and `None` when the process has
    /// been shut down.
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
