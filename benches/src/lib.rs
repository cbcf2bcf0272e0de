//! A request that passes through the layer, for the benchmark and the allocation test.

use std::convert::Infallible;
use std::future::{Future, Ready, ready};
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use bytes::Bytes;
use http::{HeaderMap, HeaderName, HeaderValue, Method, Request, Response, Uri, header};
use http_body_util::Empty;
use tower::{Layer as _, Service};
use tower_mcp_ui::authorization::SignIn;
use tower_mcp_ui::service::GivenTools;
use tower_mcp_ui::tools::{Arguments, ToolList};
use tower_mcp_ui::traffic::TrafficService;
use tower_mcp_ui::uis::{AugmentLayer, AugmentService, Ui, UiCatalog};
use tower_mcp_ui::{McpUi, McpUiConfig, McpUiLayer, Tool, Traffic};

/// An inner service that responds immediately, for any request body type.
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

/// The inner service under a layer with tools defined in code.
///
/// # Panics
///
/// Never panics: there is only one tool, so names cannot clash.
pub fn tools_in_code() -> McpUi<Inner, GivenTools> {
    let tools = ToolList::new([Tool::new("echo", "Says it again")]).expect("one tool, one name");
    let echo = |_tool: String, arguments: Arguments| async move { arguments.get().to_owned() };
    McpUiLayer::new(McpUiConfig::new()).tools_with(tools, echo).layer(Inner)
}

/// The inner service under a layer with a sandbox origin for apps.
///
/// # Panics
///
/// Never panics: the origin is valid.
pub fn with_sandbox_origin() -> McpUi<Inner> {
    let config = McpUiConfig::new().sandbox_origin("http://apps.localhost:8080").expect("an origin");
    McpUiLayer::new(config).layer(Inner)
}

/// The inner service under a layer that gets its tools from that service.
pub fn tools_from_inner() -> McpUi<Inner> {
    McpUiLayer::new(McpUiConfig::new()).layer(Inner)
}

/// The inner service under a layer that gets its tools from that service, and lets users sign in.
///
/// # Panics
///
/// Never panics: the issuer is valid.
pub fn with_sign_in() -> McpUi<Inner> {
    let sign_in = SignIn::new::<_, Bytes, _, _>(Inner, ["https://auth.example"]).expect("a valid issuer");
    McpUiLayer::new(McpUiConfig::new()).authorization(sign_in).layer(Inner)
}

/// The inner service under a layer that records nothing.
pub fn with_traffic_off() -> TrafficService<Inner> {
    Traffic::off().layer().layer(Inner)
}

/// The inner service under a layer that has UIs for the tools `tool-0` to `tool-9`.
pub fn with_uis() -> AugmentService<Inner> {
    AugmentLayer::new(&ten_uis()).layer(Inner)
}

/// A catalog with UIs for the tools `tool-0` to `tool-9`.
///
/// # Panics
///
/// Never panics: the UIs are valid.
pub fn ten_uis() -> UiCatalog {
    let add = |catalog: UiCatalog, name: String| catalog.ui(&name, Ui::html("<!doctype html>")).expect("a valid UI");
    (0..10).map(|number| format!("tool-{number}")).fold(UiCatalog::new(), add)
}

/// Creates a tool call with the headers for revision 2026-07-28.
pub fn call_of(tool: &'static str) -> Request<Empty<Bytes>> {
    let mut request = request("/mcp");
    *request.method_mut() = Method::POST;
    request.headers_mut().extend(HeaderMap::from_iter([
        (HeaderName::from_static("mcp-protocol-version"), HeaderValue::from_static("2026-07-28")),
        (HeaderName::from_static("mcp-method"), HeaderValue::from_static("tools/call")),
        (HeaderName::from_static("mcp-name"), HeaderValue::from_static(tool)),
    ]));
    request
}

/// Creates a request as a browser sends it, for a path that is not the explorer's.
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

/// Calls a service that is always ready and responds immediately.
///
/// # Errors
///
/// Fails if the service fails.
///
/// # Panics
///
/// Panics if the service is not ready or does not respond immediately.
#[inline]
pub fn respond<S: Service<Request<Empty<Bytes>>>>(
    service: &mut S,
    request: Request<Empty<Bytes>>,
) -> Result<S::Response, S::Error> {
    let mut context = Context::from_waker(Waker::noop());
    assert!(service.poll_ready(&mut context).is_ready(), "the service is always ready");
    match pin!(service.call(request)).poll(&mut context) {
        Poll::Ready(response) => response,
        Poll::Pending => panic!("the service responds immediately"),
    }
}
