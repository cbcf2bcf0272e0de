//! The bodies of recorded requests and responses: they pass frame by frame, while a handle on each frame is kept.

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};
use pin_project_lite::pin_project;
use tracing::span::Entered;

use super::exchange::{Exchange, Instant};
use super::queue::{End, Kept, Tap};
use super::reader;
use super::recording::Recording;

pin_project! {
    /// A request or response body that passes a [`TrafficLayer`](crate::traffic::TrafficLayer): the original body,
    /// frame by frame, with its size hint and trailers.
    pub struct TrafficBody<B> {
        #[pin]
        body: B,
        // Boxed, so that an unrecorded body is small.
        observer: Option<Box<Observer>>,
    }
}

impl<B> TrafficBody<B> {
    /// Creates a body that is not recorded.
    pub(super) fn passed(body: B) -> Self {
        Self { body, observer: None }
    }
}

impl<B: Body> TrafficBody<B> {
    pub(super) fn of_request(body: B, recording: &Arc<Recording>, exchange: &Arc<Exchange>) -> Self {
        Self::observed(body, recording, exchange, Side::Request(recording.queue.keep()))
    }

    pub(super) fn of_response(body: B, recording: &Arc<Recording>, exchange: &Arc<Exchange>, is_stream: bool) -> Self {
        if !is_stream {
            return Self::observed(body, recording, exchange, Side::Response(recording.queue.keep()));
        }
        let begin = recording.queue.keep();
        reader::push(recording, Tap::Events { exchange: Arc::clone(exchange), at: Instant::now(), part: begin });
        Self::observed(body, recording, exchange, Side::Events)
    }

    fn observed(body: B, recording: &Arc<Recording>, exchange: &Arc<Exchange>, side: Side) -> Self {
        let (recording, exchange) = (Arc::clone(recording), Arc::clone(exchange));
        let expected = body.size_hint().exact();
        let mut observer = Box::new(Observer { recording, exchange, side, expected, seen: 0 });
        let is_empty = body.is_end_stream();
        if is_empty {
            observer.end(End::Complete);
        }
        Self { body, observer: (!is_empty).then_some(observer) }
    }
}

impl<B: Body<Data = Bytes>> Body for TrafficBody<B> {
    type Data = Bytes;
    type Error = B::Error;

    fn poll_frame(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, B::Error>>> {
        let mut this = self.project();
        let polled = {
            let _entered = this.observer.as_ref().and_then(|observer| observer.enter());
            this.body.as_mut().poll_frame(cx)
        };
        let Some(observer) = this.observer else { return polled };
        let end = match &polled {
            Poll::Pending => None,
            Poll::Ready(None) => Some(End::Complete),
            Poll::Ready(Some(Err(_))) => Some(End::Failed),
            Poll::Ready(Some(Ok(frame))) => {
                if let Some(data) = frame.data_ref() {
                    observer.see(data.clone());
                }
                // Some readers stop once they have the expected number of bytes.
                this.body.is_end_stream().then_some(End::Complete)
            }
        };
        if let Some(end) = end {
            observer.end(end);
            *this.observer = None;
        }
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// An unrecorded empty body, as created by CORS layers.
impl<B: Default> Default for TrafficBody<B> {
    fn default() -> Self {
        Self::passed(B::default())
    }
}

impl<B: fmt::Debug> fmt::Debug for TrafficBody<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("TrafficBody").field(&self.body).finish()
    }
}

/// Observes one body. Dropping the observer early means that the body was dropped early, too.
struct Observer {
    recording: Arc<Recording>,
    exchange: Arc<Exchange>,
    side: Side,
    /// The body's size, if it was announced.
    expected: Option<u64>,
    seen: u64,
}

enum Side {
    Request(Kept),
    Response(Kept),
    Events,
    Ended,
}

impl Observer {
    /// Enters the request's span if this is a response body, which the inner service produces while it is polled.
    /// Returns `None` for a request body, which the inner service polls in its own spans.
    fn enter(&self) -> Option<Entered<'_>> {
        let is_response = matches!(self.side, Side::Response(_) | Side::Events);
        is_response.then(|| self.exchange.span.enter())
    }

    fn see(&mut self, data: Bytes) {
        self.seen += data.len() as u64;
        let limit = self.recording.settings.message_bytes;
        match &mut self.side {
            Side::Request(body) | Side::Response(body) => body.push(data, limit),
            Side::Events => {
                let mut part = self.recording.queue.keep();
                part.push(data, usize::MAX);
                let exchange = Arc::clone(&self.exchange);
                reader::push(&self.recording, Tap::Events { exchange, at: Instant::now(), part });
            }
            Side::Ended => {}
        }
    }

    fn end(&mut self, end: End) {
        let (exchange, at) = (Arc::clone(&self.exchange), Instant::now());
        let tap = match std::mem::replace(&mut self.side, Side::Ended) {
            Side::Request(body) => Tap::Request { exchange, at, body, end },
            Side::Response(body) => Tap::Response { exchange, at, body, end },
            Side::Events => Tap::EventsEnd { exchange, at, end },
            Side::Ended => return,
        };
        reader::push(&self.recording, tap);
    }
}

impl Drop for Observer {
    fn drop(&mut self) {
        let is_complete = self.expected == Some(self.seen);
        self.end(if is_complete { End::Complete } else { End::Dropped });
    }
}
