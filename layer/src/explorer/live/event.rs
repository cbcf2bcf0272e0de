//! The events of a live response (HTML Living Standard, "Server-sent events").

use bytes::Bytes;
use http::StatusCode;

use crate::backend::{CallError, LiveError, LiveResult, Message, Reception};
use crate::model::{ObjectWriter, RawJson};

/// An event of a live response.
pub(super) enum Event {
    Message(Message),
    Heartbeat,
    End(Result<LiveResult, Abandoned>),
}

/// The reason why a live request was given up.
pub(super) enum Abandoned {
    Panicked,
    /// The explorer does not pass on the result, with the status and the message of a plain response.
    Failed(StatusCode, String),
}

impl Event {
    /// Serializes the event (HTML Living Standard, "Server-sent events").
    pub(super) fn into_bytes(self) -> Bytes {
        match self {
            Self::Heartbeat => Bytes::from_static(b": \n\n"),
            Self::Message(Message::Notification(message)) => event("notification", message.get()),
            Self::Message(Message::Request(message, reception)) => event("request", &request(&message, &reception)),
            Self::End(Ok(Ok(result))) => event("result", response_with("result", result.as_bytes()).get()),
            Self::End(Ok(Err(LiveError::Rpc(error)))) => event("error", response_with("error", error.as_bytes()).get()),
            Self::End(Ok(Err(LiveError::Call(failure)))) => {
                let (status, message) = match failure {
                    CallError::Failed(error) => (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()),
                    CallError::Denied(_) => (StatusCode::UNAUTHORIZED, "Unauthorized".to_owned()),
                    CallError::Tools(failure) => {
                        let (status, message, _) = failure.into_parts();
                        (status, message)
                    }
                };
                failed(status, &message)
            }
            Self::End(Err(Abandoned::Panicked)) => {
                failed(StatusCode::INTERNAL_SERVER_ERROR, "The tool failed unexpectedly.")
            }
            Self::End(Err(Abandoned::Failed(status, message))) => failed(status, &message),
        }
    }
}

/// Serializes a failure of the explorer itself, with the status that a plain response would have.
fn failed(status: StatusCode, message: &str) -> Bytes {
    let data = serde_json::json!({ "code": -32603, "message": message, "data": { "status": status.as_u16() } });
    event("error", response_with("error", data.to_string().as_bytes()).get())
}

/// Serializes a request of the server together with what happens to it.
fn request(message: &RawJson, reception: &Reception) -> String {
    let mut out = Vec::with_capacity(message.get().len() + 32);
    let mut object = ObjectWriter::begin(&mut out);
    match reception {
        Reception::Answered => {}
        Reception::Declined(reason) => object.string_member("declined", reason),
        Reception::Asked { token } => object.string_member("token", token),
    }
    object.member("message", message.as_bytes());
    object.end();
    RawJson::from_written(out).get().to_owned()
}

fn response_with(member: &'static str, value: &[u8]) -> RawJson {
    let mut out = Vec::with_capacity(value.len() + 32);
    let mut object = ObjectWriter::begin(&mut out);
    object.member("jsonrpc", br#""2.0""#);
    object.member("id", b"1");
    object.member(member, value);
    object.end();
    RawJson::from_written(out)
}

/// Serializes an event. Line breaks in the data can only be white space between JSON tokens.
fn event(name: &str, data: &str) -> Bytes {
    let mut out = String::with_capacity(data.len() + 32);
    out.push_str("event: ");
    out.push_str(name);
    for line in data.split(['\n', '\r']) {
        out.push_str("\ndata: ");
        out.push_str(line);
    }
    out.push_str("\n\n");
    out.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_of_several_lines_are_one_event() {
        assert_eq!(event("result", "{\n\"a\":\r\n1}"), "event: result\ndata: {\ndata: \"a\":\ndata: \ndata: 1}\n\n");
    }
}
