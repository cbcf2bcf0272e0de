//! A request that passes the layer: what the bench measures and the test counts.

use std::convert::Infallible;
use std::future::{Future, Ready, ready};
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use bytes::Bytes;
use http::{HeaderMap, HeaderValue, Request, Response, Uri, header};
use http_body_util::Empty;
use tower::{Layer as _, Service};
use tower_mcp_ui::{Arguments, GivenTools, McpUi, McpUiConfig, McpUiLayer, Tool, ToolList};

/// An inner service that answers at once, whatever the request's body is.
#[derive(Clone, Debug)]
pub struct Inner;

impl<B> Service<Request<B>> for Inner {
    type Response = Response<Empty<Bytes>>;
    type Error = Infallible;
    type Future = Ready<Result<Self::Response, Infallible>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, _: Request<B>) -> Self::Future {
        ready(Ok(Response::new(Empty::new())))
    }
}

/// The inner service under a layer whose tools are given in code.
///
/// # Panics
///
/// Never: the tools have different names.
pub fn tools_in_code() -> McpUi<Inner, GivenTools> {
    let tools = ToolList::new([Tool::new("echo", "Says it again")]).expect("one tool, one name");
    let echo = |_tool: String, arguments: Arguments| async move { arguments.get().to_owned() };
    McpUiLayer::new(McpUiConfig::new()).tools(tools, echo).layer(Inner)
}

/// The inner service under a layer that sets an origin aside for apps.
///
/// # Panics
///
/// Never: the origin is one.
pub fn with_sandbox_origin() -> McpUi<Inner> {
    let config = McpUiConfig::new().sandbox_origin("http://apps.localhost:8080").expect("an origin");
    McpUiLayer::new(config).layer(Inner)
}

/// The inner service under a layer that asks it for its tools.
pub fn tools_asked_of_inner() -> McpUi<Inner> {
    McpUiLayer::new(McpUiConfig::new()).layer(Inner)
}

/// A request as a browser sends it, for a path that is not the explorer's.
pub fn request(path: &'static str) -> Request<Empty<Bytes>> {
    let mut request = Request::new(Empty::new());
    *request.uri_mut() = Uri::from_static(path);
    *request.headers_mut() = HeaderMap::from_iter([
        (header::HOST, HeaderValue::from_static("127.0.0.1:8080")),
        (header::USER_AGENT, HeaderValue::from_static("Mozilla/5.0 (X11; Linux x86_64; rv:143.0)")),
        (header::ACCEPT, HeaderValue::from_static("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8")),
        (header::ACCEPT_LANGUAGE, HeaderValue::from_static("en-US,en;q=0.5")),
        (header::ACCEPT_ENCODING, HeaderValue::from_static("gzip, deflate, br, zstd")),
        (header::AUTHORIZATION, HeaderValue::from_static("Bearer sesame")),
    ]);
    request
}

/// The answer of a service that is always ready and answers at once.
///
/// # Errors
///
/// When the service fails.
///
/// # Panics
///
/// When it is not, or does not.
#[inline]
pub fn answered<S: Service<Request<Empty<Bytes>>>>(
    service: &mut S,
    request: Request<Empty<Bytes>>,
) -> Result<S::Response, S::Error> {
    let mut context = Context::from_waker(Waker::noop());
    assert!(service.poll_ready(&mut context).is_ready(), "the service is always ready");
    match pin!(service.call(request)).poll(&mut context) {
        Poll::Ready(answer) => answer,
        Poll::Pending => panic!("the service answers at once"),
    }
}
