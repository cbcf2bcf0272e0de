use std::fmt;

use http::StatusCode;
use http::header::{self, HeaderMap};

use super::jsonrpc::{LEGACY_VERSIONS, MODERN_VERSION, RpcError};
use crate::backend::error::{Refusal, ToolsError};

/// Why a request to the MCP server has no result.
#[derive(Clone, Debug)]
pub(super) enum McpError {
    /// A JSON-RPC error.
    Rpc { status: StatusCode, error: RpcError },
    /// An HTTP status that is no success, without a JSON-RPC error to explain it.
    Status { status: StatusCode, headers: Box<HeaderMap>, said: String },
    /// The connection or what came over it is unusable.
    Broken(String),
    /// The handshake ended with a protocol version that this client does not speak.
    UnknownVersion(String),
}

impl McpError {
    pub(super) fn broken(message: impl fmt::Display) -> Self {
        Self::Broken(message.to_string())
    }

    pub(super) fn status(&self) -> Option<StatusCode> {
        match self {
            Self::Rpc { status, .. } | Self::Status { status, .. } => Some(*status),
            Self::Broken(_) | Self::UnknownVersion(_) => None,
        }
    }

    /// Whether the server has refused this caller, whatever the request: nothing else is worth trying.
    pub(super) fn is_refusal(&self) -> bool {
        matches!(self.status(), Some(StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN | StatusCode::TOO_MANY_REQUESTS))
    }

    pub(super) fn is_client_error(&self) -> bool {
        self.status().is_some_and(|status| status.is_client_error())
    }

    /// The failure as the explorer's error.
    pub(super) fn into_tools_error(self, endpoint: &str) -> ToolsError {
        let refused = self.is_refusal();
        match self {
            Self::Status { status, headers, said } if refused => {
                let refusal = Refusal {
                    status,
                    www_authenticate: headers.get_all(header::WWW_AUTHENTICATE).into_iter().cloned().collect(),
                    retry_after: headers.get(header::RETRY_AFTER).cloned(),
                };
                ToolsError::refused(refusal, format!("The MCP server refuses the request ({status}){}", colon(&said)))
            }
            Self::Status { status: status @ (StatusCode::NOT_FOUND | StatusCode::METHOD_NOT_ALLOWED), .. } => {
                ToolsError::unavailable(format!(
                    "There is no MCP endpoint at {endpoint} ({status}). \
                     Set `mcp_endpoint` to the path where the service speaks MCP."
                ))
            }
            Self::Status { status, said, .. } => {
                ToolsError::unavailable(format!("The MCP endpoint {endpoint} answers {status}{}", colon(&said)))
            }
            Self::Rpc { error, .. } => ToolsError::unavailable(format!("The MCP server reports an error: {error}")),
            Self::Broken(message) => ToolsError::unavailable(format!("The MCP endpoint {endpoint} {message}")),
            Self::UnknownVersion(version) => ToolsError::unavailable(format!(
                "The MCP endpoint {endpoint} speaks protocol version {version}. This client speaks {} to {MODERN_VERSION}.",
                LEGACY_VERSIONS[LEGACY_VERSIONS.len() - 1],
            )),
        }
    }
}

fn colon(said: &str) -> String {
    if said.is_empty() { ".".to_owned() } else { format!(": {said}") }
}

impl fmt::Display for RpcError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (JSON-RPC error {})", self.message, self.code)
    }
}
