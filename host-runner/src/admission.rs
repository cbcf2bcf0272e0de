use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Lets as many requests in as may run, and as many wait as the queue has places.
#[derive(Clone, Debug)]
pub(crate) struct Admission {
    running: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
    queue: usize,
}

/// A request that is let in. Dropped, or told to leave, it makes room for the next one.
#[derive(Debug)]
pub(crate) struct Admitted {
    permit: Mutex<Option<OwnedSemaphorePermit>>,
    /// Set by the instance that works on the request, when there is not enough memory for it.
    is_short: OnceLock<Arc<AtomicBool>>,
}

impl Admitted {
    fn new(permit: OwnedSemaphorePermit) -> Arc<Self> {
        Arc::new(Self { permit: Mutex::new(Some(permit)), is_short: OnceLock::new() })
    }

    pub(crate) fn leave(&self) {
        self.permit.lock().unwrap_or_else(PoisonError::into_inner).take();
    }

    pub(crate) fn given_to(&self, is_short: Arc<AtomicBool>) {
        self.is_short.get_or_init(|| is_short);
    }

    /// Tells whether the request's instance was ended for want of memory that other instances have.
    pub(crate) fn is_short_of_memory(&self) -> bool {
        self.is_short.get().is_some_and(|is_short| is_short.load(Ordering::Acquire))
    }
}

/// There is no room, not even to wait.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Full;

impl Admission {
    pub(crate) fn new(running: usize, queue: usize) -> Self {
        Self { running: Arc::new(Semaphore::new(running)), waiting: Arc::default(), queue }
    }

    pub(crate) async fn enter(&self) -> Result<Arc<Admitted>, Full> {
        if let Ok(permit) = Arc::clone(&self.running).try_acquire_owned() {
            return Ok(Admitted::new(permit));
        }
        let place = Place::take(&self.waiting, self.queue).ok_or(Full)?;
        let permit = Arc::clone(&self.running).acquire_owned().await.map_err(|_| Full)?;
        drop(place);
        Ok(Admitted::new(permit))
    }
}

/// A place in the queue, given back also when the client does not wait.
struct Place(Arc<AtomicUsize>);

impl Place {
    fn take(waiting: &Arc<AtomicUsize>, queue: usize) -> Option<Self> {
        let taken =
            waiting.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |count| (count < queue).then_some(count + 1));
        taken.is_ok().then(|| Self(Arc::clone(waiting)))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;

    use super::*;

    #[tokio::test]
    async fn what_neither_runs_nor_waits_is_turned_away() {
        let admission = Admission::new(1, 1);
        let running = admission.enter().await.unwrap();
        let mut waiting = Box::pin(admission.enter());
        assert!((&mut waiting).now_or_never().is_none());
        assert_eq!(admission.enter().await.err(), Some(Full));
        drop(running);
        assert!(waiting.await.is_ok());
    }

    #[tokio::test]
    async fn who_stops_waiting_gives_the_place_back() {
        let admission = Admission::new(1, 1);
        let running = admission.enter().await.unwrap();
        assert!(admission.enter().now_or_never().is_none());
        assert!(admission.enter().now_or_never().is_none());
        drop(running);
        assert!(admission.enter().now_or_never().is_some_and(|entered| entered.is_ok()));
    }
}
