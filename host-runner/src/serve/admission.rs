use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use parking_lot::Mutex;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Limits how many requests run at once, and how many wait in the queue.
#[derive(Clone, Debug)]
pub(crate) struct Admission {
    running: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
    queue: usize,
}

/// An admitted request. Dropping it, or calling [`leave`](Self::leave), makes room for the next one.
#[derive(Debug)]
pub(crate) struct Admitted {
    permit: Mutex<Option<OwnedSemaphorePermit>>,
    /// Filled when the request reaches an instance. The flag is true once the instance has failed because all instances
    /// together have reached their memory limit.
    is_short: OnceLock<Arc<AtomicBool>>,
}

impl Admitted {
    fn new(permit: OwnedSemaphorePermit) -> Arc<Self> {
        Arc::new(Self { permit: Mutex::new(Some(permit)), is_short: OnceLock::new() })
    }

    /// Makes room for the next request.
    pub(crate) fn leave(&self) {
        self.permit.lock().take();
    }

    /// Remembers the flag of the instance that handles the request.
    pub(crate) fn watch_memory(&self, is_short: Arc<AtomicBool>) {
        self.is_short.get_or_init(|| is_short);
    }

    /// Returns true if the request's instance was terminated because other instances use the memory it needed.
    pub(crate) fn is_short_of_memory(&self) -> bool {
        self.is_short.get().is_some_and(|is_short| is_short.load(Ordering::Acquire))
    }
}

/// The error for a request that finds the queue full.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Full;

impl Admission {
    pub(crate) fn new(running: usize, queue: usize) -> Self {
        Self { running: Arc::new(Semaphore::new(running)), waiting: Arc::default(), queue }
    }

    /// Admits a request, at once if there is room, otherwise when a running request has ended.
    pub(crate) async fn enter(&self) -> Result<Arc<Admitted>, Full> {
        if let Ok(permit) = Arc::clone(&self.running).try_acquire_owned() {
            return Ok(Admitted::new(permit));
        }
        let slot = QueueSlot::reserve(&self.waiting, self.queue).ok_or(Full)?;
        let permit = Arc::clone(&self.running).acquire_owned().await.map_err(|_| Full)?;
        drop(slot);
        Ok(Admitted::new(permit))
    }
}

/// A slot in the queue. It is released on drop, and therefore also when the client stops waiting.
struct QueueSlot(Arc<AtomicUsize>);

impl QueueSlot {
    fn reserve(waiting: &Arc<AtomicUsize>, queue: usize) -> Option<Self> {
        let reserved =
            waiting.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |count| (count < queue).then_some(count + 1));
        reserved.is_ok().then(|| Self(Arc::clone(waiting)))
    }
}

impl Drop for QueueSlot {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;

    use super::*;

    #[tokio::test]
    async fn requests_beyond_the_queue_are_refused() {
        let admission = Admission::new(1, 1);
        let running = admission.enter().await.unwrap();
        let mut waiting = Box::pin(admission.enter());
        assert!((&mut waiting).now_or_never().is_none());
        assert_eq!(admission.enter().await.err(), Some(Full));
        drop(running);
        assert!(waiting.await.is_ok());
    }

    #[tokio::test]
    async fn a_client_that_stops_waiting_frees_its_slot() {
        let admission = Admission::new(1, 1);
        let running = admission.enter().await.unwrap();
        assert!(admission.enter().now_or_never().is_none());
        assert!(admission.enter().now_or_never().is_none());
        drop(running);
        assert!(admission.enter().now_or_never().is_some_and(|entered| entered.is_ok()));
    }
}
