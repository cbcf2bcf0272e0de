//! The bounded record store. The oldest records are evicted first. If the explorer's own records exceed a tenth of the
//! store, they are evicted before all others, so that they do not displace other clients' records.

use std::collections::VecDeque;
use std::fmt;

use bytes::Bytes;
use event_listener::{Event, EventListener};
use parking_lot::Mutex;

use super::callers::{Caller, random_key};
use super::exchange::Instant;

/// The bytes that a record takes besides its text.
const OVERHEAD: usize = 64;

/// The size in bytes at which a batch for a reader ends. The record that reaches it is still included, and all later
/// records follow in the next batch.
const BATCH_BYTES: usize = 256 * 1024;

/// The divisor for the share of the store that is guaranteed to the explorer's own records. Above that share, they are
/// evicted before all others.
const OF_EXPLORER: usize = 10;

/// The stored records.
pub(super) struct Ring {
    state: Mutex<State>,
    changed: Event,
    epoch: String,
    records: usize,
    bytes: usize,
}

struct State {
    /// Records of the explorer's own requests.
    of_explorer: Shelf,
    others: Shelf,
    /// The next record's number. Records are numbered from 1.
    next: u64,
}

/// Records ordered by number.
#[derive(Default)]
struct Shelf {
    records: VecDeque<Stored>,
    bytes: usize,
}

struct Stored {
    number: u64,
    caller: Caller,
    /// The record as JSON, on one line.
    json: Bytes,
}

/// The records that a subscriber gets at once.
#[derive(Debug, Default)]
pub(crate) struct Batch {
    /// The first and last numbers of the records evicted before they were read.
    pub(crate) missed: Option<(u64, u64)>,
    /// Numbers and records.
    pub(crate) records: Vec<(u64, Bytes)>,
    /// The number to continue from.
    pub(crate) next: u64,
}

impl Ring {
    pub(super) fn new(records: usize, bytes: usize) -> Self {
        let [first, second, third, fourth, ..] = random_key();
        let started = Instant::now().0;
        let state = State { of_explorer: Shelf::default(), others: Shelf::default(), next: 1 };
        Self {
            state: Mutex::new(state),
            changed: Event::new(),
            // The time distinguishes recordings on platforms without random numbers.
            epoch: format!("{first:02x}{second:02x}{third:02x}{fourth:02x}{started:x}"),
            records: records.max(1),
            bytes,
        }
    }

    /// This recording's unique name.
    pub(super) fn epoch(&self) -> &str {
        &self.epoch
    }

    /// Adds a record, and removes the oldest records if there are too many.
    pub(super) fn push(&self, caller: Caller, is_of_explorer: bool, json: Bytes) {
        let mut state = self.state.lock();
        let stored = Stored { number: state.next, caller, json };
        state.next += 1;
        if is_of_explorer { &mut state.of_explorer } else { &mut state.others }.push(stored);
        while state.count() > self.records || (state.bytes() > self.bytes && state.count() > 1) {
            let State { of_explorer, others, .. } = &mut *state;
            let is_over =
                of_explorer.records.len() > self.records / OF_EXPLORER || of_explorer.bytes > self.bytes / OF_EXPLORER;
            let first = if is_over || others.records.is_empty() { of_explorer } else { others };
            first.pop();
        }
        drop(state);
        self.changed.notify(usize::MAX);
    }

    /// Returns the oldest and newest record numbers.
    pub(super) fn range(&self) -> (u64, u64) {
        let state = self.state.lock();
        (state.oldest(), state.next - 1)
    }

    /// Returns records starting at a number: one caller's or all.
    pub(super) fn read(&self, from: u64, caller: Option<Caller>) -> Batch {
        let state = self.state.lock();
        let from = from.min(state.next);
        let begin = from.max(state.oldest());
        let missed = (begin > from).then(|| (from, begin - 1));
        let mut batch = Batch { missed, records: Vec::new(), next: begin };
        let mut bytes = 0;
        for record in state.from(begin) {
            if bytes >= BATCH_BYTES {
                return batch;
            }
            if caller.is_none_or(|caller| caller == record.caller) {
                bytes += record.json.len();
                batch.records.push((record.number, record.json.clone()));
            }
            batch.next = record.number + 1;
        }
        batch.next = state.next;
        batch
    }

