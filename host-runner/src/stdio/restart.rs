//! Decides when a process that has ended is restarted.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use super::exit::Exit;

/// The delay before the first restart. It doubles with each additional restart.
const FIRST_DELAY: Duration = Duration::from_secs(1);

/// Maximum delay before a restart. The delay doubles up to this limit.
const MAX_DELAY: Duration = Duration::from_secs(30);

/// Maximum number of restarts within [`PERIOD`], after which the process stays down.
const MAX_RESTARTS: usize = 5;

/// Time after which a restart is forgotten.
const PERIOD: Duration = Duration::from_mins(1);

/// The restarts in the last minute.
#[derive(Debug, Default)]
pub(super) struct Restarts {
    times: VecDeque<Instant>,
    delay: Option<Duration>,
}

impl Restarts {
    /// Returns the delay before the next restart, or `None` if the process stays down: because it ended with code 0,
    /// was never ready and is not a recent restart itself, or has been restarted too often.
    pub(super) fn after(&mut self, exit: &Exit, now: Instant) -> Option<Duration> {
        while self.times.front().is_some_and(|time| now.duration_since(*time) >= PERIOD) {
            self.times.pop_front();
        }
        if self.times.is_empty() {
            self.delay = None;
        }
        if exit.is_clean || (exit.before_ready && self.times.is_empty()) || self.times.len() >= MAX_RESTARTS {
            return None;
        }
        let delay = self.delay.map_or(FIRST_DELAY, |delay| (delay * 2).min(MAX_DELAY));
        self.delay = Some(delay);
        self.times.push_back(now + delay);
        Some(delay)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exit(is_clean: bool, before_ready: bool) -> Exit {
        Exit { before_ready, is_clean, ..Exit::closed_stdin() }
    }

    #[test]
    fn restarts_become_rarer_and_stop() {
        let (mut restarts, mut now) = (Restarts::default(), Instant::now());
        for seconds in [1, 2, 4, 8, 16] {
            let delay = restarts.after(&exit(false, false), now);
            assert_eq!(delay, Some(Duration::from_secs(seconds)));
            now += delay.unwrap();
        }
        assert_eq!(restarts.after(&exit(false, true), now), None);
        now += PERIOD;
        assert_eq!(restarts.after(&exit(false, false), now), Some(FIRST_DELAY));
    }

    #[test]
    fn a_process_that_ended_well_or_never_started_stays_down() {
        let now = Instant::now();
        assert_eq!(Restarts::default().after(&exit(true, false), now), None);
        assert_eq!(Restarts::default().after(&exit(false, true), now), None);
    }

    #[test]
    fn the_delay_ends_at_half_a_minute() {
        let (mut restarts, mut now) = (Restarts::default(), Instant::now());
        for seconds in [1, 2, 4, 8, 16, 30, 30] {
            let delay = restarts.after(&exit(false, false), now);
            assert_eq!(delay, Some(Duration::from_secs(seconds)));
            // The process runs for a while, so that its restarts are rare enough to continue.
            now += delay.unwrap() + Duration::from_secs(20);
        }
    }
}
