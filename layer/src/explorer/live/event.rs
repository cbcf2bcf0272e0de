//! Live response events (HTML Living Standard, "Server-sent events").

use bytes::Bytes;
use http::StatusCode;

use crate::backend::{CallError, LiveError, LiveResult, Message, Reception};
use crate::explorer::response;
use crate::model::{ObjectWriter, RawJson};

/// An event in a live response.
pub(super) enum Event {
    Message(Message),
    Heartbeat,
    /// The UI catalog has changed.
    UisChanged,
    End(Result<LiveResult, Abandoned>),
    /// The end of the stream, with a result that was checked against the tool's `outputSchema`.
    Checked {
        verdict: RawJson,
        result: RawJson,
    },
}

/// The reason for giving up a live request.
pub(super) enum Abandoned {
    Panicked,
    /// The explorer does not pass on the result. Holds the status and message that a plain response would have.
    Failed(StatusCode, String),
}

impl Event {
    /// Serializes the event (HTML Living Standard, "Server-sent events").
    pub(super) fn into_bytes(self) -> Bytes {
        match self {
            Self::Heartbeat => Bytes::from_static(b": \n\n"),
            Self::UisChanged => Bytes::from_static(b"event: uis\ndata: {}\n\n"),
            Self::Message(Message::Notification(message)) => event("notification", message.get()),
            Self::Message(Message::Request(message, reception)) => {
                event("request", request(&message, &reception).get())
            }
            Self::End(Ok(Ok(result))) => end_with("result", result.get()),
            // Sent in one piece, so that no client gets the verdict without the result.
            Self::Checked { verdict, result } => {
                [event("output", verdict.get()), end_with("result", result.get())].concat().into()
            }
            Self::End(Ok(Err(LiveError::Rpc(error)))) => end_with("error", error.get()),
            Self::End(Ok(Err(LiveError::Call(failure)))) => {
                let (status, message, refusal) = match failure {
                    CallError::Failed(error) => (StatusCode::INTERNAL_SERVER_ERROR, error.to_string(), None),
                    CallError::Denied(_) => (StatusCode::UNAUTHORIZED, "Unauthorized".to_owned(), None),
                    CallError::Tools(failure) => failure.into_parts(),
                };
                let challenge = refusal.as_ref().and_then(|refusal| response::challenges(refusal).next());
                failed(status, &message, challenge.and_then(|value| value.to_str().ok()))
            }
            Self::End(Err(Abandoned::Panicked)) => {
                failed(StatusCode::INTERNAL_SERVER_ERROR, "The tool failed unexpectedly.", None)
            }
            Self::End(Err(Abandoned::Failed(status, message))) => failed(status, &message, None),
        }
    }
}

/// Serializes the last event: a JSON-RPC response with this member. The event has the member's name.
fn end_with(member: &str, value: &str) -> Bytes {
    let mut out = String::with_capacity(value.len() + 64);
    for part in ["event: ", member, "\ndata: {\"jsonrpc\":\"2.0\",\"id\":1,\"", member, "\":"] {
        out.push_str(part);
    }
    push_data(&mut out, value);
    out.push_str("}\n\n");
    out.into()
}

/// Serializes an explorer failure, with the status and the challenge that a plain response would have.
fn failed(status: StatusCode, message: &str, challenge: Option<&str>) -> Bytes {
    let mut data = serde_json::json!({ "status": status.as_u16() });
    if let Some(challenge) = challenge {
        data["challenge"] = challenge.into();
    }
    let error = serde_json::json!({ "code": -32603, "message": message, "data": data });
    end_with("error", &error.to_string())
}

/// Serializes a server request with its handling: the reason for declining it, or the token for the user's answer.
fn request(message: &RawJson, reception: &Reception) -> RawJson {
    let mut out = Vec::with_capacity(message.get().len() + 32);
    let mut object = ObjectWriter::begin(&mut out);
    match reception {
        Reception::Answered => {}
        Reception::Declined(reason) => object.string_member("declined", reason),
        Reception::Asked { token } => object.string_member("token", token),
    }
    object.member("message", message.as_bytes());
    object.end();
    RawJson::from_written(out)
}

/// Serializes an event.
fn event(name: &str, data: &str) -> Bytes {
    let mut out = String::with_capacity(data.len() + 32);
    for part in ["event: ", name, "\ndata: "] {
        out.push_str(part);
    }
    push_data(&mut out, data);
    out.push_str("\n\n");
    out.into()
}

/// Appends JSON to an event's data. Line breaks can only be white space between JSON tokens.
fn push_data(out: &mut String, json: &str) {
    // JSON rarely has several lines, and searching bytes is faster.
    if !json.bytes().any(|byte| matches!(byte, b'\n' | b'\r')) {
        return out.push_str(json);
    }
    let mut lines = json.split(['\n', '\r']);
    out.push_str(lines.next().unwrap_or_default());
    for line in lines {
        out.push_str("\ndata: ");
        out.push_str(line);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_of_several_lines_are_one_event() {
        assert_eq!(event("result", "{\n\"a\":\r\n1}"), "event: result\ndata: {\ndata: \"a\":\ndata: \ndata: 1}\n\n");
    }
}
