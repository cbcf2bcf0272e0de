use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use http::Response;
use pin_project_lite::pin_project;

use crate::body::ResponseBody;
use crate::explorer::ExplorerResponse;

/// A boxed future that can be sent between threads, as the traits of this crate return it: [`AuthHook`], [`Runtime`],
/// [`ToolsProvider`], [`ToolHandler`] and [`ResourcesProvider`]. `Box::pin` makes it from an async block.
///
/// The type is the same as in `futures`.
///
/// ```
/// use tower_mcp_ui::{BoxFuture, RequestParts, Tool, ToolList, ToolsError, ToolsProvider};
///
/// struct Clock;
///
/// impl ToolsProvider for Clock {
///     fn list(&self, _: RequestParts) -> BoxFuture<'_, Result<ToolList, ToolsError>> {
///         Box::pin(async { Ok(ToolList::first_wins([Tool::new("now", "Returns the time")])) })
///     }
/// }
/// ```
///
/// [`AuthHook`]: crate::AuthHook
/// [`Runtime`]: crate::Runtime
/// [`ToolsProvider`]: crate::ToolsProvider
/// [`ToolHandler`]: crate::ToolHandler
/// [`ResourcesProvider`]: crate::ResourcesProvider
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

pin_project! {
    /// The future of [`McpUi`](crate::McpUi): the inner service's future, or the explorer's response.
    ///
    /// ```
    /// use tower::{Layer, Service, service_fn};
    /// use tower_mcp_ui::{Arguments, McpUiConfig, McpUiLayer, ResponseFuture, ToolList};
    ///
    /// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let handler = |_: String, _: Arguments| async { "" };
    /// let layer = McpUiLayer::new(McpUiConfig::new()).tools(ToolList::first_wins([]), handler);
    /// let mut service = layer.layer(service_fn(|request: http::Request<String>| async {
    ///     Ok::<_, std::convert::Infallible>(http::Response::new(request.into_body()))
    /// }));
    /// let response: ResponseFuture<_> = service.call(http::Request::get("/explorer").body(String::new())?);
    /// assert_eq!(response.await?.status(), 200);
    /// # Ok(()) }
    /// ```
    pub struct ResponseFuture<F> {
        #[pin]
        kind: Kind<F>,
    }
}

pin_project! {
    #[project = KindProjected]
    enum Kind<F> {
        Passed { #[pin] future: F },
        Explorer { response: BoxFuture<'static, ExplorerResponse> },
    }
}

impl<F> ResponseFuture<F> {
    pub(crate) fn passed(future: F) -> Self {
        Self { kind: Kind::Passed { future } }
    }

    pub(crate) fn explorer(response: BoxFuture<'static, ExplorerResponse>) -> Self {
        Self { kind: Kind::Explorer { response } }
    }
}

impl<F, B, E> Future for ResponseFuture<F>
where
    F: Future<Output = Result<Response<B>, E>>,
{
    type Output = Result<Response<ResponseBody<B>>, E>;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        Poll::Ready(match self.project().kind.project() {
            KindProjected::Passed { future } => ready!(future.poll(cx)).map(|passed| passed.map(ResponseBody::passed)),
            KindProjected::Explorer { response } => Ok(ready!(response.as_mut().poll(cx)).map(ResponseBody::explorer)),
        })
    }
}

impl<F> fmt::Debug for ResponseFuture<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.kind {
            Kind::Passed { .. } => "ResponseFuture(passed)",
            Kind::Explorer { .. } => "ResponseFuture(explorer)",
        })
    }
}
