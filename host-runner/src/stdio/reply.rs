//! HTTP responses: a JSON-RPC message, an event stream, or a refusal.

use std::time::Duration;

use bytes::Bytes;
use futures_util::stream::{self, StreamExt as _};
use http::header::{self, HeaderValue};
use http::{Response, StatusCode};
use http_body::Frame;
use http_body_util::{BodyExt as _, Full, StreamBody};

use super::errors;
use super::exit::Exit;
use super::link::{Refusal, Running};
use super::message::Invalid;
use super::outbox::{Event, Inbox, Loss};
use crate::connect::ServerBody;

/// Idle time after which a comment is sent on an event stream, so that proxies keep the connection open.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// Creates a response with a JSON-RPC message.
pub(super) fn json(status: StatusCode, message: impl Into<Bytes>) -> Response<ServerBody> {
    let mut response = Response::new(Full::new(message.into()).map_err(|never| match never {}).boxed_unsync());
    *response.status_mut() = status;
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}

/// Creates a response without content.
pub(super) fn empty(status: StatusCode) -> Response<ServerBody> {
    let mut response = Response::new(ServerBody::default());
    *response.status_mut() = status;
    response
}

/// Creates a JSON-RPC error for the request with this id, which is JSON.
pub(super) fn error(
    status: StatusCode,
    id: &str,
    code: i64,
    message: &str,
    data: Option<&str>,
) -> Response<ServerBody> {
    json(status, errors::response(id, code, message, data))
}

/// Creates the response to a request while the process is down.
pub(super) fn down(id: &str, exit: &Exit) -> Response<ServerBody> {
    let Loss { reason, data } = Loss::from(exit);
    error(StatusCode::SERVICE_UNAVAILABLE, id, errors::INTERNAL_ERROR, &reason, data.as_deref())
}

/// Creates the response to an invalid message.
pub(super) fn invalid(invalid: &Invalid) -> Response<ServerBody> {
    let (code, text) = match invalid {
        Invalid::NotJson(reason) => (errors::PARSE_ERROR, format!("The body is not JSON: {reason}.")),
        Invalid::NotAMessage(reason) => (errors::INVALID_REQUEST, format!("The body is not a message: {reason}.")),
        Invalid::Repeated(name) => {
            let text = format!("The member {name:?} is repeated. Send it once: parsers disagree about repetitions.");
            (errors::INVALID_REQUEST, text)
        }
    };
    error(StatusCode::BAD_REQUEST, "null", code, &text, None)
}

/// Creates the response to a request that did not reach the process.
pub(super) fn refused(id: &str, refusal: &Refusal) -> Response<ServerBody> {
    match refusal {
        Refusal::Full => {
            let text = "1,000 requests are already in progress. Try again when one of them has ended.";
            error(StatusCode::SERVICE_UNAVAILABLE, id, errors::INTERNAL_ERROR, text, None)
        }
        Refusal::Ended(exit) => down(id, exit),
        Refusal::Invalid(reason) => invalid(reason),
    }
}

/// Returns the status for an error sent as JSON to a client that uses 2026-07-28.
pub(super) fn status_of(code: i64) -> StatusCode {
    match code {
        errors::METHOD_NOT_FOUND => StatusCode::NOT_FOUND,
        errors::PARSE_ERROR | errors::INVALID_REQUEST => StatusCode::BAD_REQUEST,
        code if errors::is_of_stateless_revision(code) => StatusCode::BAD_REQUEST,
        _ => StatusCode::OK,
    }
}

/// The source of a stream's events.
pub(super) struct Source {
    /// The event that has been received already.
    pub(super) first: Option<Event>,
    pub(super) inbox: Inbox,
    /// The request id, as JSON, if the stream ends with its response.
    pub(super) id: Option<String>,
    /// The request, which is cancelled when the stream is dropped.
    #[expect(dead_code, reason = "it is kept for its destructor")]
    pub(super) running: Option<Running>,
}

/// Creates a stream of messages, up to the response.
pub(super) fn events(source: Source) -> Response<ServerBody> {
    let events = stream::unfold(Some(source), |source| async {
        let mut source = source?;
        let event = match source.first.take() {
            Some(event) => Ok(Some(event)),
            None => tokio::time::timeout(KEEP_ALIVE, source.inbox.recv()).await,
        };
        match event {
            Err(_) => Some((Bytes::from_static(b":\n\n"), Some(source))),
            Ok(Some(Event::Message(held))) => Some((data(&held.text), Some(source))),
            Ok(Some(Event::Response(held, _))) => Some((data(&held.text), None)),
            Ok(Some(Event::Lost(loss))) => Some((data(&lost(&source, &loss)?), None)),
            Ok(None) => Some((data(&lost(&source, &"The request was abandoned.".into())?), None)),
        }
    });
    let frames = events.map(|bytes| Ok(Frame::data(bytes)));
    let mut response = Response::new(StreamBody::new(frames).boxed_unsync());
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    response
}

/// Returns the error for a request without a response. A stream that belongs to no request ends without an error.
fn lost(source: &Source, loss: &Loss) -> Option<Bytes> {
    let id = source.id.as_ref()?;
    Some(Bytes::from(errors::response(id, errors::INTERNAL_ERROR, &loss.reason, loss.data.as_deref())))
}

/// Formats an event with a one-line message.
fn data(message: &Bytes) -> Bytes {
    Bytes::from([b"event: message\ndata: ", &message[..], b"\n\n"].concat())
}
