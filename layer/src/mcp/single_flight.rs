//! Work done once for all requests that need it at the same time.
//!
//! Without sharing, every request from a newly opened page would probe the server and start its own session.

use std::collections::HashMap;
use std::sync::{Arc, Weak};

use futures_util::lock::Mutex as AsyncMutex;
use parking_lot::Mutex;

use super::caller::CallerKey;

/// Work that concurrent requests share, such as a probe.
///
/// A single request does the work. If that request is dropped, another request starts over.
///
/// A request uses another request's output only if the work for it started after the request itself. An older output
/// may describe a server that has been replaced since.
pub(super) struct SingleFlight<T> {
    turn: AsyncMutex<()>,
    progress: Mutex<Progress<T>>,
}

/// The number of started runs, and the last output with its run number.
struct Progress<T> {
    started: u64,
    last: Option<(u64, T)>,
}

/// A point in time, expressed as the number of started runs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moment(u64);

impl<T: Clone> SingleFlight<T> {
    /// Returns the current moment, for [`since`](Self::since).
    pub(super) fn now(&self) -> Moment {
        Moment(self.progress.lock().started)
    }

    /// Returns the output from a run that started after `moment`, if such a run has finished.
    pub(super) fn since(&self, moment: Moment) -> Option<T> {
        self.progress.lock().last.as_ref().filter(|(number, _)| *number > moment.0).map(|(_, output)| output.clone())
    }

    /// Does the work, or returns the output of another request's run that starts after this call. A `None` output is
    /// not shared.
    ///
    /// Requests wait for each other only with `may_wait`: in a component, a task cannot wake another request's task.
    pub(super) async fn run(&self, may_wait: bool, work: impl Future<Output = Option<T>>) -> Option<T> {
        let called = self.now();
        let turn = if may_wait { Some(self.turn.lock().await) } else { None };
        if let Some(shared) = self.since(called) {
            return Some(shared);
        }
        let number = self.start();
        let output = work.await;
        if let Some(output) = &output {
            self.progress.lock().last = Some((number, output.clone()));
        }
        drop(turn);
        output
    }

    /// Counts a run and returns its number, starting at 1.
    fn start(&self) -> u64 {
        let mut progress = self.progress.lock();
        progress.started += 1;
        progress.started
    }
}

impl<T> Default for SingleFlight<T> {
    fn default() -> Self {
        Self { turn: AsyncMutex::new(()), progress: Mutex::new(Progress { started: 0, last: None }) }
    }
}

/// The running work for each caller. The references are weak, so that nothing remains after a caller has gone.
pub(super) struct Flights<T>(Mutex<HashMap<CallerKey, Weak<SingleFlight<T>>>>);

impl<T> Flights<T> {
    /// Returns this caller's work. It exists as long as one of the caller's requests uses it.
    pub(super) fn get(&self, caller: &CallerKey) -> Arc<SingleFlight<T>> {
        let mut flights = self.0.lock();
        if let Some(shared) = flights.get(caller).and_then(Weak::upgrade) {
            return shared;
        }
        flights.retain(|_, shared| shared.strong_count() > 0);
        let new = Arc::default();
        flights.insert(*caller, Arc::downgrade(&new));
        new
    }
}

impl<T> Default for Flights<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use futures_util::future::{join_all, poll_immediate};

    use super::*;

    async fn yield_once() {
        let mut yielded = false;
        std::future::poll_fn(|cx| {
            if std::mem::replace(&mut yielded, true) {
                return std::task::Poll::Ready(());
            }
            cx.waker().wake_by_ref();
            std::task::Poll::Pending
        })
        .await;
    }

    #[tokio::test]
    async fn requests_share_a_run_that_starts_after_they_do() {
        let (flight, runs) = (SingleFlight::default(), AtomicUsize::new(0));
        let work = || async {
            yield_once().await;
            Some(runs.fetch_add(1, Ordering::SeqCst))
        };
        let outputs = join_all((0..20).map(|_| flight.run(true, work()))).await;
        assert_eq!(outputs[0], Some(0));
        assert!(outputs[1..].iter().all(|output| *output == Some(1)), "{outputs:?}");
        assert_eq!(flight.run(true, work()).await, Some(2), "an earlier run is not reused");
    }

    #[tokio::test]
    async fn a_run_that_is_dropped_is_started_over() {
        let flight = SingleFlight::default();
        let mut hanging = Box::pin(flight.run(true, std::future::pending()));
        assert!(poll_immediate(&mut hanging).await.is_none());
        let mut waiting = Box::pin(flight.run(true, async { Some(7) }));
        assert!(poll_immediate(&mut waiting).await.is_none());
        drop(hanging);
        assert_eq!(waiting.await, Some(7));
    }

    #[tokio::test]
    async fn an_inconclusive_run_is_not_shared() {
        let (flight, runs) = (SingleFlight::<()>::default(), AtomicUsize::new(0));
        let work = || async {
            yield_once().await;
            runs.fetch_add(1, Ordering::SeqCst);
            None
        };
        join_all((0..3).map(|_| flight.run(true, work()))).await;
        assert_eq!(runs.into_inner(), 3);
    }

    #[tokio::test]
    async fn requests_that_may_not_wait_each_do_the_work() {
        let flight = SingleFlight::default();
        let mut hanging = Box::pin(flight.run(false, std::future::pending()));
        assert!(poll_immediate(&mut hanging).await.is_none());
        assert_eq!(poll_immediate(flight.run(false, async { Some(1) })).await, Some(Some(1)));
    }
}
