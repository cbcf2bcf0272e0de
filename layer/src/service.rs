//! The tower service, with its bodies and its future.
//!
//! The request's path decides whether the explorer or the inner service responds. For requests to the sandbox origin,
//! it is always the explorer.
//!
//! Each marker in `source` has its own `Service` implementation. The implementations differ in the destination of the
//! explorer's requests: the inner service or elsewhere.

use std::fmt;
use std::mem;
use std::sync::Arc;
use std::task::{Context, Poll};

use bytes::Bytes;
use http::{Request, Response};
use http_body::Body;
use tower_service::Service;

use crate::backend::Backend;
use crate::body::PassedOrExplorer;
use crate::error::BoxError;
use crate::explorer::Explorer;
pub use crate::future::ResponseFuture;
use crate::mcp::McpBackend;
pub use crate::source::{GivenTools, InnerService};
use crate::stack::Stack;
pub use crate::stack::{NoBody, RequestBody, ResponseBody};

/// A service that answers requests for the explorer's paths, and passes all other requests to the inner service
/// unchanged.
///
/// Created by [`McpUiLayer`](crate::McpUiLayer). A passed request costs one path comparison: nothing is allocated,
/// boxed or cloned for it. The explorer reports its failures as responses, so every `Err` comes from the inner service.
///
/// ```
/// use http::{Request, Response};
/// use tower::{Layer, ServiceExt, service_fn};
/// use tower_mcp_ui::{BoxError, McpUiConfig, McpUiLayer, Tool};
/// use tower_mcp_ui::service::RequestBody;
/// use tower_mcp_ui::tools::{Arguments, ToolList};
///
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), BoxError> {
/// let inner = service_fn(|request: Request<RequestBody<String>>| async move {
///     Ok::<_, BoxError>(Response::new(format!("inner: {}", request.uri())))
/// });
/// let tools = ToolList::new([Tool::new("echo", "Repeats the input")])?;
/// let echo = |_: String, arguments: Arguments| async move { arguments.get().to_owned() };
/// let service = McpUiLayer::new(McpUiConfig::new()).tools_with(tools, echo).layer(inner);
///
/// let passed = service.clone().oneshot(Request::get("/explorers").body(String::new())?).await?;
/// assert!(passed.headers().is_empty());
///
/// let page = service.oneshot(Request::get("/explorer").body(String::new())?).await?;
/// assert_eq!(page.headers()["content-type"], "text/html; charset=utf-8");
/// # Ok(()) }
/// ```
///
/// Readiness is that of the inner service, whose backpressure applies to all requests, even those that only the
/// explorer answers.
#[derive(Clone)]
pub struct McpUi<S, T = InnerService> {
    stack: Stack<S>,
    explorer: Arc<Explorer>,
    tools: T,
}

impl<S, T> McpUi<S, T> {
    pub(crate) fn new(stack: Stack<S>, explorer: Arc<Explorer>, tools: T) -> Self {
        Self { stack, explorer, tools }
    }

    /// Returns a reference to the inner service.
    ///
    /// ```
    /// use tower::Layer;
    /// use tower_mcp_ui::{McpUiConfig, McpUiLayer};
    ///
    /// let service = McpUiLayer::new(McpUiConfig::new()).layer(axum::Router::<()>::new());
    /// assert!(!service.get_ref().has_routes());
    /// let inner: axum::Router = service.into_inner();
    /// ```
    pub fn get_ref(&self) -> &S {
        &self.stack.inner.inner.0
    }

    /// Returns a mutable reference to the inner service. Requests already in progress keep their service.
    pub fn get_mut(&mut self) -> &mut S {
        &mut self.stack.inner.inner.0
    }

    /// Returns the inner service.
    pub fn into_inner(self) -> S {
        self.stack.inner.inner.0
    }

    /// Returns whether the explorer answers this request. Inlined, because this is the whole cost of a passed request.
    #[inline]
    fn owns<B>(&self, request: &Request<B>) -> bool {
        self.explorer.owns(request.uri(), request.headers())
    }
}

/// Requests the tools from the inner service, which gets both the client's and the explorer's requests.
///
/// For a request to the explorer, the service that was polled ready becomes the explorer's backend, and a clone takes
/// its place. The explorer may send several requests to the inner service, such as a handshake and list pages. The
/// first request goes to the ready service, and all others to its clones, which are polled ready themselves.
impl<S, B, ResB> Service<Request<B>> for McpUi<S, InnerService>
where
    S: Service<Request<RequestBody<B>>, Response = Response<ResB>> + Clone + Send + 'static,
    S::Future: Send,
    S::Error: Into<BoxError> + Send,
    B: Body<Data = Bytes, Error: Send> + Send + 'static,
    ResB: Body<Data = Bytes, Error: Into<BoxError> + Send> + Send + 'static,
{
    type Response = Response<ResponseBody<ResB>>;
    type Error = S::Error;
    type Future = ResponseFuture<S::Future>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.stack.poll_ready(cx)
    }

    #[inline]
    fn call(&mut self, request: Request<B>) -> Self::Future {
        if !self.owns(&request) {
            return ResponseFuture::passed(self.stack.call(request.map(PassedOrExplorer::passed)));
        }
        // Only the service that was polled ready may be called; the clone replaces it and will be polled again.
        let clone = self.stack.clone();
        let ready = mem::replace(&mut self.stack, clone);
        let tools: Arc<dyn Backend> = Arc::new(McpBackend::over_ready(ready, Arc::clone(&self.tools.0)));
        let explorer = Arc::clone(&self.explorer);
        ResponseFuture::explorer(Box::pin(async move { explorer.respond(request, &tools).await }))
    }
}

/// Gets the tools from elsewhere. The inner service gets only passed requests.
impl<S, B, ResB> Service<Request<B>> for McpUi<S, GivenTools>
where
    S: Service<Request<RequestBody<B>>, Response = Response<ResB>> + Clone + Send + 'static,
    S::Future: Send,
    S::Error: Send,
    B: Body<Data = Bytes, Error: Send> + Send + 'static,
    ResB: Body<Data = Bytes, Error: Send> + Send + 'static,
{
    type Response = Response<ResponseBody<ResB>>;
    type Error = S::Error;
    type Future = ResponseFuture<S::Future>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.stack.poll_ready(cx)
    }

    #[inline]
    fn call(&mut self, request: Request<B>) -> Self::Future {
        if !self.owns(&request) {
            return ResponseFuture::passed(self.stack.call(request.map(PassedOrExplorer::passed)));
        }
        let explorer = Arc::clone(&self.explorer);
        let backend = Arc::clone(&self.tools.backend);
        ResponseFuture::explorer(Box::pin(async move { explorer.respond(request, &backend).await }))
    }
}

impl<S: fmt::Debug, T> fmt::Debug for McpUi<S, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("McpUi")
            .field("inner", self.get_ref())
            .field("config", &self.explorer.config)
            .finish_non_exhaustive()
    }
}
