//! Server-sent events with a bounded size.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use futures_util::StreamExt as _;
use http_body::{Body, Frame};
use sse_stream::SseStream;

use super::super::framing::MAX_LINE;

/// An event with its type, which is `message` by default.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Event {
    pub(super) kind: String,
    pub(super) data: String,
}

/// The events in a response.
pub(super) struct Events<B: Body<Data = Bytes> + Unpin> {
    events: SseStream<Bounded<B>>,
    /// The number of bytes received since the last event.
    received: Arc<AtomicUsize>,
}

/// The reason the events ended, as a clause.
pub(super) type Ended = &'static str;

impl<B> Events<B>
where
    B: Body<Data = Bytes> + Unpin,
{
    pub(super) fn new(body: B) -> Self {
        let received = Arc::default();
        Self { events: SseStream::new(Bounded { body, received: Arc::clone(&received) }), received }
    }

    /// Reads the next event with data.
    pub(super) async fn next(&mut self) -> Result<Event, Ended> {
        loop {
            let event = self.events.next().await.ok_or("ended the connection")?;
            self.received.store(0, Ordering::Relaxed);
            let event = event.map_err(|error| match error {
                sse_stream::Error::Body(error) if error.downcast_ref() == Some(&Failed::TooLong) => {
                    "sent an event of more than 16 MiB"
                }
                sse_stream::Error::Body(_) => "broke the connection",
                _ => "sent an event that is not UTF-8",
            })?;
            if let Some(data) = event.data {
                return Ok(Event { kind: event.event.unwrap_or_else(|| "message".to_owned()), data });
            }
        }
    }
}

/// A body that fails if it receives more bytes without an event than a message may have.
struct Bounded<B> {
    body: B,
    received: Arc<AtomicUsize>,
}

impl<B> Body for Bounded<B>
where
    B: Body<Data = Bytes> + Unpin,
{
    type Data = Bytes;
    type Error = Failed;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Failed>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(cx));
        Poll::Ready(frame.map(|frame| {
            let frame = frame.map_err(|_| Failed::Broken)?;
            let more = frame.data_ref().map_or(0, Bytes::len);
            let received = self.received.fetch_add(more, Ordering::Relaxed).saturating_add(more);
            if received > MAX_LINE { Err(Failed::TooLong) } else { Ok(frame) }
        }))
    }
}

/// A body's failure.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
enum Failed {
    #[error("an event is too long")]
    TooLong,
    #[error("the connection is broken")]
    Broken,
}

#[cfg(test)]
mod tests {
    use http_body_util::Full;

    use super::*;

    #[tokio::test]
    async fn events_are_read() {
        let text = ": comment\n\nevent: endpoint\r\ndata: /a\r\n\r\ndata:one\ndata: two\nid: 1\n\nevent: x\n\ndata: y\n\ndata: z";
        let mut events = Events::new(Full::from(text));
        let event = |kind: &str, data: &str| Ok(Event { kind: kind.to_owned(), data: data.to_owned() });
        assert_eq!(events.next().await, event("endpoint", "/a"));
        assert_eq!(events.next().await, event("message", "one\ntwo"));
        assert_eq!(events.next().await, event("message", "y"));
        assert_eq!(events.next().await, Err("ended the connection"));
    }

    #[tokio::test]
    async fn an_event_is_bounded() {
        let line = vec![b'x'; MAX_LINE + 1];
        assert_eq!(Events::new(Full::from(line)).next().await, Err("sent an event of more than 16 MiB"));
        let lines = format!("data: {}\n", "x".repeat(1 << 20)).repeat(17);
        assert_eq!(Events::new(Full::from(lines)).next().await, Err("sent an event of more than 16 MiB"));
    }
}
