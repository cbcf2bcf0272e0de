//! The background task that follows other replicas' records, through bus outages.

use std::future::poll_fn;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::task::Poll;
use std::time::Duration;

use futures_util::future::{AbortHandle, abortable};
use futures_util::stream::StreamExt as _;

use super::Recording;
use super::bus::Bus;
use crate::runtime::Background;

/// The time after which a subscription counts as working even without records.
const WORKING: Duration = Duration::from_secs(10);

/// The longest pause between two attempts to subscribe, in seconds.
const LONGEST_PAUSE: u64 = 30;

/// The state of the task. At most one task runs.
#[derive(Default)]
pub(super) struct Following {
    is_running: AtomicBool,
    handle: Mutex<Option<AbortHandle>>,
}

/// Starts following the other replicas, unless a task already does. Does nothing without a runtime, or before it has
/// started.
pub(super) fn start(recording: &Arc<Recording>) {
    let Some(replicas) = &recording.replicas else { return };
    let background = &recording.settings.background;
    if !background.outlives_requests() || replicas.following.is_running.swap(true, Ordering::AcqRel) {
        return;
    }
    let task = Task { recording: Arc::downgrade(recording), bus: replicas.bus.clone(), background: background.clone() };
    let (task, handle) = abortable(task.run());
    *replicas.following.handle.lock().unwrap_or_else(PoisonError::into_inner) = Some(handle);
    background.spawn(async {
        // An error means that the recording was dropped.
        let _ = task.await;
    });
}

impl Drop for Following {
    fn drop(&mut self) {
        if let Some(handle) = self.handle.get_mut().unwrap_or_else(PoisonError::into_inner) {
            handle.abort();
        }
    }
}

/// The task. It does not keep the recording alive. If it is dropped, another one can start.
struct Task {
    recording: Weak<Recording>,
    bus: Bus,
    background: Background,
}

impl Task {
    async fn run(self) {
        let mut outage = Outage::default();
        loop {
            let mut records = self.bus.0.subscribe();
            loop {
                let record = match self.background.timeout(WORKING, records.next()).await {
                    Ok(None) => break,
                    Ok(Some(record)) => Some(record),
                    Err(_) => None,
                };
                outage.end();
                if let Some(record) = record {
                    let Some(recording) = self.recording.upgrade() else { return };
                    recording.receive(record);
                    yield_now().await;
                }
            }
            self.background.sleep(outage.pause()).await;
        }
    }
}

impl Drop for Task {
    fn drop(&mut self) {
        if let Some(replicas) = self.recording.upgrade().as_ref().and_then(|recording| recording.replicas.as_ref()) {
            replicas.following.is_running.store(false, Ordering::Release);
        }
    }
}

/// A bus outage, which is logged once.
#[derive(Default)]
struct Outage {
    attempts: u32,
}

impl Outage {
    /// Returns the pause before the next attempt to subscribe.
    fn pause(&mut self) -> Duration {
        if self.attempts == 0 {
            tracing::warn!("bus lost; the traffic of other replicas is missing");
        }
        let seconds = LONGEST_PAUSE.min(1 << self.attempts.min(5));
        self.attempts += 1;
        Duration::from_secs(seconds)
    }

    fn end(&mut self) {
        if std::mem::take(&mut self.attempts) > 0 {
            tracing::info!("bus is back");
        }
    }
}

/// Lets other tasks run.
async fn yield_now() {
    let mut has_yielded = false;
    poll_fn(|cx| {
        if std::mem::replace(&mut has_yielded, true) {
            return Poll::Ready(());
        }
        cx.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}
