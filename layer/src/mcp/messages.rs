//! The messages in a response, whether JSON or an event stream.

use bytes::Bytes;

use super::error::McpError;
use super::jsonrpc::{Incoming, RpcError};
use super::metered_body::TooLarge;
use crate::budget::Exhausted;
use crate::model::RawJson;

pub(super) type RpcResult = Result<RawJson, RpcError>;

/// Returns the result in a message, if the message is the response to request `id`.
pub(super) fn result_of(id: u64, message: Incoming) -> Option<RpcResult> {
    match message {
        // The same number as a string is a different id.
        Incoming::Response { id: response_id, result } if response_id.get().parse() == Ok(id) => Some(result),
        // The error for a request that the server could not parse has no id (JSON-RPC 2.0, section 5).
        Incoming::Response { id: unknown, result: Err(error) } if unknown.is_null() => Some(Err(error)),
        _ => None,
    }
}

pub(super) fn parse(bytes: Bytes) -> Result<Vec<Incoming>, McpError> {
    let messages = RawJson::parse(bytes).and_then(|text| Incoming::parse_all(&text));
    messages.map_err(|error| McpError::broken(format_args!("sent a message that is not valid JSON-RPC: {error}")))
}

/// Converts a response body's error. Returns `Ok` if the connection was interrupted, and `Err` if the response exceeded
/// one of this client's limits.
pub(super) fn read_error(error: &(dyn std::error::Error + 'static)) -> Result<McpError, McpError> {
    let mut cause = Some(error);
    while let Some(error) = cause {
        if let Some(exhausted) = error.downcast_ref::<Exhausted>() {
            return Err(McpError::broken(format_args!("sent a response that could not be buffered. {exhausted}")));
        }
        if error.is::<TooLarge>() {
            return Err(McpError::TooLarge);
        }
        cause = error.source();
    }
    Ok(McpError::broken(format_args!("interrupted its response: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_response_has_the_id_of_its_request() {
        for (text, is_response) in [
            (r#"{"id":81,"result":{}}"#, true),
            (r#"{"id":"81","result":{}}"#, false),
            (r#"{"id":82,"result":{}}"#, false),
            (r#"{"id":null,"error":{"code":1,"message":"x"}}"#, true),
            (r#"{"id":null,"result":{}}"#, false),
        ] {
            let message = parse(Bytes::from_static(text.as_bytes())).unwrap().remove(0);
            assert_eq!(result_of(81, message).is_some(), is_response, "{text}");
        }
    }
}
