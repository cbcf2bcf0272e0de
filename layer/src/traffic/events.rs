//! Server-sent events in a tapped response (HTML Living Standard, "Server-sent events").

use bytes::Bytes;
use futures_util::FutureExt as _;
use futures_util::stream::StreamExt as _;
use http_body_util::Full;
use sse_stream::SseStream;

use crate::budget::Reservation;

/// Splits a stream into events, each ending with an empty line.
#[derive(Debug)]
pub(super) struct Splitter {
    /// The start of the current event.
    event: Vec<u8>,
    /// The memory reserved for `event`.
    reservation: Reservation,
    /// The current event's size in bytes, including bytes that are not kept.
    bytes: u64,
    is_line_empty: bool,
    was_return: bool,
    is_lost: bool,
}

/// An event in a stream.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Event {
    Data(Bytes),
    /// An event that was not kept, with its size in bytes.
    Lost(u64),
}

impl Splitter {
    /// Creates a splitter that keeps events within this reservation's budget.
    pub(super) fn new(reservation: Reservation) -> Self {
        Self { event: Vec::new(), reservation, bytes: 0, is_line_empty: true, was_return: false, is_lost: false }
    }

    /// Takes the next bytes, and passes the data of all events that end there to `event`. An event larger than `limit`
    /// bytes is not kept at all.
    pub(super) fn push(&mut self, bytes: &[u8], limit: usize, mut event: impl FnMut(Event)) {
        let mut begin = 0;
        for (at, &byte) in bytes.iter().enumerate() {
            match byte {
                b'\n' if self.was_return => {}
                b'\n' | b'\r' if self.is_line_empty => {
                    self.keep(&bytes[begin..=at], limit);
                    begin = at + 1;
                    if let Some(complete) = self.take() {
                        event(complete);
                    }
                }
                b'\n' | b'\r' => self.is_line_empty = true,
                _ => self.is_line_empty = false,
            }
            self.was_return = byte == b'\r';
        }
        self.keep(&bytes[begin..], limit);
    }

    /// Notes that bytes in the current event are missing.
    pub(super) fn lose(&mut self, bytes: u64) {
        self.bytes += bytes;
        (self.is_lost, self.event) = (true, Vec::new());
        self.reservation.release();
    }

    fn keep(&mut self, bytes: &[u8], limit: usize) {
        let size = self.event.len() + bytes.len();
        self.bytes += bytes.len() as u64;
        if size > limit || (!self.is_lost && self.reservation.grow_to(size).is_err()) {
            self.lose(0);
        }
        if !self.is_lost {
            self.event.extend_from_slice(bytes);
        }
    }

    /// Ends the current event. Returns `None` if it has no data.
    fn take(&mut self) -> Option<Event> {
        let event = std::mem::take(&mut self.event);
        self.reservation.release();
        let bytes = std::mem::take(&mut self.bytes);
        if std::mem::take(&mut self.is_lost) {
            return Some(Event::Lost(bytes));
        }
        let decoded = SseStream::new(Full::new(Bytes::from(event))).next().now_or_never()??;
        decoded.ok()?.data.filter(|data| !data.is_empty()).map(|data| Event::Data(data.into()))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::budget::Budget;
    use crate::setting::SettingNames;

    fn events(chunks: &[&[u8]], limit: usize) -> Vec<Event> {
        let budget = Budget::new(1_000, SettingNames::default());
        let (mut splitter, mut events) = (Splitter::new(budget.reservation()), Vec::new());
        for chunk in chunks {
            splitter.push(chunk, limit, |event| events.push(event));
        }
        events
    }

    #[test]
    fn events_end_with_an_empty_line() {
        let data = |text: &'static str| Event::Data(text.into());
        assert_eq!(events(&[b"data: a\n\ndata: b\r\n\r\ndata:c\r\rdata: d"], 100), [data("a"), data("b"), data("c")]);
        assert_eq!(events(&[b": comment\n\nid: 1\n\nevent: x\ndata: 1\ndata: 2\n\n"], 100), [data("1\n2")]);
    }

    #[test]
    fn large_events_are_only_counted() {
        assert_eq!(events(&[b"data: 1234567890\n\ndata: b\n\n"], 10), [Event::Lost(18), Event::Data("b".into())]);
    }

    proptest! {
        #[test]
        fn chunks_make_no_difference(
            text in "(data: [a-c]{0,3}|:|\n|\r\n|\r|\n\n){0,20}",
            cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..6),
        ) {
            let mut cuts: Vec<_> = cuts.iter().map(|cut| cut.index(text.len() + 1)).collect();
            cuts.extend([0, text.len()]);
            cuts.sort_unstable();
            let chunks: Vec<_> = cuts.windows(2).map(|pair| &text.as_bytes()[pair[0]..pair[1]]).collect();
            prop_assert_eq!(events(&chunks, 30), events(&[text.as_bytes()], 30));
        }
    }
}
