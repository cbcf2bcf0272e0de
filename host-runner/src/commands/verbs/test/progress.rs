//! A run's progress on a terminal, in one line on stderr.

use std::io::{self, IsTerminal as _};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Clears the terminal's line.
const CLEAR: &str = "\r\x1b[K";

#[derive(Debug, Default)]
pub(super) struct Progress {
    /// The number of tests, or 0 if nothing is shown.
    total: usize,
    done: AtomicUsize,
}

impl Progress {
    /// Shows progress for `total` tests, if stderr is a terminal.
    pub(super) fn of(total: usize) -> Self {
        Self { total: if io::stderr().is_terminal() { total } else { 0 }, done: AtomicUsize::default() }
    }

    pub(super) fn step(&self) {
        if self.total > 0 {
            let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
            eprint!("{CLEAR}{done} of {} tests", self.total);
        }
    }

    pub(super) fn clear(&self) {
        if self.total > 0 {
            eprint!("{CLEAR}");
        }
    }
}
