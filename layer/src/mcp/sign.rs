//! Conclusions from errors and probes about the server's revision and sessions.
//!
//! Servers report an unknown revision or a lost session in many ways, and most of these can also mean something else.
//! The functions here only classify; `negotiate` and `in_session` decide what to do.

use http::StatusCode;

use super::error::McpError;
use super::jsonrpc;
use super::revisions::STATELESS;

/// The result of a probe, which is a request without side effects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Probe {
    /// The server knows the revision or the session.
    Accepted,
    /// The server rejects the revision or the session.
    Refused,
    /// The server understood the request, but does not support its method.
    NoSuchMethod,
}

/// The meaning of an error response to a stateless request: whether the server supports the stateless revision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    /// The error concerns the request, not the revision.
    Final,
    /// The server may support only an older revision.
    Doubt,
    /// The server reports that it supports only an older revision.
    Older,
}

impl Sign {
    /// Classifies an error. With `any_status`, a JSON-RPC error with a status other than 4xx may indicate an older
    /// revision, too.
    ///
    /// | error | sign |
    /// |---|---|
    /// | 401, 403, 429 | `Final` |
    /// | -32022, unsupported version, if the server supports 2026-07-28 or only newer versions | `Final` |
    /// | -32022, any other | `Older` |
    /// | -32602, -32020, -32021 with a 4xx, as 2026-07-28 defines them | `Final` |
    /// | any other 4xx | `Doubt` |
    /// | anything else, such as a 5xx or a broken connection | `Final`; a JSON-RPC error with `any_status`: `Doubt` |
    pub(super) fn of(failure: &McpError, any_status: bool) -> Self {
        use jsonrpc::{HEADER_MISMATCH, INVALID_PARAMS, MISSING_CAPABILITY, UNSUPPORTED_VERSION};
        let client_error = failure.is_client_error();
        match failure {
            _ if failure.is_refusal() => Self::Final,
            McpError::Rpc { error, .. } => match error.code {
                UNSUPPORTED_VERSION if names_stateless_versions(error.supported_versions()) => Self::Final,
                UNSUPPORTED_VERSION => Self::Older,
                INVALID_PARAMS | HEADER_MISMATCH | MISSING_CAPABILITY if client_error => Self::Final,
                _ if client_error || any_status => Self::Doubt,
                _ => Self::Final,
            },
            McpError::Status { .. } if client_error => Self::Doubt,
            McpError::Status { .. }
            | McpError::Unreachable(_)
            | McpError::Broken(_)
            | McpError::TooLarge
            | McpError::UnknownVersion(_) => Self::Final,
        }
    }
}

/// Returns true if a server supports the stateless revision or only newer ones, which have no handshake either.
/// Versions are dates, so they can be compared as strings.
fn names_stateless_versions(versions: Option<Vec<String>>) -> bool {
    let versions = versions.unwrap_or_default();
    let oldest = versions.iter().min().map(String::as_str);
    let stateless = STATELESS.version();
    versions.iter().any(|version| version == stateless) || oldest.is_some_and(|oldest| oldest > stateless)
}

/// Interprets the result of a probe. Returns `None` if it is inconclusive.
pub(super) fn conclusion<T>(result: Result<T, McpError>) -> Option<Probe> {
    match result {
        Ok(_) => Some(Probe::Accepted),
        Err(failure) if failure.is_refusal() => None,
        Err(failure) if failure.code() == Some(jsonrpc::METHOD_NOT_FOUND) => Some(Probe::NoSuchMethod),
        Err(failure) => failure.is_client_error().then_some(Probe::Refused),
    }
}

impl McpError {
    /// Returns the JSON-RPC error code, if this is a JSON-RPC error.
    pub(super) fn code(&self) -> Option<i64> {
        match self {
            Self::Rpc { error, .. } => Some(error.code),
            _ => None,
        }
    }

    /// Returns whether the server rejected a request because of its stateless revision, although the server lists that
    /// revision as supported.
    pub(super) fn names_rejected_version(&self) -> bool {
        match self {
            Self::Rpc { error, .. } => {
                let supported = error.supported_versions().unwrap_or_default();
                error.code == jsonrpc::UNSUPPORTED_VERSION && supported.iter().any(|it| it == STATELESS.version())
            }
            _ => false,
        }
    }

    /// Returns whether a handshake error is a rejection, as opposed to a temporary failure.
    pub(super) fn rejects_handshake(&self) -> bool {
        !self.is_refusal() && (self.is_client_error() || self.code().is_some())
    }

    /// Returns whether the error is the 404 that the specification requires for an unknown session, and not a 404 about
    /// a tool or resource.
    pub(super) fn is_unknown_session(&self) -> bool {
        let code_allows = self.code().is_none_or(|code| matches!(code, -32001 | -32000));
        self.status() == Some(StatusCode::NOT_FOUND) && code_allows
    }
}
