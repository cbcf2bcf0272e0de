//! The service's future, an opaque wrapper around a private enum.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use http::Response;
use http_body::Body;
use pin_project_lite::pin_project;

use crate::box_future::BoxFuture;
use crate::explorer::ExplorerResponse;
use crate::service_future::ServiceFuture;
use crate::stack::ResponseBody;
use crate::stack::StackFuture;

pin_project! {
    /// The future of [`McpUi`](crate::McpUi): the inner service's future, or the explorer's response.
    ///
    /// The inner service's future is stored in place, not boxed, and its error is returned unchanged. The explorer's
    /// future never fails, since its failures are responses.
    ///
    /// The future can be dropped at any time, as hyper does when a client disconnects. This cancels the request: a
    /// future from a tool in code is dropped, too, and an MCP server gets a cancellation in the form that its revision
    /// defines.
    ///
    /// ```
    /// use http::{Request, Response};
    /// use tower::{Layer, Service, ServiceExt, service_fn};
    /// use tower_mcp_ui::{BoxError, McpUiConfig, McpUiLayer};
    /// use tower_mcp_ui::service::RequestBody;
    /// use tower_mcp_ui::tools::{Arguments, ToolList};
    ///
    /// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), BoxError> {
    /// # let handler = |_: String, _: Arguments| async { "" };
    /// # let layer = McpUiLayer::new(McpUiConfig::new()).tools_with(ToolList::new([])?, handler);
    /// let inner = service_fn(|_: Request<RequestBody<String>>| async { Ok::<_, BoxError>(Response::new(String::new())) });
    /// let mut service = layer.layer(inner);
    ///
    /// let passed = service.ready().await?.call(Request::get("/").body(String::new())?);
    /// assert_eq!(format!("{passed:?}"), "ResponseFuture(passed)");
    /// let explorer = service.ready().await?.call(Request::get("/explorer").body(String::new())?);
    /// assert_eq!(format!("{explorer:?}"), "ResponseFuture(explorer)");
    /// # Ok(()) }
    /// ```
    pub struct ResponseFuture<F>
    where
        F: ServiceFuture,
    {
        #[pin]
        kind: Kind<F>,
    }
}

pin_project! {
    /// The source of the response.
    #[project = KindProjected]
    enum Kind<F>
    where
        F: ServiceFuture,
    {
        Passed { #[pin] future: StackFuture<F> },
        Explorer { response: BoxFuture<'static, ExplorerResponse> },
    }
}

impl<F: ServiceFuture> ResponseFuture<F> {
    pub(crate) fn passed(future: StackFuture<F>) -> Self {
        Self { kind: Kind::Passed { future } }
    }

    pub(crate) fn explorer(response: BoxFuture<'static, ExplorerResponse>) -> Self {
        Self { kind: Kind::Explorer { response } }
    }
}

impl<F, B, E> Future for ResponseFuture<F>
where
    F: Future<Output = Result<Response<B>, E>>,
    B: Body<Data = Bytes>,
{
    type Output = Result<Response<ResponseBody<B>>, E>;

    #[inline]
    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        Poll::Ready(match self.project().kind.project() {
            KindProjected::Passed { future } => ready!(future.poll(cx)).map(|passed| passed.map(ResponseBody::passed)),
            KindProjected::Explorer { response } => Ok(ready!(response.as_mut().poll(cx)).map(ResponseBody::explorer)),
        })
    }
}

impl<F: ServiceFuture> fmt::Debug for ResponseFuture<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.kind {
            Kind::Passed { .. } => "ResponseFuture(passed)",
            Kind::Explorer { .. } => "ResponseFuture(explorer)",
        })
    }
}
