//! Request and response bodies: either the original body, or bytes from the explorer itself.
//!
//! Both types are opaque, so that they do not depend on the stack's services. A passing body is forwarded frame by
//! frame, with its size hint and trailers, and is neither boxed nor buffered.

use std::convert::Infallible;
use std::fmt;
use std::pin::Pin;
use std::sync::{Mutex, PoisonError};
use std::task::{Context, Poll};

use bytes::Bytes;
use futures_util::stream::{BoxStream, StreamExt as _};
use http_body::{Body, Frame, SizeHint};
use pin_project_lite::pin_project;

use crate::stack::{StackRequestBody, StackResponseBody};

/// A body created by the explorer: whole, or a stream sent as it is produced.
pub(crate) enum ExplorerBody {
    Whole(Bytes),
    /// The mutex is never locked. It makes the body `Sync`, as inner services' bodies may be.
    Stream(Mutex<BoxStream<'static, Bytes>>),
}

impl Body for ExplorerBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let data = match &mut *self {
            Self::Whole(bytes) if bytes.is_empty() => Poll::Ready(None),
            Self::Whole(bytes) => Poll::Ready(Some(std::mem::take(bytes))),
            Self::Stream(stream) => stream.get_mut().unwrap_or_else(PoisonError::into_inner).poll_next_unpin(cx),
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

/// Defines an opaque body that wraps the stack's bodies.
macro_rules! opaque_body {
    ($(#[$doc:meta])* $name:ident<B $(= $default:ty)?>($inner:ty)) => {
        pin_project! {
            $(#[$doc])*
            pub struct $name<B $(= $default)?>
            where
                B: Body<Data = Bytes>,
            {
                #[pin]
                inner: $inner,
            }
        }

        impl<B: Body<Data = Bytes>> Body for $name<B> {
            type Data = Bytes;
            type Error = B::Error;

            fn poll_frame(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, B::Error>>> {
                self.project().inner.poll_frame(cx)
            }

            fn is_end_stream(&self) -> bool {
                self.inner.is_end_stream()
            }

            fn size_hint(&self) -> SizeHint {
                self.inner.size_hint()
            }
        }

        impl<B: Body<Data = Bytes>> fmt::Debug for $name<B> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct(stringify!($name)).finish_non_exhaustive()
            }
        }
    };
}

opaque_body! {
    /// The response body of [`McpUi`](crate::McpUi): the inner service's body, unchanged, or the explorer's.
    ///
    /// The default is an empty body, which middleware such as a CORS layer needs for its own responses.
    ///
    /// ```
    /// use http_body::Body;
    /// use tower_mcp_ui::service::ResponseBody;
    ///
    /// let body = ResponseBody::<String>::default();
    /// assert!(body.is_end_stream());
    /// assert_eq!(body.size_hint().exact(), Some(0));
    /// ```
    ///
    /// With the default type parameter, every response comes from the explorer.
    ResponseBody<B = NoBody>(PassedOrExplorer<StackResponseBody<B>>)
}

impl<B: Body<Data = Bytes>> ResponseBody<B> {
    pub(crate) fn passed(body: StackResponseBody<B>) -> Self {
        Self { inner: PassedOrExplorer::passed(body) }
    }

    pub(crate) fn explorer(body: impl Into<ExplorerBody>) -> Self {
        Self { inner: PassedOrExplorer::explorer(body) }
    }
}

/// An empty body.
impl<B: Body<Data = Bytes>> Default for ResponseBody<B> {
    fn default() -> Self {
        Self::explorer(Bytes::new())
    }
}

opaque_body! {
    /// The body of a request to an MCP service: the client's body, unchanged, or a message from the explorer.
    ///
    /// Services generic over the request body, such as those in axum, tonic and rmcp, accept it directly.
    /// With the default type parameter, every request comes from the explorer.
    ///
    /// ```
    /// use http::{Request, Response};
    /// use http_body_util::BodyExt;
    /// use tower_mcp_ui::{BoxError, McpUiConfig, McpUiLayer};
    /// use tower_mcp_ui::service::RequestBody;
    ///
    /// // A custom service reads the body like any other.
    /// let mcp = tower::service_fn(|request: Request<RequestBody>| async move {
    ///     let message = request.into_body().collect().await?.to_bytes();
    ///     Ok::<_, BoxError>(Response::new(format!("{} bytes are no JSON-RPC response", message.len())))
    /// });
    /// let layer = McpUiLayer::new(McpUiConfig::new()).mcp(mcp);
    /// ```
    RequestBody<B = NoBody>(StackRequestBody<B>)
}

impl<B: Body<Data = Bytes>> RequestBody<B> {
    pub(crate) fn new(inner: StackRequestBody<B>) -> Self {
        Self { inner }
    }
}

/// An empty body.
impl<B: Body<Data = Bytes>> Default for RequestBody<B> {
    fn default() -> Self {
        Self { inner: StackRequestBody::<B>::default() }
    }
}

/// A body that cannot exist: the client's body in a [`RequestBody`] that only the explorer creates.
///
/// This type has no values, so such a `RequestBody` needs no code for it.
#[derive(Debug)]
pub enum NoBody {}

impl Body for NoBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        match *self {}
    }
}
