//! The event stream for messages of a session that belong to no request (2025-11-25, "Listening for Messages from the
//! Server").
//!
//! Many servers log and ask there, even in the course of a call. The stream is open only while somebody follows a call.

use std::future::pending;
use std::sync::atomic::Ordering;
use std::time::Duration;

use bytes::Bytes;
use http::header::{self, HeaderValue};
use http::{Method, Response, StatusCode};

use super::client::McpClient;
use super::connection::Connection;
use super::error::McpError;
use super::response::{self, Read, Reading};
use super::session::Session;
use super::transport::UpstreamBody;
use crate::model::RawJson;

/// The time that a server has to accept the stream. The call begins afterwards, because a server may drop messages for
/// which there is no stream.
const OPEN_TIMEOUT: Duration = Duration::from_millis(500);

impl McpClient {
    /// Opens the stream. Returns `None` if the server has none, or allows only one and another call has it.
    pub(super) async fn open_stream(
        &self,
        session: &Session,
        connection: &Connection,
    ) -> Option<Response<UpstreamBody>> {
        if session.has_no_stream.load(Ordering::Relaxed) {
            return None;
        }
        let mut headers = session.headers();
        headers.insert(header::ACCEPT, HeaderValue::from_static("text/event-stream"));
        let sent = connection.send(Method::GET, headers, Bytes::new());
        let response = self.background.timeout(OPEN_TIMEOUT, sent).await;
        match response {
            Ok(Ok(response)) if response.status().is_success() => return Some(response),
            Ok(Ok(response)) if response.status() == StatusCode::CONFLICT => {}
            _ => session.has_no_stream.store(true, Ordering::Relaxed),
        }
        None
    }
}

/// Reads messages from the stream, until it has the result of the request, which it should not have. A stream that ends
/// earlier is not an error of the request.
pub(super) async fn read(stream: Option<Response<UpstreamBody>>, reading: &Reading<'_>) -> Result<RawJson, McpError> {
    if let Some(stream) = stream
        && let Ok(Read::Result(result)) = response::read(stream, reading).await
    {
        return Ok(result);
    }
    pending().await
}
