//! The event stream for session messages that belong to no request (2025-11-25, "Listening for Messages from the
//! Server").
//!
//! Many servers use this stream for log messages and questions, even during a call. The explorer opens it for live
//! requests, and for the page. Many servers allow only one such stream for each session, so requests take turns.

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

/// The way in which a request waits for its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Patience {
    /// A request that is over in a moment, such as a list, opens no stream beside another request.
    None,
    /// A call gets the stream once the request that has it has ended.
    Call,
    /// A follower of the stream, whose turn may never come while another request keeps the stream, opens a second one,
    /// which some servers allow.
    Follower,
}

/// Opens the stream. Returns `None` if the server refuses it, or if the request has no patience.
///
/// Waits until the request has the stream, or another request has one that it may keep for long, at most for
/// [`OPEN_TIMEOUT`]. Some servers accept the stream only with the first message. While a server is that late, requests
/// do not wait for it.
pub(super) async fn open_stream(
    background: &Background,
    session: &Arc<Session>,
    connection: &Connection,
    patience: Patience,
) -> Option<Stream> {
    if session.has_no_stream.load(Ordering::Relaxed) {
        return None;
    }
    let turn = match patience {
        Patience::None if has_turns(background) => Some(session.stream_turns.try_take()?),
        _ => None,
    };
    let opening = in_turn(background.clone(), Arc::clone(session), connection.clone(), turn, patience);
    let mut stream: Stream = Box::pin(opening);
    if session.has_late_stream.load(Ordering::Relaxed) {
        return Some(stream);
    }
    let another = async {
        match patience {
            Patience::Follower => pending().await,
            Patience::Call | Patience::None => session.stream_turns.lasting().await,
        }
    };
    match background.timeout(OPEN_TIMEOUT, select(&mut stream, pin!(another))).await {
        Ok(Either::Left((accepted, _))) => accepted.map(|accepted| -> Stream { Box::pin(ready(Some(accepted))) }),
        Ok(Either::Right(_)) | Err(_) => Some(stream),
    }
}

/// Returns whether requests take turns. In a component, a request cannot wake another one, so there are no turns.
fn has_turns(background: &Background) -> bool {
    background.outlives_requests()
}

/// Opens the stream once it is the request's turn, unless the request already has its turn.
async fn in_turn(
    background: Background,
    session: Arc<Session>,
    connection: Connection,
    mut turn: Option<StreamTurn>,
    patience: Patience,
) -> Option<Accepted> {
    if turn.is_none() && has_turns(&background) {
        let turns = &session.stream_turns;
        turn = match patience {
            Patience::Follower => match select(pin!(turns.take()), pin!(turns.lasting())).await {
                Either::Left((turn, _)) => Some(turn),
                Either::Right(_) => None,
            },
            Patience::Call | Patience::None => Some(turns.take().await),
        };
    }
    let mut accepted = pin!(accepted(&background, &session, &connection));
    let response = if let Ok(response) = background.timeout(OPEN_TIMEOUT, accepted.as_mut()).await {
        response?
    } else {
        session.has_late_stream.store(true, Ordering::Relaxed);
        accepted.await?
    };
    session.has_late_stream.store(false, Ordering::Relaxed);
    if let Some(turn) = turn.as_ref().filter(|_| patience != Patience::None) {
        turn.mark_lasting();
    }
    Some(Accepted { response, turn })
}

/// Requests the stream, again and again while the server has an earlier one.
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
    let mut delays = CONFLICT_DELAYS_MS.into_iter().filter(|_| has_turns(background));
    loop {
        match connection.send(Method::GET, headers.clone(), Bytes::new()).await {
            Ok(response) if response.status().is_success() => return Some(response),
            Ok(response) if response.status() == StatusCode::CONFLICT => {}
            _ => {
                session.has_no_stream.store(true, Ordering::Relaxed);
                return None;
            }
        }
        background.sleep(Duration::from_millis(delays.next()?)).await;
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
