//! Records on the bus: this replica's records when published, and other replicas' records on arrival.

use std::sync::atomic::{AtomicU64, Ordering};

use bytes::Bytes;

use super::Recording;
use super::bus::Bus;
use super::callers::Caller;
use super::following::Following;
use super::given::RecordError;
use crate::model::{ObjectWriter, RawJson, RawObject};

/// The maximum size of a published record in bytes. A message is at most 4 MiB.
const RECORD_BYTES: usize = 5 * 1024 * 1024;

/// The maximum number of digits in a replica's name.
const NAME_DIGITS: usize = 64;

/// The number of digits from a replica's name that a record shows.
const SHORT_NAME: usize = 8;

/// The replicas that share a bus.
pub(super) struct Replicas {
    pub(super) bus: Bus,
    pub(super) following: Following,
    /// The number of texts from the bus that were not records.
    unread: AtomicU64,
}

/// The replica that made a record, and the recorded request's caller.
pub(super) struct Origin {
    replica: String,
    pub(super) caller: Caller,
}

impl Replicas {
    pub(super) fn new(bus: Bus) -> Self {
        Self { bus, following: Following::default(), unread: AtomicU64::default() }
    }

    /// Returns the number of texts from the bus that were not records.
    pub(super) fn unread(&self) -> u64 {
        self.unread.load(Ordering::Relaxed)
    }

    /// Publishes a record from the replica with this name.
    fn publish(&self, replica: &str, caller: Caller, record: &[u8]) {
        let mut out = Vec::with_capacity(record.len() + 128);
        let mut object = ObjectWriter::begin(&mut out);
        object.string_member("replica", replica);
        object.string_member("caller", &caller.to_digits());
        object.member("record", record);
        object.end();
        self.bus.0.publish(out.into());
    }

    fn count_unread(&self, reason: &RecordError) {
        let count = self.unread.fetch_add(1, Ordering::Relaxed) + 1;
        // A flood on the bus must not flood the log.
        if count.is_power_of_two() {
            tracing::warn!(count, %reason, "records of other replicas cannot be read");
        }
    }
}

impl Recording {
    /// Stores this replica's record, and publishes it.
    pub(super) fn keep(&self, caller: Caller, is_of_explorer: bool, record: &Bytes) {
        self.ring.push(caller, is_of_explorer, record.clone());
        if let Some(replicas) = &self.replicas {
            replicas.publish(self.ring.epoch(), caller, record);
        }
    }

    /// Stores a record from the bus, unless this replica published it. Texts that are not records are counted.
    pub(super) fn receive(&self, published: Bytes) {
        let Some(replicas) = &self.replicas else { return };
        let taken = parse(published).and_then(|(origin, record)| {
            if origin.replica == self.ring.epoch() { Ok(()) } else { self.take_from(&origin, &record) }
        });
        if let Err(reason) = taken {
            replicas.count_unread(&reason);
        }
    }
}

impl Origin {
    /// Returns the beginning of the replica's name, which distinguishes a server's replicas.
    pub(super) fn replica(&self) -> &str {
        &self.replica[..self.replica.len().min(SHORT_NAME)]
    }
}

fn parse(published: Bytes) -> Result<(Origin, RawJson), RecordError> {
    if published.len() > RECORD_BYTES {
        return Err(RecordError::new(format!("It has {} bytes, which is too large.", published.len())));
    }
    let wrong = |member: &str| RecordError::new(format!("It has no member {member:?}, or a wrong one."));
    let published = RawObject::from_bytes(published).map_err(|_| RecordError::new("It is not a JSON object."))?;
    let is_name = |name: &String| name.len() <= NAME_DIGITS && name.bytes().all(|byte| byte.is_ascii_hexdigit());
    let replica = published.get_string("replica").filter(is_name).ok_or_else(|| wrong("replica"))?;
    let caller = published.get_string("caller").and_then(|digits| Caller::from_digits(&digits));
    let caller = caller.ok_or_else(|| wrong("caller"))?;
    let record = published.get("record").ok_or_else(|| wrong("record"))?.clone();
    Ok((Origin { replica, caller }, record))
}
