//! Reads and discards request bodies that an endpoint did not read.
//!
//! An error such as 403 is decided before the body is read, while the client may still be sending it. Over HTTP/1, a
//! server that then closes the connection makes the client's next write fail, and many clients report that failure
//! instead of the response. HTTP/2 can reset a single stream, so nothing is drained there.

use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::{Buf as _, Bytes};
use http::header::{self, HeaderMap, HeaderValue};
use http::{Request, Version};
use http_body::{Body, Frame, SizeHint};
use http_body_util::BodyExt as _;
use pin_project_lite::pin_project;

use super::ExplorerResponse;
use crate::runtime::Background;

/// Maximum number of bytes to read and discard, for clients such as Node that read the response only after they have
/// sent the whole body. Above that limit, the connection is closed. The bytes are not kept, so they cost time, but no
/// memory.
const MAX_DRAINED_BYTES: usize = 64 << 20;

/// Maximum time for reading and discarding a body, after which the connection is closed.
const DRAIN_TIMEOUT: Duration = Duration::from_millis(500);

/// The error for a body that broke off. Clients get no further details.
#[derive(Debug)]
pub(super) struct Broken;

/// A request body that tracks whether it was read to its end. The type does not depend on the client's body type, so
/// that the endpoints are compiled only once.
pub(super) struct Watched<'b> {
    body: Pin<&'b mut (dyn Body<Data = Bytes, Error = Broken> + Send)>,
    /// True once the body has been polled, which makes a server send `100 Continue`.
    begun: bool,
    /// True once the body has ended or failed.
    ended: bool,
}

pin_project! {
    /// A body with its data as bytes.
    pub(super) struct Plain<B> {
        #[pin]
        pub(super) body: B,
    }
}

impl<B: Body> Body for Plain<B> {
    type Data = Bytes;
    type Error = Broken;

    fn poll_frame(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Broken>>> {
        let frame = ready!(self.project().body.poll_frame(cx));
        let bytes = |mut data: B::Data| data.copy_to_bytes(data.remaining());
        Poll::Ready(frame.map(|frame| frame.map(|frame| frame.map_data(bytes)).map_err(|_| Broken)))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl<'b> Watched<'b> {
    pub(super) fn new(body: Pin<&'b mut (dyn Body<Data = Bytes, Error = Broken> + Send)>) -> Self {
        Self { body, begun: false, ended: false }
    }

    /// Returns whether the body has ended, so that there is nothing to drain.
    fn has_ended(&self) -> bool {
        self.ended || self.body.is_end_stream()
    }

    /// Reads and discards the rest of the body, up to the limit, and stops at an error.
    async fn drain(&mut self) {
        let mut left = MAX_DRAINED_BYTES;
        while !self.has_ended() {
            let Some(Ok(frame)) = self.frame().await else { return };
            let length = frame.data_ref().map_or(0, Bytes::len);
            match left.checked_sub(length) {
                Some(rest) => left = rest,
                None => return,
            }
        }
    }
}

impl Body for Watched<'_> {
    type Data = Bytes;
    type Error = Broken;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Broken>>> {
        self.begun = true;
        let frame = ready!(self.body.as_mut().poll_frame(cx));
        self.ended |= !matches!(frame, Some(Ok(_)));
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.has_ended()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// The request properties that determine how the body is sent.
pub(super) struct Framing {
    is_http1: bool,
    /// True if the client waits for `100 Continue` before it sends the body (RFC 9110, section 10.1.1).
    expects_continue: bool,
}

impl Framing {
    /// Reads the properties that are needed after the request has been split into its parts.
    pub(super) fn of<B>(request: &Request<B>) -> Self {
        let expects = |headers: &HeaderMap| headers.contains_key(header::EXPECT);
        Self {
            is_http1: matches!(request.version(), Version::HTTP_09 | Version::HTTP_10 | Version::HTTP_11),
            expects_continue: expects(request.headers()),
        }
    }

    /// Drains the request's body before the response is sent. Over HTTP/1, a client that is still sending can lose the
    /// response when the server closes the connection.
    ///
    /// If the body does not end within the limits, adds `Connection: close`. Otherwise the server would reuse the
    /// connection, and take the rest of the body for the next request.
    pub(super) async fn settle(&self, mut body: Watched<'_>, clock: &Background, response: &mut ExplorerResponse) {
        if !self.is_http1 || body.has_ended() {
            return;
        }
        // A client that waits for `100 Continue` sends nothing until the server reads the body.
        if body.begun || !self.expects_continue {
            let _: Result<(), _> = clock.timeout(DRAIN_TIMEOUT, body.drain()).await;
        }
        if !body.has_ended() {
            response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
        }
    }
}
