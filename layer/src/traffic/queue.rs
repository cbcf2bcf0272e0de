//! The bounded queue from forwarded bodies to the reader: forwarding never waits for the reader.

use std::collections::VecDeque;
use std::sync::Arc;

use bytes::{Bytes, BytesMut};
use parking_lot::Mutex;

use super::exchange::{Exchange, Instant};
use crate::budget::{Budget, Reservation};
use crate::setting::SettingNames;

/// Maximum number of tapped but unread bytes in all exchanges together, and separately of bytes in unfinished events.
/// Messages above that limit are counted, but not kept.
const BYTES: usize = 8 * 1024 * 1024;

/// Maximum number of waiting taps. Additional taps are dropped, and a record states their number.
const TAPS: usize = 20_000;

/// Maximum number of separate parts of a body. When it is reached, the parts are joined, because each part has a cost.
const PARTS: usize = 256;

/// A tapped body or message.
pub(super) enum Tap {
    /// A whole request body.
    Request { exchange: Arc<Exchange>, at: Instant, body: Kept, end: End },
    /// The whole body of a response that is not an event stream.
    Response { exchange: Arc<Exchange>, at: Instant, body: Kept, end: End },
    /// A part of an event stream.
    Events { exchange: Arc<Exchange>, at: Instant, part: Kept },
    /// An event stream's end.
    EventsEnd { exchange: Arc<Exchange>, at: Instant, end: End },
    /// An exchange that ended without a response.
    NoResponse { exchange: Arc<Exchange>, at: Instant, end: End },
    /// A message over stdio.
    Stdio { session: String, is_of_other: bool, is_from_client: bool, at: Instant, text: Kept },
}

/// The way a body ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    Complete,
    /// The body was dropped early.
    Dropped,
    /// The body has failed.
    Failed,
}

/// The kept bytes of a body.
pub(super) struct Kept {
    first: Bytes,
    more: Vec<Bytes>,
    /// The body's size, including bytes that are not kept.
    pub(super) bytes: u64,
    /// The reason if nothing is kept.
    pub(super) lost: Option<Loss>,
    reservation: Reservation,
}

/// The reason for not keeping a message's bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Loss {
    TooLarge,
    Behind,
}

impl Kept {
    /// Adds bytes, without copying them.
    pub(super) fn push(&mut self, bytes: Bytes, limit: usize) {
        self.bytes += bytes.len() as u64;
        if self.lost.is_some() || bytes.is_empty() {
            return;
        }
        if self.bytes > limit as u64 {
            return self.lose(Loss::TooLarge);
        }
        if self.reservation.grow_by(bytes.len()).is_err() {
            return self.lose(Loss::Behind);
        }
        if self.first.is_empty() {
            self.first = bytes;
        } else {
            self.more.push(bytes);
        }
        if self.more.len() >= PARTS {
            (self.first, self.more) = (self.joined(), Vec::new());
        }
    }

    /// Drops the kept bytes if the body is larger than the bytes added so far.
    pub(super) fn expect_size(&mut self, bytes: u64) {
        if bytes > self.bytes {
            self.bytes = bytes;
            self.lose(Loss::TooLarge);
        }
    }

    fn lose(&mut self, loss: Loss) {
        (self.first, self.more, self.lost) = (Bytes::new(), Vec::new(), Some(loss));
        self.reservation.release();
    }

    /// Returns the bytes in one piece, or the reason if they are not kept.
    pub(super) fn whole(&self) -> Result<Bytes, Loss> {
        match self.lost {
            Some(loss) => Err(loss),
            None if self.more.is_empty() => Ok(self.first.clone()),
            None => Ok(self.joined()),
        }
    }

    fn joined(&self) -> Bytes {
        let mut all = BytesMut::with_capacity(self.reservation.bytes());
        all.extend_from_slice(&self.first);
        self.more.iter().for_each(|part| all.extend_from_slice(part));
        all.freeze()
    }
}

/// The queue for tapped data.
pub(super) struct Queue {
    budget: Budget,
    /// The memory for unfinished events, kept separate because slow streams must not take memory from other messages.
    begun_events: Budget,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    taps: VecDeque<Tap>,
    /// The number of taps that were dropped because the queue was full, and are not yet reported to the reader.
    dropped: u64,
    /// True while a reader is running.
    is_read: bool,
}

/// The next item for the reader.
pub(super) enum Next {
    Tap(Tap),
    /// The number of dropped taps.
    Dropped(u64),
}

impl Default for Queue {
    fn default() -> Self {
        let budget = || Budget::new(BYTES, SettingNames::default());
        Self { budget: budget(), begun_events: budget(), state: Mutex::default() }
    }
}

impl Queue {
    /// Returns an empty place for a body's bytes.
    pub(super) fn keep(&self) -> Kept {
        let reservation = self.budget.reservation();
        Kept { first: Bytes::new(), more: Vec::new(), bytes: 0, lost: None, reservation }
    }

    /// Returns a reservation for an unfinished event.
    pub(super) fn begun_event(&self) -> Reservation {
        self.begun_events.reservation()
    }

    /// Adds a tap. If the queue is full, the tap is only counted. Returns `true` if there is no reader yet: the caller
    /// must then start one.
    pub(super) fn push(&self, tap: Tap) -> bool {
        let mut state = self.state.lock();
        if state.taps.len() < TAPS {
            state.taps.push_back(tap);
        } else {
            state.dropped += 1;
        }
        !std::mem::replace(&mut state.is_read, true)
    }

    /// Takes the next item to read.
    pub(super) fn next(&self) -> Option<Next> {
        let mut state = self.state.lock();
        if let Some(tap) = state.taps.pop_front() {
            return Some(Next::Tap(tap));
        }
        let dropped = std::mem::take(&mut state.dropped);
        (dropped > 0).then_some(Next::Dropped(dropped))
    }

    /// Stops the reader if the queue is empty. The next tap then starts another reader.
    pub(super) fn rest(&self) -> bool {
        let mut state = self.state.lock();
        let is_empty = state.taps.is_empty() && state.dropped == 0;
        if is_empty {
            state.is_read = false;
            state.taps.shrink_to(64);
        }
        is_empty
    }

    /// Notes that the reader stopped before it was done.
    pub(super) fn abandon(&self) {
        self.state.lock().is_read = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_of_a_body_are_joined_before_they_are_many() {
        let queue = Queue::default();
        let mut body = queue.keep();
        let mut most = 0;
        for _ in 0..1_000 {
            body.push(Bytes::from_static(b"x"), 1_000);
            most = most.max(body.more.len());
        }
        assert_eq!((most, body.whole().unwrap().len()), (255, 1_000));
    }

    #[test]
    fn taps_beyond_the_limit_are_only_counted() {
        let queue = Queue::default();
        for _ in 0..20_003 {
            let (session, text) = (String::new(), queue.keep());
            queue.push(Tap::Stdio { session, is_of_other: false, is_from_client: true, at: Instant(0), text });
        }
        let taps = std::iter::from_fn(|| queue.next()).take_while(|next| matches!(next, Next::Tap(_)));
        assert_eq!(taps.count(), 20_000);
    }
}
