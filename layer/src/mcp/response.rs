//! The response to a request over Streamable HTTP: JSON or an event stream that contains the result.
//!
//! On an event stream, the server's notifications and requests may precede the result (2025-11-25, "Sending Messages to
//! the Server"). All of them are passed on, and requests are also answered. The rest of the stream is dropped as soon
//! as the result has arrived. If the stream ends before the result, and its events have ids, the client requests the
//! rest.
//!
//! The number of bytes in memory and of concurrent answers is limited. All bytes in a response count, unless somebody
//! receives its messages: the bytes of received messages no longer count, so that a stream can go on indefinitely.

use http::Response;
use http_body_util::{BodyExt as _, Collected};

use super::error::McpError;
use super::events::{self, End, ResumePoint};
use super::jsonrpc::Incoming;
use super::messages::{self, RpcResult};
use super::metered_body::MeteredBody;
use super::reading::{Reading, no_requests};
use crate::backend::Messages;
use crate::headers::media_type;
use crate::model::{RawJson, RawObject};

/// Maximum number of characters passed on from a server's error text. Longer text is cut off.
const DETAIL_CHARS: usize = 300;

/// The outcome of reading a response.
pub(super) enum Read {
    Result(RawJson),
    /// The event stream ended before the result. It can be resumed at `at`, the last event with an id, if any.
    Interrupted {
        at: Option<ResumePoint>,
        failure: McpError,
    },
}

/// Reads a request's result, and hands over the messages that precede it.
pub(super) async fn read(response: Response<MeteredBody>, reading: &Reading<'_>) -> Result<Read, McpError> {
    let &Reading { id, limit, .. } = reading;
    let status = response.status();
    if !status.is_success() {
        return Err(failure(response, limit).await);
    }
    let content_type = media_type(response.headers());
    let body = response.into_body().limited(limit);
    let result = match content_type.as_str() {
        "application/json" => from_json(body, id).await?,
        "text/event-stream" => match events::read(body, reading).await? {
            End::Result(result) => result,
            End::Interrupted { at, failure } => return Ok(Read::Interrupted { at, failure }),
        },
        "" => return Err(McpError::broken(format_args!("responded with {status} and no content"))),
        other => {
            return Err(McpError::broken(format_args!("responded with {other} instead of JSON or an event stream")));
        }
    };
    result.map(Read::Result).map_err(|error| McpError::Rpc { status, error })
}

/// Reads the result like [`read`]. An event stream that ends before the result is an error.
pub(super) async fn result(response: Response<MeteredBody>, id: u64, limit: usize) -> Result<RawJson, McpError> {
    let reading =
        Reading { id, limit, messages: &Messages::default(), responder: &no_requests, live: None, lists: None };
    match read(response, &reading).await? {
        Read::Result(result) => Ok(result),
        Read::Interrupted { failure, .. } => Err(failure),
    }
}

/// Reads an `application/json` response: one message, or a batch (2025-03-26) that contains the result.
async fn from_json(body: MeteredBody, id: u64) -> Result<RpcResult, McpError> {
    let bytes = body
        .collect()
        .await
        .map_err(|error| messages::read_error(&error).unwrap_or_else(|failure| failure))?
        .to_bytes();
    let result = messages::parse(bytes)?.into_iter().find_map(|message| messages::result_of(id, message));
    result.ok_or_else(|| McpError::broken("sent a message that is not a response to the request"))
}

/// Reads a response with a status other than 2xx: a JSON-RPC error, or the start of its text.
///
/// The text is shown to the user, so HTML is dropped: it is usually a proxy's error page.
pub(super) async fn failure(response: Response<MeteredBody>, limit: usize) -> McpError {
    let status = response.status();
    let is_text = matches!(media_type(response.headers()).as_str(), "application/json" | "text/plain" | "");
    let (head, body) = response.into_parts();
    let bytes = body.limited(limit).collect().await.map(Collected::to_bytes).unwrap_or_default();
    let json = RawJson::parse(bytes.clone()).ok();
    let message = json.as_ref().and_then(|text| Incoming::parse_all(text).ok()?.pop());
    if let (Some(Incoming::Response { result: Err(error), .. }), false) = (message, is_refusal(status)) {
        return McpError::Rpc { status, error };
    }
    let detail = match json.and_then(|text| RawObject::parse(&text).ok()) {
        Some(object) => error_message(&object),
        None if is_text => Some(String::from_utf8_lossy(&bytes).into_owned()),
        None => None,
    };
    let detail = detail.unwrap_or_default().trim().chars().take(DETAIL_CHARS).collect();
    McpError::Status { status, headers: Box::new(head.headers), detail }
}

/// Returns whether a status refuses the caller, which takes precedence over a JSON-RPC error in the body.
fn is_refusal(status: http::StatusCode) -> bool {
    matches!(status.as_u16(), 401 | 403 | 429)
}

/// Returns the message in an error object: JSON-RPC's `error.message`, OAuth's `error_description`, or a plain `error`.
fn error_message(object: &RawObject) -> Option<String> {
    let nested = object.get("error").and_then(|error| RawObject::parse(error).ok());
    nested
        .and_then(|error| error.get_string("message"))
        .or_else(|| object.get_string("error_description"))
        .or_else(|| object.get_string("error"))
        .or_else(|| object.get_string("message"))
}
