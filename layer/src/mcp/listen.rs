//! The event stream for session messages that belong to no request (2025-11-25, "Listening for Messages from the
//! Server").
//!
//! Many servers use this stream for log messages and questions, even during a call. The stream is open only while
//! somebody follows a call.

use std::future::{pending, ready};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use bytes::Bytes;
use futures_util::future::BoxFuture;
use http::header::{self, HeaderValue};
use http::{Method, Response, StatusCode};

use super::connection::Connection;
use super::error::McpError;
use super::metered_body::MeteredBody;
use super::reading::Reading;
use super::response::{self, Read};
use super::session::Session;
use crate::model::RawJson;
use crate::runtime::Background;

/// Maximum time that a call waits for the server to accept the stream, because a server may drop messages while there
/// is no stream. After that, the call starts, and the stream is read once it is accepted.
const OPEN_TIMEOUT: Duration = Duration::from_millis(500);

/// Maximum time for reading the stream after a response. At the same time as it responds, a server may use the stream
/// to report changes made by the call. Later messages are not read.
pub(super) const LAST_WORDS: Duration = Duration::from_millis(10);

/// A stream that the server may still have to accept. The future returns `None` if the server rejects the stream.
pub(super) type Stream = BoxFuture<'static, Option<Response<MeteredBody>>>;

/// Opens the stream. Returns `None` if the server offers no stream.
///
/// A busy server may accept the stream late, and some servers accept it only with the first message, so the call then
/// starts without it. The next call does not wait for such a server.
pub(super) async fn open_stream(
    background: &Background,
    session: &Arc<Session>,
    connection: &Connection,
) -> Option<Stream> {
    if session.has_no_stream.load(Ordering::Relaxed) {
        return None;
    }
    let mut headers = session.headers();
    headers.insert(header::ACCEPT, HeaderValue::from_static("text/event-stream"));
    let sent = connection.send(Method::GET, headers, Bytes::new());
    let mut stream: Stream = Box::pin(accepted(sent, Arc::clone(session)));
    if session.has_late_stream.load(Ordering::Relaxed) {
        return Some(stream);
    }
    if let Ok(response) = background.timeout(OPEN_TIMEOUT, &mut stream).await {
        return response.map(|response| -> Stream { Box::pin(ready(Some(response))) });
    }
    session.has_late_stream.store(true, Ordering::Relaxed);
    Some(stream)
}

async fn accepted(
    sent: impl Future<Output = Result<Response<MeteredBody>, McpError>>,
    session: Arc<Session>,
) -> Option<Response<MeteredBody>> {
    match sent.await {
        Ok(response) if response.status().is_success() => {
            session.has_late_stream.store(false, Ordering::Relaxed);
            return Some(response);
        }
        // The server allows only one stream, and another call has it.
        Ok(response) if response.status() == StatusCode::CONFLICT => {}
        _ => session.has_no_stream.store(true, Ordering::Relaxed),
    }
    None
}

/// Reads messages from the stream until the request's result arrives there, which should not happen. If the stream ends
/// first, the future stays pending, so that the request does not fail.
pub(super) async fn read(stream: Option<Stream>, reading: &Reading<'_>) -> Result<RawJson, McpError> {
    if let Some(stream) = stream
        && let Some(stream) = stream.await
        && let Ok(Read::Result(result)) = response::read(stream, reading).await
    {
        return Ok(result);
    }
    pending().await
}
