use std::fmt;
use std::mem;
use std::sync::Arc;
use std::task::{Context, Poll};

use http::{Request, Response};
use http_body::Body;
use tower_service::Service;

use crate::backend::Backend;
use crate::body::{RequestBody, ResponseBody};
use crate::error::BoxError;
use crate::explorer::Explorer;
use crate::future::ResponseFuture;
use crate::source::{GivenTools, InnerService};

/// A service that answers requests for the explorer's paths and passes all others to the inner service unchanged.
///
/// Created by [`McpUiLayer`](crate::McpUiLayer). A request that passes through costs one comparison of its path:
/// nothing is allocated, boxed or cloned for it. The explorer reports its failures as responses, so every `Err` comes
/// from the inner service.
#[derive(Clone)]
pub struct McpUi<S, T = InnerService> {
    inner: S,
    explorer: Arc<Explorer>,
    tools: T,
}

impl<S, T> McpUi<S, T> {
    pub(crate) fn new(inner: S, explorer: Arc<Explorer>, tools: T) -> Self {
        Self { inner, explorer, tools }
    }

    /// Returns a reference to the inner service.
    pub fn get_ref(&self) -> &S {
        &self.inner
    }

    /// Returns a mutable reference to the inner service.
    pub fn get_mut(&mut self) -> &mut S {
        &mut self.inner
    }

    /// Returns the inner service.
    pub fn into_inner(self) -> S {
        self.inner
    }

    #[inline]
    fn owns<B>(&self, request: &Request<B>) -> bool {
        self.explorer.owns(request.uri(), request.headers())
    }
}

/// Requests the tools from the inner service, which gets both the client's and the explorer's requests.
impl<S, B, ResB> Service<Request<B>> for McpUi<S, InnerService>
where
    S: Service<Request<RequestBody<B>>, Response = Response<ResB>> + Clone + Send + 'static,
    S::Future: Send,
    S::Error: Into<BoxError>,
    B: Body<Data: From<bytes::Bytes>> + Send + 'static,
    ResB: Body<Data: Send, Error: Into<BoxError>> + Send + 'static,
{
    type Response = Response<ResponseBody<ResB>>;
    type Error = S::Error;
    type Future = ResponseFuture<S::Future>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(cx)
    }

    #[inline]
    fn call(&mut self, request: Request<B>) -> Self::Future {
        if !self.owns(&request) {
            return ResponseFuture::passed(self.inner.call(request.map(RequestBody::passed)));
        }
        // Only the service that was polled ready may be called; the clone replaces it and will be polled again.
        let clone = self.inner.clone();
        let ready = mem::replace(&mut self.inner, clone);
        let tools: Arc<dyn Backend> = Arc::new(self.tools.0.over_ready::<S, B>(ready));
        let explorer = Arc::clone(&self.explorer);
        ResponseFuture::explorer(Box::pin(async move { explorer.respond(request, &tools).await }))
    }
}

/// Gets the tools from elsewhere, so the type of the request's body does not change.
impl<S, B, ResB> Service<Request<B>> for McpUi<S, GivenTools>
where
    S: Service<Request<B>, Response = Response<ResB>>,
    B: Body<Data: Send> + Send + 'static,
{
    type Response = Response<ResponseBody<ResB>>;
    type Error = S::Error;
    type Future = ResponseFuture<S::Future>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(cx)
    }

    #[inline]
    fn call(&mut self, request: Request<B>) -> Self::Future {
        if !self.owns(&request) {
            return ResponseFuture::passed(self.inner.call(request));
        }
        let explorer = Arc::clone(&self.explorer);
        let tools = self.tools.clone();
        ResponseFuture::explorer(Box::pin(async move { explorer.respond(request, &tools.0).await }))
    }
}

impl<S: fmt::Debug, T> fmt::Debug for McpUi<S, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("McpUi")
            .field("inner", &self.inner)
            .field("config", &self.explorer.config)
            .finish_non_exhaustive()
    }
}
