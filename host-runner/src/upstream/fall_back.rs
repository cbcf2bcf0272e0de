//! The fallback to HTTP+SSE from 2024-11-05 (2025-11-25, "Transports", "Backwards Compatibility").

use std::time::Duration;

use bytes::Bytes;
use http::{HeaderValue, Request, StatusCode, header};
use http_body_util::{Empty, Full};

use super::{HttpServer, UpstreamError};
use crate::stdio::SseServer;

const SESSION_ID: &str = "mcp-session-id";

const INITIALIZE: &str = concat!(
    r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"#,
    r#""clientInfo":{"name":"mcp-ui","version":""#,
    env!("CARGO_PKG_VERSION"),
    r#""}}}"#
);

impl HttpServer {
    /// Connects by HTTP+SSE if the server does not speak Streamable HTTP, and returns true if so. From then on, all
    /// clones of this service present that connection.
    ///
    /// # Errors
    ///
    /// If the server cannot be reached, or it speaks HTTP+SSE and the handshake fails.
    pub async fn fall_back(&self, limit: Duration) -> Result<bool, UpstreamError> {
        // GET comes first: servers for 2026-07-28 treat a request without that revision's metadata as an error.
        let asked = async { Ok::<_, UpstreamError>(self.has_stream().await? && self.refuses_initialize().await?) };
        if !tokio::time::timeout(limit, asked).await.unwrap_or(Ok(false))? {
            return Ok(false);
        }
        let server = SseServer::start(self.at(self.endpoint().clone()), limit);
        server.ready().await.map_err(|exit| {
            let url = UpstreamError::shown(&self.url());
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

    async fn refuses_initialize(&self) -> Result<bool, UpstreamError> {
        let request = Request::post("/")
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::ACCEPT, "application/json, text/event-stream")
            .body(Full::new(Bytes::from_static(INITIALIZE.as_bytes())))
            .expect("the parts of the request are valid");
        let response = self.send(request).await?;
        let status = response.status();
        if let Some(session) = response.headers().get(SESSION_ID).cloned() {
            self.end_session(session).await;
        }
        Ok(matches!(status, StatusCode::BAD_REQUEST | StatusCode::NOT_FOUND | StatusCode::METHOD_NOT_ALLOWED))
    }

    /// Ends the session that `initialize` began.
    async fn end_session(&self, session: HeaderValue) {
        let request = Request::delete("/").header(SESSION_ID, session).body(Empty::<Bytes>::new());
        // If this fails, the session expires at the server.
        let _ = self.send(request.expect("the parts of the request are valid")).await;
    }

    /// Returns true if the server answers GET with an event stream.
    async fn has_stream(&self) -> Result<bool, UpstreamError> {
        let request = Request::get("/").header(header::ACCEPT, "text/event-stream").body(Empty::<Bytes>::new());
        let response = self.send(request.expect("the parts of the request are valid")).await?;
        let content_type = response.headers().get(header::CONTENT_TYPE);
        let is_stream = content_type.is_some_and(|value| value.as_bytes().starts_with(b"text/event-stream"));
        Ok(response.status() == StatusCode::OK && is_stream)
    }
}
