//! Responses to requests whose body was not read.

use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use http::header::{self, HeaderMap, HeaderValue};
use http::{Request, Version};
use http_body::{Body, Frame, SizeHint};
use http_body_util::BodyExt as _;

use super::ExplorerResponse;
use crate::runtime::Background;

/// Bytes that are read and discarded. Clients that write all of a body before they read, as Node does, lose the response
/// to anything that they have not sent by then.
const MOST_BYTES: usize = 64 << 20;

/// The time in which they are.
const PATIENCE: Duration = Duration::from_millis(500);

/// A request's body, which knows whether it was read to its end.
pub(super) struct Watched<'b, B> {
    body: Pin<&'b mut B>,
    begun: bool,
    ended: bool,
}

impl<'b, B: Body> Watched<'b, B> {
    pub(super) fn new(body: Pin<&'b mut B>) -> Self {
        Self { body, begun: false, ended: false }
    }

    fn has_ended(&self) -> bool {
        self.ended || self.body.is_end_stream()
    }

    async fn drain(&mut self) {
        let mut left = MOST_BYTES;
        while !self.has_ended() {
            let Some(Ok(frame)) = self.frame().await else { return };
            let length = frame.data_ref().map_or(0, bytes::Buf::remaining);
            match left.checked_sub(length) {
                Some(rest) => left = rest,
                None => return,
            }
        }
    }
}

impl<B: Body> Body for Watched<'_, B> {
    type Data = B::Data;
    type Error = B::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<B::Data>, B::Error>>> {
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

/// The parts of a request that say how its body is sent.
pub(super) struct Framing {
    is_http1: bool,
    waits_to_continue: bool,
}

impl Framing {
    pub(super) fn of<B>(request: &Request<B>) -> Self {
        let waits = |headers: &HeaderMap| headers.contains_key(header::EXPECT);
        Self {
            is_http1: matches!(request.version(), Version::HTTP_09 | Version::HTTP_10 | Version::HTTP_11),
            waits_to_continue: waits(request.headers()),
        }
    }

    /// Makes a response ready to be sent although the request's body may not have been read: over HTTP/1, a client that is
    /// still sending can lose the response when the server closes the connection on it. A little of the body is read for
    /// its sake; if that is not all, the client learns that the connection ends here.
    pub(super) async fn settle<B: Body>(
        &self,
        mut body: Watched<'_, B>,
        clock: &Background,
        response: &mut ExplorerResponse,
    ) {
        if !self.is_http1 || body.has_ended() {
            return;
        }
        // A client that waits for `100 Continue` sends nothing until the body is asked for.
        if body.begun || !self.waits_to_continue {
            let _: Result<(), _> = clock.timeout(PATIENCE, body.drain()).await;
        }
        if !body.has_ended() {
            response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
        }
    }
}
