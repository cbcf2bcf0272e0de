//! Request and response bodies that pass through an [`AugmentLayer`](super::AugmentLayer).

use std::fmt;
use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use futures_util::stream::{BoxStream, Stream, StreamExt as _};
use http::HeaderMap;
use http_body::{Body, Frame, SizeHint};
use parking_lot::Mutex;
use pin_project_lite::pin_project;

use super::replay::Replay;

pin_project! {
    /// A request or response body that passes through an [`AugmentLayer`](crate::uis::AugmentLayer), either unchanged
    /// or with a UI added.
    pub struct AugmentBody<B>
    where
        B: Body,
    {
        #[pin]
        inner: Inner<B>,
    }
}

pin_project! {
    #[project = Projected]
    enum Inner<B>
    where
        B: Body,
    {
        Passed { #[pin] body: B },
        // The other variants are boxed where they are large, so that a body that is `Passed` stays small.
        Replayed { replay: Box<Replay<B>> },
        Written { data: Option<Bytes>, trailers: Option<Box<HeaderMap>> },
        // Never locked. The mutex only makes the stream `Sync`, so that the body is `Sync` if the inner service's is.
        Events { events: Mutex<BoxStream<'static, Result<Frame<Bytes>, B::Error>>> },
    }
}

impl<B: Body> AugmentBody<B> {
    /// Wraps a body that passes unread.
    pub(super) fn passed(body: B) -> Self {
        Self { inner: Inner::Passed { body } }
    }

    /// Returns the original body if it passes unread.
    pub(crate) fn into_passed(self) -> Result<B, Self> {
        match self.inner {
            Inner::Passed { body } => Ok(body),
            inner => Err(Self { inner }),
        }
    }

    /// Wraps the original body after it was read.
    pub(super) fn replayed(replay: Replay<B>) -> Self {
        Self { inner: Inner::Replayed { replay: Box::new(replay) } }
    }

    /// Creates a body from new data.
    pub(super) fn written(data: Bytes, trailers: Option<HeaderMap>) -> Self {
        let data = Some(data).filter(|data| !data.is_empty());
        Self { inner: Inner::Written { data, trailers: trailers.map(Box::new) } }
    }

    /// Creates an event stream body.
    pub(super) fn events(events: impl Stream<Item = Result<Frame<Bytes>, B::Error>> + Send + 'static) -> Self {
        Self { inner: Inner::Events { events: Mutex::new(events.boxed()) } }
    }
}

impl<B: Body<Data = Bytes>> Body for AugmentBody<B> {
    type Data = Bytes;
    type Error = B::Error;

    fn poll_frame(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, B::Error>>> {
        match self.project().inner.project() {
            Projected::Passed { body } => body.poll_frame(cx),
            Projected::Replayed { replay } => replay.poll_frame(cx),
            Projected::Written { data, trailers } => {
                let data = data.take().map(Frame::data);
                Poll::Ready(data.or_else(|| trailers.take().map(|trailers| Frame::trailers(*trailers))).map(Ok))
            }
            Projected::Events { events } => events.get_mut().poll_next_unpin(cx),
        }
    }

    fn is_end_stream(&self) -> bool {
        match &self.inner {
            Inner::Passed { body } => body.is_end_stream(),
            Inner::Replayed { replay } => replay.is_end_stream(),
            Inner::Written { data, trailers } => data.is_none() && trailers.is_none(),
            Inner::Events { .. } => false,
        }
    }

    fn size_hint(&self) -> SizeHint {
        match &self.inner {
            Inner::Passed { body } => body.size_hint(),
            Inner::Replayed { replay } => replay.size_hint(),
            Inner::Written { data, .. } => SizeHint::with_exact(data.as_ref().map_or(0, |data| data.len() as u64)),
            Inner::Events { .. } => SizeHint::default(),
        }
    }
}

/// An empty body, as created by CORS layers.
impl<B: Body + Default> Default for AugmentBody<B> {
    fn default() -> Self {
        Self::passed(B::default())
    }
}

impl<B: Body> fmt::Debug for AugmentBody<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match &self.inner {
            Inner::Passed { .. } => "AugmentBody(passed)",
            Inner::Replayed { .. } => "AugmentBody(replayed)",
            Inner::Written { .. } => "AugmentBody(written)",
            Inner::Events { .. } => "AugmentBody(events)",
        })
    }
}
