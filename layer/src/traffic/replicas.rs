//! The replicas that share a bus: the records that this replica publishes, and the state of the task that follows the
//! others.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use futures_util::future::AbortHandle;
use parking_lot::Mutex;

use super::bus::Bus;
use super::callers::Caller;
use crate::model::ObjectWriter;

/// The number of digits from a replica's name that a record shows.
const SHORT_NAME: usize = 8;

/// The replicas that share a bus.
pub(super) struct Replicas {
    pub(super) bus: Bus,
    pub(super) following: Following,
    /// The number of strings from the bus that were not records.
    unread: AtomicU64,
}

/// The state of the task that follows other replicas. At most one task runs.
#[derive(Default)]
pub(super) struct Following {
    pub(super) is_running: AtomicBool,
    pub(super) handle: Mutex<Option<AbortHandle>>,
}

impl Drop for Following {
    fn drop(&mut self) {
        if let Some(handle) = self.handle.get_mut() {
            handle.abort();
        }
    }
}

/// The replica that made a record, and the caller of the recorded request.
pub(super) struct Origin {
    pub(super) replica: String,
    pub(super) caller: Caller,
}

impl Replicas {
    pub(super) fn new(bus: Bus) -> Self {
        Self { bus, following: Following::default(), unread: AtomicU64::default() }
    }

    /// Returns the number of strings from the bus that were not records.
    pub(super) fn unread(&self) -> u64 {
        self.unread.load(Ordering::Relaxed)
    }

    /// Publishes a record from the replica with this name.
    pub(super) fn publish(&self, replica: &str, caller: Caller, record: &[u8]) {
        let mut out = Vec::with_capacity(record.len() + 128);
        let mut object = ObjectWriter::begin(&mut out);
        object.string_member("replica", replica);
        object.string_member("caller", &caller.to_digits());
        object.member("record", record);
        object.end();
        self.bus.0.publish(out.into());
    }

    pub(super) fn count_unread(&self, reason: &dyn fmt::Display) {
        let count = self.unread.fetch_add(1, Ordering::Relaxed) + 1;
        // A flood on the bus must not flood the log.
        if count.is_power_of_two() {
            tracing::warn!(count, %reason, "records of other replicas cannot be read");
        }
    }
}

impl Origin {
    /// Returns the start of the replica's name, which is enough to tell a server's replicas apart.
    pub(super) fn replica(&self) -> &str {
        &self.replica[..self.replica.len().min(SHORT_NAME)]
    }
}
