//! A body that is either passed on or created by the explorer. A passed body is forwarded frame by frame, with its size
//! hint and trailers, and is neither boxed nor buffered.

use std::convert::Infallible;
use std::fmt;
use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use futures_util::stream::{BoxStream, StreamExt as _};
use http_body::{Body, Frame, SizeHint};
use parking_lot::Mutex;
use pin_project_lite::pin_project;

/// A body created by the explorer: whole, or a stream sent as it is produced.
pub(crate) enum ExplorerBody {
    Whole(Bytes),
    /// The mutex is never locked. It only makes the stream `Sync`, so that a body is `Sync` if the inner service's is.
    Stream(Mutex<BoxStream<'static, Bytes>>),
}

impl Body for ExplorerBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let data = match &mut *self {
            Self::Whole(bytes) if bytes.is_empty() => Poll::Ready(None),
            Self::Whole(bytes) => Poll::Ready(Some(std::mem::take(bytes))),
            Self::Stream(stream) => stream.get_mut().poll_next_unpin(cx),
        };
        data.map(|data| data.map(|data| Ok(Frame::data(data))))
    }

    fn is_end_stream(&self) -> bool {
        matches!(self, Self::Whole(bytes) if bytes.is_empty())
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            Self::Whole(bytes) => SizeHint::with_exact(bytes.len() as u64),
            Self::Stream(_) => SizeHint::default(),
        }
    }
}

impl fmt::Debug for ExplorerBody {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole(bytes) => bytes.fmt(f),
            Self::Stream(_) => f.write_str("Stream"),
        }
    }
}

impl From<Bytes> for ExplorerBody {
    fn from(bytes: Bytes) -> Self {
        Self::Whole(bytes)
    }
}

impl From<BoxStream<'static, Bytes>> for ExplorerBody {
    fn from(stream: BoxStream<'static, Bytes>) -> Self {
        Self::Stream(Mutex::new(stream))
    }
}

pin_project! {
    /// A body that is either passed on or created by the explorer.
    #[project = PassedOrExplorerProjected]
    pub(crate) enum PassedOrExplorer<B> {
        Passed { #[pin] body: B },
        Explorer { #[pin] body: ExplorerBody },
    }
}

impl<B> PassedOrExplorer<B> {
    pub(crate) fn passed(body: B) -> Self {
        Self::Passed { body }
    }

    pub(crate) fn explorer(body: impl Into<ExplorerBody>) -> Self {
        Self::Explorer { body: body.into() }
    }
}

/// An empty body.
impl<B> Default for PassedOrExplorer<B> {
    fn default() -> Self {
        Self::explorer(Bytes::new())
    }
}

impl<B: Body<Data = Bytes>> Body for PassedOrExplorer<B> {
    type Data = Bytes;
    type Error = B::Error;

    fn poll_frame(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, B::Error>>> {
        match self.project() {
            PassedOrExplorerProjected::Passed { body } => body.poll_frame(cx),
            PassedOrExplorerProjected::Explorer { body } => {
                body.poll_frame(cx).map(|frame| frame.map(|frame| frame.map_err(|never| match never {})))
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        match self {
            Self::Passed { body } => body.is_end_stream(),
            Self::Explorer { body } => body.is_end_stream(),
        }
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            Self::Passed { body } => body.size_hint(),
            Self::Explorer { body } => body.size_hint(),
        }
    }
}
