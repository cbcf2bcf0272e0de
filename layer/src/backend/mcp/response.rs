//! What comes back for one request over Streamable HTTP: a result, read out of JSON or of a stream of events.

use std::future::poll_fn;
use std::pin::pin;
use std::task::Poll;

use bytes::Bytes;
use futures_util::future::BoxFuture;
use futures_util::stream::{FuturesUnordered, Stream as _, StreamExt as _};
use http::Response;
use http::header;
use http_body_util::{BodyExt as _, Collected, LengthLimitError};
use sse_stream::SseStream;

use super::error::McpError;
use super::jsonrpc::{Incoming, RpcError};
use super::transport::{self, UpstreamBody};
use crate::budget::Exhausted;
use crate::model::{RawJson, RawObject};

/// Characters of a server's error page that are passed on.
const SAID_CHARS: usize = 300;

/// Answers of ours to the server's own requests that may be under way at once; then the stream waits.
const ANSWERS_UNDER_WAY: usize = 8;

/// Requests of the server's in one event, and those under way; more is no use that the specification knows.
const ANSWERS_PER_EVENT: usize = 64;

/// Answers a request that the server has made on the stream: its id, its method.
pub(super) type Answerer<'a> = dyn Fn(&RawJson, &str) -> Option<BoxFuture<'static, ()>> + Send + Sync + 'a;

type Outcome = Result<RawJson, RpcError>;

/// Reads the result of request `id`, out of at most `limit` bytes.
pub(super) async fn result(
    response: Response<UpstreamBody>,
    id: u64,
    limit: usize,
    answerer: &Answerer<'_>,
) -> Result<RawJson, McpError> {
    let status = response.status();
    if !status.is_success() {
        return Err(failure(response, limit).await);
    }
    let content_type = essence(&response);
    let body = transport::limited(response.into_body(), limit);
    let outcome = match content_type.as_str() {
        "application/json" => from_json(body, id, limit).await?,
        "text/event-stream" => from_events(body, id, limit, answerer).await?,
        "" => return Err(McpError::broken(format_args!("answers {status} without content"))),
        other => return Err(McpError::broken(format_args!("answers with {other} instead of JSON or events"))),
    };
    outcome.map_err(|error| McpError::Rpc { status, error })
}

async fn from_json(body: UpstreamBody, id: u64, limit: usize) -> Result<Outcome, McpError> {
    let bytes = body.collect().await.map_err(|error| unread(&error, limit))?.to_bytes();
    let answer = parse(bytes)?.into_iter().find_map(|message| answer_to(id, message));
    answer.ok_or_else(|| McpError::broken("answers with a message that does not answer the request"))
}

async fn from_events(body: UpstreamBody, id: u64, limit: usize, answerer: &Answerer<'_>) -> Result<Outcome, McpError> {
    let mut events = pin!(SseStream::new(body));
    let mut answers = FuturesUnordered::new();
    loop {
        let next = poll_fn(|cx| {
            while let Poll::Ready(Some(())) = answers.poll_next_unpin(cx) {}
            if answers.len() < ANSWERS_UNDER_WAY { events.as_mut().poll_next(cx) } else { Poll::Pending }
        });
        let event = match next.await {
            Some(Ok(event)) => event,
            Some(Err(error)) => return Err(unread(&error, limit)),
            None => return Err(McpError::broken("closes the stream of events before it has answered")),
        };
        let Some(data) = event.data.filter(|data| !data.is_empty()) else { continue };
        for message in parse(Bytes::from(data))? {
            match message {
                Incoming::Request { .. } if answers.len() >= ANSWERS_PER_EVENT => {
                    return Err(McpError::broken("asks for more in one event than it can be answered"));
                }
                Incoming::Request { id, method } => answers.extend(answerer(&id, &method)),
                message => {
                    if let Some(outcome) = answer_to(id, message) {
                        return Ok(outcome);
                    }
                }
            }
        }
    }
}

fn answer_to(id: u64, message: Incoming) -> Option<Outcome> {
    match message {
        Incoming::Response { id: answered, outcome } if answered.get().trim_matches('"').parse() == Ok(id) => {
            Some(outcome)
        }
        // An error about a request that could not be read has no id (JSON-RPC 2.0, section 5).
        Incoming::Response { id: unknown, outcome: Err(error) } if unknown.is_null() => Some(Err(error)),
        _ => None,
    }
}

fn parse(bytes: Bytes) -> Result<Vec<Incoming>, McpError> {
    let messages = RawJson::parse(bytes).and_then(|text| Incoming::parse_all(&text));
    messages.map_err(|error| McpError::broken(format_args!("answers with what is not JSON-RPC: {error}")))
}

/// What a status that is no success says: a JSON-RPC error, or the beginning of whatever text there is.
pub(super) async fn failure(response: Response<UpstreamBody>, limit: usize) -> McpError {
    let status = response.status();
    let is_text = matches!(essence(&response).as_str(), "application/json" | "text/plain" | "");
    let (head, body) = response.into_parts();
    let bytes = transport::limited(body, limit).collect().await.map(Collected::to_bytes).unwrap_or_default();
    let json = RawJson::parse(bytes.clone()).ok();
    let answer = json.as_ref().and_then(|text| Incoming::parse_all(text).ok()?.pop());
    if let (Some(Incoming::Response { outcome: Err(error), .. }), false) = (answer, status_says_it_all(status)) {
        return McpError::Rpc { status, error };
    }
    let said = match json.and_then(|text| RawObject::parse(&text).ok()) {
        Some(object) => words_of(&object),
        None if is_text => Some(String::from_utf8_lossy(&bytes).into_owned()),
        None => None,
    };
    let said = said.unwrap_or_default().trim().chars().take(SAID_CHARS).collect();
    McpError::Status { status, headers: Box::new(head.headers), said }
}

/// A refusal of the caller stays one, also when a JSON-RPC error explains it.
fn status_says_it_all(status: http::StatusCode) -> bool {
    matches!(status.as_u16(), 401 | 403 | 429)
}

/// The sentence in an error object: JSON-RPC's `error.message`, OAuth's `error_description`, or a plain `error`.
fn words_of(object: &RawObject) -> Option<String> {
    let nested = object.get("error").and_then(|error| RawObject::parse(error).ok());
    nested
        .and_then(|error| error.get_string("message"))
        .or_else(|| object.get_string("error_description"))
        .or_else(|| object.get_string("error"))
        .or_else(|| object.get_string("message"))
}

fn essence(response: &Response<UpstreamBody>) -> String {
    let value = response.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    value.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

fn unread(error: &(dyn std::error::Error + 'static), limit: usize) -> McpError {
    let mut cause = Some(error);
    while let Some(error) = cause {
        if let Some(exhausted) = error.downcast_ref::<Exhausted>() {
            return McpError::broken(format_args!("answers, and there is no memory to read it. {exhausted}"));
        }
        if error.is::<LengthLimitError>() {
            return McpError::broken(format_args!("answers with more than the limit of {limit} bytes"));
        }
        cause = error.source();
    }
    McpError::broken(format_args!("breaks off its answer: {error}"))
}
