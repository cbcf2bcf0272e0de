//! The background task that follows other replicas' records, and subscribes again after a bus outage.

use std::future::poll_fn;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Weak};
use std::task::Poll;
use std::time::Duration;

use bytes::Bytes;
use futures_util::future::abortable;
use futures_util::stream::StreamExt as _;

use super::bus::Bus;
use super::callers::Caller;
use super::given::RecordError;
use super::recording::Recording;
use super::replicas::Origin;
use crate::model::{RawJson, RawObject};
use crate::runtime::Background;

/// Maximum size of a published record in bytes. A larger record is counted, but not kept. A message in a record has at
/// most 4 MiB.
const RECORD_BYTES: usize = 5 * 1024 * 1024;

/// Maximum number of digits in a replica's name. A record with a longer name is counted, but not kept.
const NAME_DIGITS: usize = 64;

/// The time after which a subscription counts as working, even if no records arrive.
const WORKING: Duration = Duration::from_secs(10);

/// Maximum pause between two attempts to subscribe, in seconds. Pauses grow up to this length.
const LONGEST_PAUSE: u64 = 30;

/// Starts following the other replicas, unless a task already does. Does nothing without a runtime, or before the
/// runtime has started.
pub(super) fn start(recording: &Arc<Recording>) {
    let Some(replicas) = &recording.replicas else { return };
    let background = &recording.settings.background;
    if !background.outlives_requests() || replicas.following.is_running.swap(true, Ordering::AcqRel) {
        return;
    }
    let task = Task { recording: Arc::downgrade(recording), bus: replicas.bus.clone(), background: background.clone() };
    let (task, handle) = abortable(task.run());
    *replicas.following.handle.lock() = Some(handle);
    background.spawn(async {
        // An error means that the recording was dropped.
        let _ = task.await;
    });
}

/// The background task. It does not keep the recording alive. If it is dropped, another task can start.
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

impl Recording {
    /// Stores a record from the bus, unless this replica published it. Strings that are not records are counted.
    fn receive(&self, published: Bytes) {
        let Some(replicas) = &self.replicas else { return };
        let taken = parse(published).and_then(|(origin, record)| {
            if origin.replica == self.ring.epoch() { Ok(()) } else { self.take_from(&origin, &record) }
        });
        if let Err(reason) = taken {
            replicas.count_unread(&reason);
        }
    }
}

fn parse(published: Bytes) -> Result<(Origin, RawJson), RecordError> {
    if published.len() > RECORD_BYTES {
        return Err(RecordError::new(format!("It is {} bytes long, which is too large.", published.len())));
    }
    let wrong = |member: &str| RecordError::new(format!("Its member {member:?} is missing or invalid."));
    let published = RawObject::from_bytes(published).map_err(|_| RecordError::new("It is not a JSON object."))?;
    let is_name = |name: &String| name.len() <= NAME_DIGITS && name.bytes().all(|byte| byte.is_ascii_hexdigit());
    let replica = published.get_string("replica").filter(is_name).ok_or_else(|| wrong("replica"))?;
    let caller = published.get_string("caller").and_then(|digits| Caller::from_digits(&digits));
    let caller = caller.ok_or_else(|| wrong("caller"))?;
    let record = published.get("record").ok_or_else(|| wrong("record"))?.clone();
    Ok((Origin { replica, caller }, record))
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
            tracing::warn!("lost the traffic bus; the traffic of other replicas is missing");
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_larger_record_is_refused() {
        let frame = format!(r#"{{"replica":"a","caller":"{}","record":{{}},"x":""}}"#, "0".repeat(32)).len();
        let padded = |bytes: usize| {
            let text = "x".repeat(bytes - frame);
            format!(r#"{{"replica":"a","caller":"{}","record":{{}},"x":"{text}"}}"#, "0".repeat(32)).into()
        };
        assert!(parse(padded(5 << 20)).is_ok());
        assert!(parse(padded((5 << 20) + 1)).is_err_and(|error| error.to_string().contains("too large")));
    }

    #[test]
    fn the_pauses_of_an_outage_grow_to_half_a_minute() {
        let mut outage = Outage::default();
        let pauses: Vec<_> = (0..7).map(|_| outage.pause().as_secs()).collect();
        assert_eq!(pauses, [1, 2, 4, 8, 16, 30, 30]);
    }
}
