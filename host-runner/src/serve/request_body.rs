//! The timeout for clients that stop sending a request body.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use http_body::{Body, Frame, SizeHint};
use tokio::time::{Sleep, sleep};

use super::linger::Unread;

type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// A request body that fails when the client sends nothing for too long.
///
/// `TimeoutBody` from tower-http does not fit: it loses the length, which the response needs if a component returns the
/// body as its response, and it fails if data that arrived in time is read late.
#[derive(Debug)]
pub(crate) struct RequestBody<B> {
    inner: B,
    limit: Duration,
    /// The timer. It runs from the first poll that finds no data until a poll finds some.
    waiting: Option<Pin<Box<Sleep>>>,
    unread: Option<Unread>,
}

impl<B: Body> RequestBody<B> {
    /// Wraps `inner`. `unread` is an HTTP/1 connection's flag; HTTP/2 multiplexes requests and needs none.
    pub(crate) fn new(inner: B, limit: Duration, unread: Option<Unread>) -> Self {
        if let Some(unread) = &unread {
            unread.set(!inner.is_end_stream());
        }
        Self { inner, limit, waiting: None, unread }
    }
}

impl<B: Body<Error: Into<BoxError>> + Unpin> Body for RequestBody<B> {
    type Data = B::Data;
    type Error = io::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<io::Result<Frame<B::Data>>>> {
        let Self { inner, limit, waiting, unread } = &mut *self;
        let Poll::Ready(frame) = Pin::new(inner).poll_frame(cx) else {
            ready!(waiting.get_or_insert_with(|| Box::pin(sleep(*limit))).as_mut().poll(cx));
            let stopped = io::Error::new(io::ErrorKind::TimedOut, "the client stopped sending");
            return Poll::Ready(Some(Err(stopped)));
        };
        *waiting = None;
        if let (None, Some(unread)) = (&frame, unread) {
            unread.set(false);
        }
        Poll::Ready(frame.map(|frame| frame.map_err(io::Error::other)))
    }

    fn is_end_stream(&self) -> bool {
        self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.inner.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use bytes::Bytes;
    use futures_util::{FutureExt as _, StreamExt as _, stream};
    use http_body_util::{BodyExt as _, Full, StreamBody};
    use tokio::time::timeout;

    use super::*;

    const LIMIT: Duration = Duration::from_secs(10);

    /// A body with one part, sent after some time.
    fn sent_after(time: Duration) -> impl Body<Data = Bytes, Error = Infallible> + Unpin {
        let part = async move {
            sleep(time).await;
            Ok(Frame::data(Bytes::from("part")))
        };
        StreamBody::new(stream::once(part).boxed())
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_stops_sending_is_an_error() {
        let mut body = RequestBody::new(sent_after(LIMIT * 2), LIMIT, None);
        let error = body.frame().await.unwrap().unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
    }

    #[tokio::test(start_paused = true)]
    async fn data_that_arrives_in_time_may_be_read_late() {
        let mut body = RequestBody::new(sent_after(LIMIT / 2), LIMIT, None);
        assert!(timeout(Duration::from_secs(1), body.frame()).await.is_err());
        sleep(LIMIT * 2).await;
        assert_eq!(body.frame().await.unwrap().unwrap().into_data().unwrap(), "part");
    }

    #[test]
    fn the_length_and_the_end_are_those_of_the_body() {
        let unread = Unread::default();
        let mut body = RequestBody::new(Full::new(Bytes::from("part")), LIMIT, Some(unread.clone()));
        assert_eq!((body.size_hint().exact(), body.is_end_stream(), unread.get()), (Some(4), false, true));
        assert!(body.frame().now_or_never().flatten().is_some());
        assert!(body.is_end_stream());
        assert!(body.frame().now_or_never().unwrap().is_none());
        assert!(!unread.get());
    }
}
