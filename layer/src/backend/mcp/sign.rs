//! Conclusions from failures and probes about the server's revision and sessions.

use http::StatusCode;

use super::error::McpError;
use super::jsonrpc::{self, MODERN_VERSION};
use crate::model::RawJson;

/// The conclusion from a request that has no side effects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Probe {
    Accepted,
    Refused,
    /// The server has read the request, and does not know its method.
    NoSuchMethod,
}

/// The conclusion from a failure in 2026-07-28.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    /// The failure is about the request, not about the revision.
    Final,
    /// The server may be of an older revision.
    Doubt,
    /// The server says that it is of an older revision.
    Older,
}

impl Sign {
    /// A JSON-RPC error under a status that is no client error leaves a doubt only if `any_status`.
    pub(super) fn of(failure: &McpError, any_status: bool) -> Self {
        const INVALID_PARAMS: i64 = -32602;
        const HEADER_MISMATCH: i64 = -32020;
        const MISSING_CAPABILITY: i64 = -32021;
        const UNSUPPORTED_VERSION: i64 = -32022;
        let client_error = failure.is_client_error();
        match failure {
            _ if failure.is_refusal() => Self::Final,
            McpError::Rpc { error, .. } => match error.code {
                UNSUPPORTED_VERSION if names_modern_versions(error.supported_versions()) => Self::Final,
                UNSUPPORTED_VERSION => Self::Older,
                INVALID_PARAMS | HEADER_MISMATCH | MISSING_CAPABILITY if client_error => Self::Final,
                _ if client_error || any_status => Self::Doubt,
                _ => Self::Final,
            },
            McpError::Status { .. } if client_error => Self::Doubt,
            McpError::Status { .. } | McpError::Broken(_) | McpError::UnknownVersion(_) => Self::Final,
        }
    }
}

/// Versions are dates: a server that names only newer ones has no handshake either.
fn names_modern_versions(versions: Option<Vec<String>>) -> bool {
    let versions = versions.unwrap_or_default();
    let oldest = versions.iter().min().map(String::as_str);
    versions.iter().any(|version| version == MODERN_VERSION) || oldest.is_some_and(|oldest| oldest > MODERN_VERSION)
}

/// The conclusion from the response to a probe, if it allows one.
pub(super) fn conclusion(answer: Result<RawJson, McpError>) -> Option<Probe> {
    match answer {
        Ok(_) => Some(Probe::Accepted),
        Err(failure) if failure.is_refusal() => None,
        Err(failure) if failure.code() == Some(jsonrpc::METHOD_NOT_FOUND) => Some(Probe::NoSuchMethod),
        Err(failure) => failure.is_client_error().then_some(Probe::Refused),
    }
}

impl McpError {
    /// The code of the JSON-RPC error.
    pub(super) fn code(&self) -> Option<i64> {
        match self {
            Self::Rpc { error, .. } => Some(error.code),
            _ => None,
        }
    }

    /// A handshake that fails like this was rejected, and not merely unlucky.
    pub(super) fn rejects_handshake(&self) -> bool {
        !self.is_refusal() && (self.is_client_error() || self.code().is_some())
    }

    /// 404 within a session, as the specification wants it; not 404 for what the request names.
    pub(super) fn is_unknown_session(&self) -> bool {
        let code_allows = self.code().is_none_or(|code| matches!(code, -32001 | -32000));
        self.status() == Some(StatusCode::NOT_FOUND) && code_allows
    }
}
