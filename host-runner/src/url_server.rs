//! A server at a URL, with the fallback to HTTP+SSE from 2024-11-05 (2025-11-25, "Transports", "Backwards
//! Compatibility").

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use http::{HeaderValue, Request, Response, StatusCode, header};
use http_body::Body;
use http_body_util::{Empty, Full};
use tower_service::Service;

use crate::connect::{BoxError, ServerBody, UpstreamError};
use crate::stdio::{StdioServer, connect_sse};
use crate::upstream::HttpServer;

const SESSION_ID: &str = "mcp-session-id";

const INITIALIZE: &str = concat!(
    r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"#,
    r#""clientInfo":{"name":"mcp-ui","version":""#,
    env!("CARGO_PKG_VERSION"),
    r#""}}}"#
);

/// An MCP server at a URL that speaks Streamable HTTP or, after [`fall_back`](Self::fall_back), HTTP+SSE (MCP
/// 2024-11-05).
#[derive(Clone, Debug)]
pub struct UrlServer {
    http: HttpServer,
    /// The connection to a server over HTTP+SSE.
    sse: Arc<OnceLock<StdioServer>>,
}

impl UrlServer {
    /// Creates the service. Nothing is sent yet.
    pub fn new(http: HttpServer) -> Self {
        Self { http, sse: Arc::default() }
    }

    /// The server without its connection over HTTP+SSE.
    pub fn http(&self) -> &HttpServer {
        &self.http
    }

    /// Returns a handle to the same server for the explorer's own requests.
    #[must_use]
    pub fn for_explorer(&self) -> Self {
        Self { http: self.http.for_explorer(), sse: Arc::clone(&self.sse) }
    }

    /// Connects by HTTP+SSE if the server does not speak Streamable HTTP. Returns true if it has connected. From then
    /// on, all clones of this service use that connection.
    ///
    /// # Errors
    ///
    /// If the server cannot be reached, or it speaks HTTP+SSE and the handshake fails.
    pub async fn fall_back(&self, limit: Duration) -> Result<bool, UpstreamError> {
        // GET comes first, to spare servers for 2026-07-28 the request `initialize`: they treat a request without that
        // revision's metadata as an error.
        let asked =
            async { Ok::<_, UpstreamError>(has_stream(&self.http).await? && refuses_initialize(&self.http).await?) };
        if !tokio::time::timeout(limit, asked).await.unwrap_or(Ok(false))? {
            return Ok(false);
        }
        let server = connect_sse(self.http.clone(), limit);
        server.ready().await.map_err(|exit| {
            let url = UpstreamError::shown(&self.http.url());
            UpstreamError::new(format!("{url} speaks HTTP+SSE of MCP 2024-11-05. {exit}"))
        })?;
        // Another clone may have been faster.
        Ok(self.sse.set(server).is_ok() || self.sse.get().is_some())
    }

    /// Closes the connection that [`fall_back`](Self::fall_back) opened, if any.
    pub async fn shut_down(&self) {
        if let Some(sse) = self.sse.get() {
            sse.shut_down().await;
        }
    }
}

/// Returns true if the server refuses `initialize` with 400, 404 or 405, as servers over HTTP+SSE do.
async fn refuses_initialize(http: &HttpServer) -> Result<bool, UpstreamError> {
    let request = Request::post("/")
        .header(header::CONTENT_TYPE, "application/json")
        .header(header::ACCEPT, "application/json, text/event-stream")
        .body(Full::new(Bytes::from_static(INITIALIZE.as_bytes())))
        .expect("the parts of the request are valid");
    let response = http.send(request).await?;
    let status = response.status();
    if let Some(session) = response.headers().get(SESSION_ID).cloned() {
        end_session(http, session).await;
    }
    Ok(matches!(status, StatusCode::BAD_REQUEST | StatusCode::NOT_FOUND | StatusCode::METHOD_NOT_ALLOWED))
}

/// Ends the session that `initialize` started.
async fn end_session(http: &HttpServer, session: HeaderValue) {
    let request = Request::delete("/").header(SESSION_ID, session).body(Empty::<Bytes>::new());
    // If this fails, the session expires at the server.
    let _ = http.send(request.expect("the parts of the request are valid")).await;
}

/// Returns true if the server answers GET with an event stream.
async fn has_stream(http: &HttpServer) -> Result<bool, UpstreamError> {
    let request = Request::get("/").header(header::ACCEPT, "text/event-stream").body(Empty::<Bytes>::new());
    let response = http.send(request.expect("the parts of the request are valid")).await?;
    let content_type = response.headers().get(header::CONTENT_TYPE);
    let is_stream = content_type.is_some_and(|value| value.as_bytes().starts_with(b"text/event-stream"));
    Ok(response.status() == StatusCode::OK && is_stream)
}

impl<B> Service<Request<B>> for UrlServer
where
    B: Body<Data = Bytes, Error: Into<BoxError>> + Send + 'static,
{
    type Response = Response<ServerBody>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let Some(sse) = self.sse.get() else { return self.http.call(request) };
        let mut sse = if self.http.is_for_explorer() { sse.for_explorer() } else { sse.clone() };
        sse.call(request)
    }
}
