//! The public request and response bodies. Both are opaque, so that they do not depend on the stack's services.

use std::convert::Infallible;
use std::fmt;
use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};
use pin_project_lite::pin_project;

use super::{traffic, uis};
use crate::body::{ExplorerBody, PassedOrExplorer};

/// A request body, from the client or from the explorer, as the inner service gets it.
pub(crate) type StackRequestBody<B> = uis::Body<traffic::Body<PassedOrExplorer<B>>>;
/// The inner service's response body, as the client gets it.
pub(crate) type StackResponseBody<B> = traffic::Body<uis::Body<B>>;

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
/// The type has no values, so such a `RequestBody` needs no code for client bodies.
#[derive(Debug)]
pub enum NoBody {}

impl Body for NoBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        match *self {}
    }
}
