//! JSON-RPC errors that do not come from the process.

use std::fmt;

use super::json::quoted;

pub(super) const PARSE_ERROR: i64 = -32700;
pub(super) const INVALID_REQUEST: i64 = -32600;
pub(super) const METHOD_NOT_FOUND: i64 = -32601;
pub(super) const INTERNAL_ERROR: i64 = -32603;
/// Servers built with the official SDKs report an unknown session by this code.
pub(super) const SESSION_NOT_FOUND: i64 = -32001;
pub(super) const HEADER_MISMATCH: i64 = -32020;
pub(super) const UNSUPPORTED_VERSION: i64 = -32022;

/// Returns true if only a server for 2026-07-28 or later would send this error code, which concerns headers, a missing
/// capability or the version.
pub(super) fn is_of_stateless_revision(code: i64) -> bool {
    (UNSUPPORTED_VERSION..=HEADER_MISMATCH).contains(&code)
}

/// Serializes an error response. `id` and `data` are JSON.
pub(super) fn response(id: &str, code: i64, message: impl fmt::Display, data: Option<&str>) -> String {
    let data = data.map(|data| format!(r#","data":{data}"#)).unwrap_or_default();
    let message = quoted(&message.to_string());
    format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":{code},"message":{message}{data}}}}}"#)
}