    /// Returns a future that completes after the next change, counted from this call.
    pub(super) fn changed(&self) -> EventListener {
        self.changed.listen()
    }
}

impl State {
    fn count(&self) -> usize {
        self.of_explorer.records.len() + self.others.records.len()
    }

    fn bytes(&self) -> usize {
        self.of_explorer.bytes + self.others.bytes
    }

    /// Returns the oldest record's number, or the next number if the store is empty.
    fn oldest(&self) -> u64 {
        let first = |shelf: &Shelf| shelf.records.front().map_or(self.next, |record| record.number);
        first(&self.of_explorer).min(first(&self.others))
    }

    /// Returns the records starting at a number, in numeric order.
    fn from(&self, begin: u64) -> impl Iterator<Item = &Stored> {
        let mut shelves = [&self.of_explorer, &self.others].map(|shelf| shelf.from(begin).peekable());
        std::iter::from_fn(move || {
            let [of_explorer, others] = &mut shelves;
            match (of_explorer.peek(), others.peek()) {
                (Some(first), Some(second)) if first.number < second.number => of_explorer.next(),
                (Some(_), None) => of_explorer.next(),
                _ => others.next(),
            }
        })
    }
}

impl Shelf {
    fn push(&mut self, record: Stored) {
        self.bytes += record.json.len() + OVERHEAD;
        self.records.push_back(record);
    }

    fn pop(&mut self) {
        if let Some(oldest) = self.records.pop_front() {
            self.bytes -= oldest.json.len() + OVERHEAD;
        }
    }

    fn from(&self, begin: u64) -> impl Iterator<Item = &Stored> {
        self.records.range(self.records.partition_point(|record| record.number < begin)..)
    }
}

impl fmt::Debug for Ring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = self.state.lock();
        write!(f, "Ring({} records, {} bytes)", state.count(), state.bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::traffic::{Traffic, TrafficSettings};

    #[test]
    fn records_of_the_explorer_push_out_no_others() {
        let traffic = Traffic::new(TrafficSettings::new().records(100));
        let caller = traffic.caller(&http::HeaderMap::new()).unwrap();
        let ring = &traffic.recording().unwrap().ring;
        let push = |is_of_explorer: bool, count: usize| {
            (0..count).for_each(|_| ring.push(caller, is_of_explorer, Bytes::from_static(b"{}")));
        };
        let numbers = |from| ring.read(from, None).records.into_iter().map(|(number, _)| number).collect::<Vec<_>>();
        push(false, 60);
        push(true, 200);
        assert_eq!(numbers(1), (1..=60).chain(221..=260).collect::<Vec<_>>());
        assert_eq!(numbers(60), [60].into_iter().chain(221..=260).collect::<Vec<_>>());
        push(false, 100);
        assert_eq!(numbers(1), (251..=260).chain(271..=360).collect::<Vec<_>>(), "a tenth is theirs");
        let batch = ring.read(5, None);
        assert_eq!((batch.missed, batch.next, ring.range()), (Some((5, 250)), 361, (251, 360)));
    }

    #[test]
    fn a_reader_gets_records_in_batches() {
        let traffic = Traffic::new(TrafficSettings::new());
        let caller = traffic.caller(&http::HeaderMap::new()).unwrap();
        let ring = &traffic.recording().unwrap().ring;
        for _ in 0..5 {
            ring.push(caller, false, Bytes::from(vec![b' '; 100 << 10]));
        }
        let batches = [1, 4].map(|from| ring.read(from, None));
        assert_eq!(batches.map(|batch| (batch.records.len(), batch.next)), [(3, 4), (2, 6)]);
    }
}
