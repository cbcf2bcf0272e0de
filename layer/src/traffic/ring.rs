//! The store of records, within bounds, and its subscribers. The oldest records leave first.

use std::collections::VecDeque;
use std::fmt;
use std::pin::Pin;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use bytes::Bytes;
use event_listener::{Event, EventListener};
use futures_util::stream::{BoxStream, Stream, StreamExt as _};

use super::Traffic;
use super::callers::{Caller, random_key};
use super::exchange::Instant;
use crate::model::RawJson;

/// The bytes that a record takes beside its text.
const OVERHEAD: usize = 64;

/// The maximum number of bytes that a reader gets at once.
const BATCH_BYTES: usize = 256 * 1024;

/// The stored records.
pub(super) struct Ring {
    state: Mutex<State>,
    changed: Event,
    epoch: String,
    records: usize,
    bytes: usize,
}

struct State {
    records: VecDeque<Stored>,
    /// The number of the next record. Records are numbered from 1.
    next: u64,
    bytes: usize,
}

struct Stored {
    caller: Caller,
    /// The record as JSON, on one line.
    json: Bytes,
}

/// The records that a subscriber gets at once.
#[derive(Debug, Default)]
pub(crate) struct Batch {
    /// The first and the last number of the records that have left before they were read.
    pub(crate) missed: Option<(u64, u64)>,
    /// Numbers and records.
    pub(crate) records: Vec<(u64, Bytes)>,
    /// The number with which to go on.
    pub(crate) next: u64,
}

impl Ring {
    pub(super) fn new(records: usize, bytes: usize) -> Self {
        let [first, second, third, fourth, ..] = random_key();
        let started = Instant::now().0;
        let state = State { records: VecDeque::new(), next: 1, bytes: 0 };
        Self {
            state: Mutex::new(state),
            changed: Event::new(),
            // The time tells recordings apart where there are no random numbers.
            epoch: format!("{first:02x}{second:02x}{third:02x}{fourth:02x}{started:x}"),
            records: records.max(1),
            bytes,
        }
    }

    /// The name of this recording, which no other one has.
    pub(super) fn epoch(&self) -> &str {
        &self.epoch
    }

    /// Adds a record, and removes the oldest ones if there are too many.
    pub(super) fn push(&self, caller: Caller, json: Bytes) {
        let mut state = self.lock();
        state.bytes += json.len() + OVERHEAD;
        state.records.push_back(Stored { caller, json });
        state.next += 1;
        while state.records.len() > self.records || (state.bytes > self.bytes && state.records.len() > 1) {
            let Some(oldest) = state.records.pop_front() else { break };
            state.bytes -= oldest.json.len() + OVERHEAD;
        }
        drop(state);
        self.changed.notify(usize::MAX);
    }

    /// Returns the numbers of the oldest and of the newest record.
    pub(super) fn range(&self) -> (u64, u64) {
        let state = self.lock();
        (state.oldest(), state.next - 1)
    }

    /// Returns records from a number on: those of one caller, or all.
    pub(super) fn read(&self, from: u64, caller: Option<Caller>) -> Batch {
        let state = self.lock();
        let from = from.min(state.next);
        let begin = from.max(state.oldest());
        let missed = (begin > from).then(|| (from, begin - 1));
        let mut batch = Batch { missed, records: Vec::new(), next: begin };
        let mut bytes = 0;
        let skipped = usize::try_from(begin - state.oldest()).unwrap_or(usize::MAX);
        for record in state.records.iter().skip(skipped) {
            if bytes >= BATCH_BYTES {
                break;
            }
            if caller.is_none_or(|caller| caller == record.caller) {
                bytes += record.json.len();
                batch.records.push((batch.next, record.json.clone()));
            }
            batch.next += 1;
        }
        batch
    }

    /// Returns a future that completes after the next change. It counts from this call.
    pub(super) fn changed(&self) -> EventListener {
        self.changed.listen()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// The number of the oldest record, or of the next one if there are none.
    fn oldest(&self) -> u64 {
        self.next - self.records.len() as u64
    }
}

impl fmt::Debug for Ring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = self.lock();
        write!(f, "Ring({} records, {} bytes)", state.records.len(), state.bytes)
    }
}

/// An item of [`TrafficEvents`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TrafficEvent {
    /// A record, as a JSON object whose members `docs/traffic.md` describes.
    #[non_exhaustive]
    Record {
        /// The number of the record, counted from 1.
        number: u64,
        /// The record.
        record: RawJson,
    },
    /// Records that have left before the subscriber has read them.
    #[non_exhaustive]
    Missed {
        /// The number of the first one.
        from: u64,
        /// The number of the last one.
        to: u64,
    },
}

/// The records of a [`Traffic`] as they are made: a stream that never ends, unless the recording is off.
pub struct TrafficEvents(BoxStream<'static, TrafficEvent>);

impl TrafficEvents {
    pub(super) fn new(traffic: Traffic) -> Self {
        let begin = (traffic, 1);
        let batches = futures_util::stream::unfold(begin, async |(traffic, from)| {
            let ring = &traffic.recording()?.ring;
            loop {
                let changed = ring.changed();
                let batch = ring.read(from, None);
                if batch.next > from {
                    let next = batch.next;
                    return Some((batch, (traffic, next)));
                }
                changed.await;
            }
        });
        let events = batches.flat_map(|batch| {
            let missed = batch.missed.map(|(from, to)| TrafficEvent::Missed { from, to });
            let records = batch
                .records
                .into_iter()
                .map(|(number, json)| TrafficEvent::Record { number, record: RawJson::from_written(json.into()) });
            futures_util::stream::iter(missed.into_iter().chain(records))
        });
        Self(Box::pin(events))
    }
}

impl Stream for TrafficEvents {
    type Item = TrafficEvent;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<TrafficEvent>> {
        self.0.poll_next_unpin(cx)
    }
}

impl fmt::Debug for TrafficEvents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TrafficEvents")
    }
}
