//! Errors from requests to the MCP server, and their messages to the explorer's client.
//!
//! A refusal (401, 403, 429) is passed on to the caller unchanged. A JSON-RPC error in response to a call is a failed
//! call. Any other error becomes 502, with a sentence that mentions the endpoint and, if a setting could help, the
//! setting to change.

use std::error::Error;
use std::fmt;
use std::sync::Arc;

use http::StatusCode;
use http::header::{self, HeaderMap};

use super::jsonrpc::RpcError;
use super::revisions;
use crate::backend::{Refusal, ToolsError};
use crate::setting::{Setting, SettingNames};

/// The error from a request to the MCP server.
///
/// Errors are `Clone`, because concurrent requests share the outcome of one handshake.
#[derive(Clone, Debug)]
pub(super) enum McpError {
    /// A JSON-RPC error.
    Rpc { status: StatusCode, error: RpcError },
    /// An HTTP status other than 2xx, without a JSON-RPC error. `detail` is text from the response.
    Status { status: StatusCode, headers: Box<HeaderMap>, detail: String },
    /// The service failed before it responded.
    Unreachable(Arc<dyn Error + Send + Sync>),
    /// The response is invalid, or its connection failed.
    Broken(String),
    /// The response, or the list it belongs to, exceeds this client's limit.
    TooLarge,
    /// The handshake resulted in a protocol version that this client does not support.
    UnknownVersion(String),
}

impl McpError {
    pub(super) fn broken(message: impl fmt::Display) -> Self {
        Self::Broken(message.to_string())
    }

    /// Returns the response's HTTP status, if there was a response.
    pub(super) fn status(&self) -> Option<StatusCode> {
        match self {
            Self::Rpc { status, .. } | Self::Status { status, .. } => Some(*status),
            Self::Unreachable(_) | Self::Broken(_) | Self::TooLarge | Self::UnknownVersion(_) => None,
        }
    }

    /// Returns whether the server refused this caller, whatever the request. A retry is then pointless.
    pub(super) fn is_refusal(&self) -> bool {
        matches!(self.status(), Some(StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN | StatusCode::TOO_MANY_REQUESTS))
    }

    /// Returns whether the response had a 4xx status, which servers use to reject what they do not understand.
    pub(super) fn is_client_error(&self) -> bool {
        self.status().is_some_and(|status| status.is_client_error())
    }

    /// Converts the error into a [`ToolsError`]. `limit` is the maximum size for a response or list in bytes.
    pub(super) fn into_tools_error(self, endpoint: &str, limit: usize, names: SettingNames) -> ToolsError {
        let refused = self.is_refusal();
        match self {
            Self::Status { status, headers, detail } if refused => {
                let refusal = Refusal {
                    status,
                    www_authenticate: headers.get_all(header::WWW_AUTHENTICATE).into_iter().cloned().collect(),
                    retry_after: headers.get(header::RETRY_AFTER).cloned(),
                };
                ToolsError::refused(
                    refusal,
                    format!("The MCP server refused the request ({status}){}", suffix(&detail)),
                )
            }
            Self::Status { status: status @ (StatusCode::NOT_FOUND | StatusCode::METHOD_NOT_ALLOWED), .. } => {
                let set = |name| format!(" Set {name} to the path where the service speaks MCP.");
                let set = names.hint(Setting::MCP_ENDPOINT, set);
                ToolsError::unavailable(format!("There is no MCP endpoint at {endpoint} ({status}).{set}"))
            }
            Self::Status { status, detail, .. } => ToolsError::unavailable(format!(
                "The MCP endpoint {endpoint} responded with {status}{}",
                suffix(&detail)
            )),
            Self::Rpc { error, .. } => ToolsError::unavailable(format!("The MCP server reported an error: {error}")),
            Self::Unreachable(error) => ToolsError::of_service(format_args!("the MCP endpoint {endpoint}"), &*error),
            Self::Broken(message) => ToolsError::unavailable(format!("The MCP endpoint {endpoint} {message}")),
            Self::TooLarge => {
                let raise = |name| format!(" Raise {name} if it may send more.");
                let raise = names.hint(Setting::RESPONSE_BYTES, raise);
                ToolsError::unavailable(format!(
                    "The MCP endpoint {endpoint} sent more than the limit of {limit} bytes in one response, or in all \
                     pages of a list together.{raise}"
                ))
            }
            Self::UnknownVersion(version) => {
                let (oldest, newest) = revisions::supported();
                ToolsError::unavailable(format!(
                    "The MCP endpoint {endpoint} uses protocol version {version}. The explorer supports {oldest} to \
                     {newest}."
                ))
            }
        }
    }
}

fn suffix(detail: &str) -> String {
    if detail.is_empty() { ".".to_owned() } else { format!(": {detail}") }
}

impl fmt::Display for RpcError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (JSON-RPC error {})", self.message, self.code)?;
        match &self.stderr()[..] {
            [] => Ok(()),
            lines => write!(f, "\nLast lines of stderr:\n{}", lines.join("\n")),
        }
    }
}
