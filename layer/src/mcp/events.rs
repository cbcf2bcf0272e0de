//! Event streams in Streamable HTTP. A stream ends with the response to a request. An interrupted stream can be resumed
//! (2025-11-25, "Resumability and Redelivery").

use std::future::poll_fn;
use std::pin::pin;
use std::task::Poll;
use std::time::Duration;

use bytes::Bytes;
use futures_util::stream::{FuturesUnordered, Stream as _, StreamExt as _};
use http::HeaderValue;
use sse_stream::SseStream;

use super::error::McpError;
use super::jsonrpc::Incoming;
use super::messages::{self, RpcResult};
use super::metered_body::MeteredBody;
use super::reading::Reading;
use crate::backend::Message;

/// The maximum number of concurrent responses to the server's requests. While that many responses are being sent, the
/// stream is not read.
const CONCURRENT_RESPONSES: usize = 8;

/// The maximum number of pending responses to the server's requests. A single event can contain many requests. Above
/// the maximum, reading the stream fails.
const MAX_PENDING_RESPONSES: usize = 64;

/// The notification that the tool list has changed.
const TOOLS_CHANGED: &str = "notifications/tools/list_changed";

/// The delay before a stream is resumed, unless the server sets another delay with `retry`.
const DEFAULT_RETRY: Duration = Duration::from_secs(1);

/// The result or interruption that ends the reading of an event stream.
pub(super) enum End {
    Result(RpcResult),
    Interrupted { at: Option<ResumePoint>, failure: McpError },
}

/// The point where an event stream can be resumed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ResumePoint {
    pub(super) last_event_id: HeaderValue,
    pub(super) retry: Duration,
}

/// Reads the result of request `id` from an event stream.
pub(super) async fn read(body: MeteredBody, reading: &Reading<'_>) -> Result<End, McpError> {
    let &Reading { id, messages, responder, .. } = reading;
    let meter = body.meter();
    let mut events = pin!(SseStream::new(body));
    let mut pending = FuturesUnordered::new();
    let (mut last_event_id, mut retry) = (None, DEFAULT_RETRY);
    loop {
        let next = poll_fn(|cx| {
            while let Poll::Ready(Some(())) = pending.poll_next_unpin(cx) {}
            if pending.len() < CONCURRENT_RESPONSES { events.as_mut().poll_next(cx) } else { Poll::Pending }
        });
        let failure = match next.await {
            Some(Ok(event)) => {
                if let Some(id) = event.id {
                    last_event_id = HeaderValue::try_from(id).ok().filter(|id| !id.is_empty());
                }
                retry = event.retry.map_or(retry, Duration::from_millis);
                let Some(data) = event.data.filter(|data| !data.is_empty()) else { continue };
                for message in messages::parse(Bytes::from(data))? {
                    match message {
                        Incoming::Request { .. } if pending.len() >= MAX_PENDING_RESPONSES => {
                            return Err(McpError::broken("sent too many requests in one event"));
                        }
                        Incoming::Request { id, method, message } => {
                            let (reception, response) = responder(&id, &method);
                            pending.extend(response);
                            reading.receiver(&method).send(Message::Request(message, reception)).await;
                        }
                        Incoming::Notification { method, message } => {
                            if let Some(lists) = reading.lists.filter(|_| method == TOOLS_CHANGED) {
                                lists.clear();
                            }
                            reading.receiver(&method).send(Message::Notification(message)).await;
                        }
                        response @ Incoming::Response { .. } => {
                            if let Some(result) = messages::result_of(id, response) {
                                return Ok(End::Result(result));
                            }
                        }
                    }
                    // Only messages release bytes. Events without messages need not wait for a receiver, so a flood of
                    // such events is stopped only by the limit on bytes.
                    if !messages.are_ignored() {
                        meter.release();
                    }
                }
                continue;
            }
            Some(Err(error)) => messages::read_error(&error)?,
            None => McpError::broken("closed the event stream before it sent the response"),
        };
        let at = last_event_id.map(|last_event_id| ResumePoint { last_event_id, retry });
        return Ok(End::Interrupted { at, failure });
    }
}
