use std::fmt;

use http::{HeaderValue, StatusCode};

/// Why the tools could not be listed, or reached for a call. What it says is shown to the client.
///
/// Any error turns into one, with `?`: the explorer then answers 502 with the error's message.
///
/// ```
/// use tower_mcp_ui::{ToolList, ToolsError};
///
/// fn read() -> Result<ToolList, ToolsError> {
///     let text = std::fs::read_to_string("/no/such/file")?;
///     Err(ToolsError::unavailable(format!("{} bytes, none of them a tool", text.len())))
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

/// How an MCP server has refused the caller, and what it said about coming back.
#[derive(Debug)]
pub(crate) struct Refusal {
    pub(crate) status: StatusCode,
    pub(crate) www_authenticate: Vec<HeaderValue>,
    pub(crate) retry_after: Option<HeaderValue>,
}

impl ToolsError {
    /// The source of the tools fails: 502.
    pub fn unavailable(message: impl Into<String>) -> Self {
        Self { kind: Kind::Unavailable, message: message.into() }
    }

    /// The source of the tools does not answer in time: 504.
    pub fn timed_out(message: impl Into<String>) -> Self {
        Self { kind: Kind::TimedOut, message: message.into() }
    }

    pub(crate) fn refused(refusal: Refusal, message: String) -> Self {
        Self { kind: Kind::Refused(Box::new(refusal)), message }
    }

    /// Whether the caller is at fault, not the source of the tools.
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

/// Why a call has no result.
///
/// Any error turns into one, with `?`: the caller then gets the error's message as a tool error.
#[derive(Debug)]
#[non_exhaustive]
pub enum CallError {
    /// The handler failed: 500, with the message as the result's text.
    Failed(String),
    /// The caller may not call this tool: 401. The reason is logged, never sent.
    Denied(String),
    /// The tool could not be reached.
    Tools(ToolsError),
}

impl CallError {
    /// The handler failed.
    pub fn failed(message: impl Into<String>) -> Self {
        Self::Failed(message.into())
    }

    /// The caller may not call this tool.
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
