use std::fmt;

use futures_util::StreamExt as _;
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;
use sse_stream::{Sse, SseStream};
use tower_mcp_ui::service::ResponseBody;

use super::LiveError;

/// The events in a live response.
pub struct Events(SseStream<ResponseBody>);

/// An event in a live response.
#[derive(Debug)]
pub enum Event {
    /// A notification, such as `notifications/progress`.
    Notification(Value),
    /// A request from the server. It must be answered if it carries a token.
    Request(Asked),
    /// The verdict on the structured content in the result: `{"valid": false, "errors": […]}`.
    Output(Value),
    /// The result, as the server wrote it. Always the last event.
    Result(Box<RawValue>),
}

/// A request from the server within its session.
#[derive(Debug, Deserialize)]
pub struct Asked {
    /// The request.
    pub message: AskedMessage,
    /// The token for [`LiveClient::answer`](super::LiveClient::answer).
    pub token: Option<String>,
    /// The reason the explorer has declined the request.
    pub declined: Option<String>,
}

/// A request from the server.
#[derive(Debug, Deserialize)]
pub struct AskedMessage {
    /// The method, such as `elicitation/create`.
    pub method: String,
    /// The params, or null.
    #[serde(default)]
    pub params: Value,
}

impl Events {
    pub(super) fn new(body: ResponseBody) -> Self {
        Self(SseStream::new(body))
    }

    /// Waits for the next event. After the result or an error, no more events follow.
    ///
    /// # Errors
    ///
    /// If the server answers with an error, or violates MCP.
    pub async fn next(&mut self) -> Result<Event, LiveError> {
        loop {
            let event = self.0.next().await;
            let event = event.ok_or_else(|| LiveError::Invalid("The response ended without a result.".to_owned()))?;
            let event =
                event.map_err(|error| LiveError::Invalid(format!("The server's response is invalid: {error}.")))?;
            if let Some(event) = parse(&event)? {
                return Ok(event);
            }
        }
    }
}

/// Parses an event from the explorer. Returns `None` for unknown event types.
fn parse(event: &Sse) -> Result<Option<Event>, LiveError> {
    #[derive(Deserialize)]
    struct Response {
        result: Option<Box<RawValue>>,
        error: Option<Box<RawValue>>,
    }
    let invalid =
        |error: serde_json::Error| LiveError::Invalid(format!("A message from the server is invalid: {error}."));
    let data = event.data.as_deref().unwrap_or_default();
    Ok(match event.event.as_deref() {
        Some("notification") => Some(Event::Notification(serde_json::from_str(data).map_err(invalid)?)),
        Some("request") => Some(Event::Request(serde_json::from_str(data).map_err(invalid)?)),
        Some("output") => Some(Event::Output(serde_json::from_str(data).map_err(invalid)?)),
        Some("result" | "error") => {
            let Response { result, error } = serde_json::from_str(data).map_err(invalid)?;
            match (result, error) {
                (Some(result), _) => Some(Event::Result(result)),
                (None, Some(error)) => return Err(LiveError::of_event(error)),
                (None, None) => None,
            }
        }
        _ => None,
    })
}

impl fmt::Debug for Events {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Events")
    }
}
