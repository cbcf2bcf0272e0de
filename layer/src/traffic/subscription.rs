use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use futures_util::stream::{BoxStream, Stream, StreamExt as _};

use super::recording::Recording;
use crate::model::RawJson;

/// An item of [`TrafficEvents`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TrafficEvent {
    /// A record, as a JSON object. `docs/traffic.md` describes its members.
    #[non_exhaustive]
    Record {
        /// The record's number, counted from 1.
        number: u64,
        /// The record.
        record: RawJson,
    },
    /// Records evicted before the subscriber read them.
    #[non_exhaustive]
    Missed {
        /// The first missed record's number.
        from: u64,
        /// The last missed record's number.
        to: u64,
    },
}

/// A stream of the records in a [`Traffic`](crate::Traffic) as they are made. It never ends, unless the recording is
/// off.
pub struct TrafficEvents(BoxStream<'static, TrafficEvent>);

impl TrafficEvents {
    /// Creates the stream, which is empty without a recording.
    pub(super) fn new(recording: Option<Arc<Recording>>) -> Self {
        let begin = (recording, 1);
        let batches = futures_util::stream::unfold(begin, async |(recording, from): (Option<Arc<Recording>>, u64)| {
            let ring = &recording.as_ref()?.ring;
            loop {
                let changed = ring.changed();
                let batch = ring.read(from, None);
                if batch.next > from {
                    let next = batch.next;
                    return Some((batch, (recording, next)));
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
