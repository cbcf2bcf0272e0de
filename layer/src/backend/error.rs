use std::fmt;

use http::{HeaderValue, StatusCode};

/// The error of a provider that cannot list the tools, or of a backend that cannot be reached. Its message is shown to
/// the client.
///
/// `?` converts any error into one; the explorer then responds with 502 and the error's message.
///
/// ```
/// use tower_mcp_ui::{ToolList, ToolsError};
///
/// fn read() -> Result<ToolList, ToolsError> {
///     let text = std::fs::read_to_string("/no/such/file")?;
///     Err(ToolsError::unavailable(format!("{} bytes, but not a list of tools", text.len())))
/// }
/// assert!(read().is_err());
/// ```
#[derive(Debug)]
pub struct ToolsError {
    kind: Kind,
    message: String,
}

#[derive(Debug)]
enum Kind {
    Unavailable,
    TimedOut,
    Refused(Box<Refusal>),
}

/// A 401, 403 or 429 from the MCP server, with its `WWW-Authenticate` and `Retry-After` headers.
#[derive(Debug)]
pub(crate) struct Refusal {
    pub(crate) status: StatusCode,
    pub(crate) www_authenticate: Vec<HeaderValue>,
    pub(crate) retry_after: Option<HeaderValue>,
}

impl ToolsError {
    /// Creates an error for a provider or backend that fails: 502.
    pub fn unavailable(message: impl Into<String>) -> Self {
        Self { kind: Kind::Unavailable, message: message.into() }
    }

    /// Creates an error for a provider or backend that does not respond in time: 504.
    pub fn timed_out(message: impl Into<String>) -> Self {
        Self { kind: Kind::TimedOut, message: message.into() }
    }

    pub(crate) fn refused(refusal: Refusal, message: String) -> Self {
        Self { kind: Kind::Refused(Box::new(refusal)), message }
    }

    /// Returns whether the backend refused this caller, rather than failed.
    pub(crate) fn is_refusal(&self) -> bool {
        matches!(self.kind, Kind::Refused(_))
    }

    pub(crate) fn into_parts(self) -> (StatusCode, String, Option<Refusal>) {
        match self.kind {
            Kind::Unavailable => (StatusCode::BAD_GATEWAY, self.message, None),
            Kind::TimedOut => (StatusCode::GATEWAY_TIMEOUT, self.message, None),
            Kind::Refused(refusal) => (refusal.status, self.message, Some(*refusal)),
        }
    }
}

impl fmt::Display for ToolsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl<E: std::error::Error> From<E> for ToolsError {
    fn from(error: E) -> Self {
        Self::unavailable(error.to_string())
    }
}

/// The error of a tool call.
///
/// `?` converts any error into one; the caller then gets the error's message as a tool error.
#[derive(Debug)]
#[non_exhaustive]
pub enum CallError {
    /// The handler failed: 500, with the message as the text of the result.
    Failed(String),
    /// The caller may not call this tool: 401. The reason is logged, but never sent.
    Denied(String),
    /// The tool could not be reached.
    Tools(ToolsError),
}

impl CallError {
    /// Creates an error for a handler that failed.
    pub fn failed(message: impl Into<String>) -> Self {
        Self::Failed(message.into())
    }

    /// Creates an error for a caller that may not call this tool.
    pub fn denied(reason: impl Into<String>) -> Self {
        Self::Denied(reason.into())
    }
}

impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Failed(message) | Self::Denied(message) => f.write_str(message),
            Self::Tools(error) => error.fmt(f),
        }
    }
}

impl From<ToolsError> for CallError {
    fn from(error: ToolsError) -> Self {
        Self::Tools(error)
    }
}

impl<E: std::error::Error> From<E> for CallError {
    fn from(error: E) -> Self {
        Self::Failed(error.to_string())
    }
}
