//! The event stream for session messages that belong to no request (2025-11-25, "Listening for Messages from the
//! Server").
//!
//! Many servers use this stream for log messages and questions, even during a call. The stream is open only while
//! somebody follows a call. Many servers allow only one such stream for each session, so requests take turns.

use std::future::{pending, ready};
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bytes::Bytes;
use futures_util::future::{BoxFuture, Either, select};
use http::header::{self, HeaderValue};
use http::{Method, Response, StatusCode};

use super::connection::Connection;
use super::error::McpError;
use super::metered_body::MeteredBody;
use super::reading::Reading;
use super::response::{self, Read};
use super::session::Session;
use super::stream_turns::StreamTurn;
use crate::model::RawJson;
use crate::runtime::Background;

/// Maximum time that a call waits for the server to accept the stream, because a server may drop messages while there
/// is no stream. After that, the call starts, and the stream is read once it is accepted.
const OPEN_TIMEOUT: Duration = Duration::from_millis(500);

/// Delays in milliseconds after which the stream is requested again if the server still has an earlier one: it may not
/// have noticed yet that the client has closed it.
const CONFLICT_DELAYS_MS: [u64; 4] = [20, 40, 80, 160];

/// Maximum time for reading the stream after a response. At the same time as it responds, a server may use the stream
/// to report changes made by the call. Later messages are not read.
pub(super) const LAST_WORDS: Duration = Duration::from_millis(10);

/// A stream that the server may still have to accept. The future returns `None` if the server rejects the stream.
pub(super) type Stream = BoxFuture<'static, Option<Accepted>>;

/// A stream that the server has accepted.
pub(super) struct Accepted {
    pub(super) response: Response<MeteredBody>,
    /// Held until the stream is closed.
    pub(super) turn: Option<StreamTurn>,
}

/// Opens the stream. Returns `None` if the server offers no stream, or if the request is brief, such as a list, and
/// another one has the stream.
///
/// A request waits until it has the stream, or until another request has it that may keep it for long. In that case,
/// it gets the stream afterwards.
///
/// A busy server may accept the stream late, and some servers accept it only with the first message, so the call then
/// starts without it. The next call does not wait for such a server.
pub(super) async fn open_stream(
    background: &Background,
    session: &Arc<Session>,
    connection: &Connection,
    is_brief: bool,
) -> Option<Stream> {
    // In a component, a request cannot wake another one that waits for its turn.
    let takes_turns = background.outlives_requests();
    let turn = if takes_turns { session.stream_turns.try_take() } else { None };
    if session.has_no_stream.load(Ordering::Relaxed) || (is_brief && takes_turns && turn.is_none()) {
        return None;
    }
    let opening = in_turn(background.clone(), Arc::clone(session), connection.clone(), turn, is_brief);
    let mut stream: Stream = Box::pin(opening);
    if session.has_late_stream.load(Ordering::Relaxed) {
        return Some(stream);
    }
    let lasting = pin!(session.stream_turns.lasting());
    match background.timeout(OPEN_TIMEOUT, select(&mut stream, lasting)).await {
        Ok(Either::Left((accepted, _))) => accepted.map(|accepted| -> Stream { Box::pin(ready(Some(accepted))) }),
        Ok(Either::Right(_)) => Some(stream),
        Err(_) => {
            session.has_late_stream.store(true, Ordering::Relaxed);
            Some(stream)
        }
    }
}

/// Opens the stream once it is the request's turn.
async fn in_turn(
    background: Background,
    session: Arc<Session>,
    connection: Connection,
    mut turn: Option<StreamTurn>,
    is_brief: bool,
) -> Option<Accepted> {
    if turn.is_none() && background.outlives_requests() {
        turn = Some(session.stream_turns.take().await);
    }
    let response = accepted(&background, &session, &connection).await?;
    if let (Some(turn), false) = (&turn, is_brief) {
        turn.mark_lasting();
    }
    Some(Accepted { response, turn })
}

/// Requests the stream. A server that still refuses it after the last delay counts as late.
async fn accepted(
    background: &Background,
    session: &Session,
    connection: &Connection,
) -> Option<Response<MeteredBody>> {
    if session.has_no_stream.load(Ordering::Relaxed) {
        return None;
    }
    let mut headers = session.headers();
    headers.insert(header::ACCEPT, HeaderValue::from_static("text/event-stream"));
    let mut delays = CONFLICT_DELAYS_MS.into_iter().filter(|_| background.has_clock());
    loop {
        match connection.send(Method::GET, headers.clone(), Bytes::new()).await {
            Ok(response) if response.status().is_success() => {
                session.has_late_stream.store(false, Ordering::Relaxed);
                return Some(response);
            }
            Ok(response) if response.status() == StatusCode::CONFLICT => {}
            _ => {
                session.has_no_stream.store(true, Ordering::Relaxed);
                return None;
            }
        }
        let Some(delay) = delays.next() else {
            session.has_late_stream.store(true, Ordering::Relaxed);
            return None;
        };
        background.sleep(Duration::from_millis(delay)).await;
    }
}

/// Reads messages from the stream until the request's result arrives there, which should not happen. If the stream ends
/// first, the future stays pending, so that the request does not fail. `is_open` becomes true once the server has
/// accepted the stream.
pub(super) async fn read(
    stream: Option<Stream>,
    reading: &Reading<'_>,
    is_open: &AtomicBool,
) -> Result<RawJson, McpError> {
    if let Some(stream) = stream
        && let Some(Accepted { response, turn: _turn }) = stream.await
    {
        is_open.store(true, Ordering::Relaxed);
        if let Ok(Read::Result(result)) = response::read(response, reading).await {
            return Ok(result);
        }
    }
    pending().await
}
