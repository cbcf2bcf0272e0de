use std::sync::{Mutex, MutexGuard, PoisonError};

use futures_util::lock::Mutex as AsyncMutex;

/// Work that concurrent requests do once and share, such as a probe.
///
/// The work belongs to the request that does it: when that request is dropped, the next one in line starts over.
pub(super) struct SingleFlight<T> {
    turn: AsyncMutex<()>,
    progress: Mutex<Progress<T>>,
}

struct Progress<T> {
    started: u64,
    last: Option<(u64, T)>,
}

/// A point in time, as the number of runs that had started by then.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moment(u64);

impl<T: Clone> SingleFlight<T> {
    pub(super) fn now(&self) -> Moment {
        Moment(self.lock().started)
    }

    /// The outcome of a run that started after `moment`.
    pub(super) fn since(&self, moment: Moment) -> Option<T> {
        self.lock().last.as_ref().filter(|(number, _)| *number > moment.0).map(|(_, outcome)| outcome.clone())
    }

    /// Does the work, unless another request starts it after this point and finishes it first. The outcome `None` is
    /// not shared.
    ///
    /// Requests wait for each other only if they `may_wait`: in a component, a task cannot wake another request's task.
    pub(super) async fn run(&self, may_wait: bool, work: impl Future<Output = Option<T>>) -> Option<T> {
        let called = self.now();
        let turn = if may_wait { Some(self.turn.lock().await) } else { None };
        if let Some(shared) = self.since(called) {
            return Some(shared);
        }
        let number = self.start();
        let outcome = work.await;
        if let Some(outcome) = &outcome {
            self.lock().last = Some((number, outcome.clone()));
        }
        drop(turn);
        outcome
    }

    fn start(&self) -> u64 {
        let mut progress = self.lock();
        progress.started += 1;
        progress.started
    }

    fn lock(&self) -> MutexGuard<'_, Progress<T>> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T> Default for SingleFlight<T> {
    fn default() -> Self {
        Self { turn: AsyncMutex::new(()), progress: Mutex::new(Progress { started: 0, last: None }) }
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
        let outcomes = join_all((0..20).map(|_| flight.run(true, work()))).await;
        assert_eq!(outcomes[0], Some(0));
        assert!(outcomes[1..].iter().all(|outcome| *outcome == Some(1)), "{outcomes:?}");
        assert_eq!(flight.run(true, work()).await, Some(2), "an earlier run proves nothing about now");
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
    async fn what_is_inconclusive_is_not_shared() {
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
    async fn where_requests_may_not_wait_each_does_its_own_work() {
        let flight = SingleFlight::default();
        let mut hanging = Box::pin(flight.run(false, std::future::pending()));
        assert!(poll_immediate(&mut hanging).await.is_none());
        assert_eq!(poll_immediate(flight.run(false, async { Some(1) })).await, Some(Some(1)));
    }
}
