//! Backend errors. Each has an HTTP status, and decides whether the client sees its message.
//!
//! Handlers and providers return boxed errors of any type, so they need not know the explorer. If the error is one of
//! the types in this module, it determines the response. Timeouts are recognized, too.

use std::error::Error;
use std::fmt;

use http::{HeaderValue, StatusCode};

use crate::error::BoxError;

/// The error from a provider that cannot list the tools, or from an unreachable backend. The client sees the error's
/// message.
///
/// A provider function may return any error. The explorer downcasts the error: a `ToolsError` is used as it is, a tower
/// or tokio timeout counts as [`timed_out`](Self::timed_out), and any other error counts as
/// [`unavailable`](Self::unavailable). The error's sources are not examined.
///
/// ```
/// use tower_mcp_ui::{McpUiConfig, McpUiLayer, embedding};
/// use tower_mcp_ui::tools::{Arguments, ToolList, ToolsError};
///
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// async fn tools() -> Result<ToolList, ToolsError> {
///     let text = std::fs::read_to_string("/no/such/file")?;
///     Err(ToolsError::unavailable(format!("{} bytes, but not a list of tools", text.len())))
/// }
/// # async fn handler(_: String, _: Arguments) -> &'static str { "" }
/// let layer = McpUiLayer::new(McpUiConfig::new()).tools_with(tools, handler);
/// let request = http::Request::get("/explorer/tools").body(String::new())?;
/// let response = embedding::respond(&layer, request).await.expect("a path of the explorer");
/// assert_eq!(response.status(), 502);
/// # Ok(()) }
/// ```
///
/// | error | status |
/// |---|---|
/// | [`unavailable`](Self::unavailable) | 502 |
/// | [`unreachable`](Self::unreachable) | 502, or 504 after a timeout |
/// | [`timed_out`](Self::timed_out) | 504 |
/// | [`unauthorized`](Self::unauthorized) | 401 |
/// | 401, 403 or 429 from an MCP server | the same |
#[derive(Debug)]
pub struct ToolsError {
    kind: Kind,
    error: BoxError,
}

/// The failure kind, which decides the status.
#[derive(Clone, Debug)]
enum Kind {
    Unavailable,
    TimedOut,
    Refused(Box<Refusal>),
}

/// A 401, 403 or 429 from the MCP server, with its `WWW-Authenticate` and `Retry-After` headers (RFC 9110, sections
/// 11.6.1 and 10.2.3).
///
/// A refusal concerns this caller, not the server. The client gets its status and headers, without the challenges that
/// a browser would handle itself.
#[derive(Clone, Debug)]
pub(crate) struct Refusal {
    pub(crate) status: StatusCode,
    pub(crate) www_authenticate: Vec<HeaderValue>,
    pub(crate) retry_after: Option<HeaderValue>,
}

impl ToolsError {
    /// Creates an error for a provider or backend that failed: 502.
    pub fn unavailable(error: impl Into<BoxError>) -> Self {
        Self { kind: Kind::Unavailable, error: error.into() }
    }

    /// Creates an error for a provider or backend that did not respond in time: 504.
    ///
    /// A handler can return this error, too, for a tool that depends on something slow:
    ///
    /// ```
    /// use http_body_util::BodyExt;
    /// use tower_mcp_ui::{BoxError, Execution, McpUiConfig, McpUiLayer, Tool, embedding};
    /// use tower_mcp_ui::tools::{Arguments, ToolList, ToolsError};
    ///
    /// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), BoxError> {
    /// let slow = |_: String, _: Arguments| async {
    ///     Err::<String, _>(ToolsError::timed_out("The archive is asleep."))
    /// };
    /// let config = McpUiConfig::new().execution(Execution::all());
    /// let layer = McpUiLayer::new(config).tools_with(ToolList::new([Tool::new("restore", "")])?, slow);
    /// let call = http::Request::post("/explorer/tools/restore/call").body(String::new())?;
    /// let response = embedding::respond(&layer, call).await.unwrap();
    /// assert_eq!(response.status(), 504);
    /// assert_eq!(response.collect().await?.to_bytes(), r#"{"error":"The archive is asleep."}"#);
    /// # Ok(()) }
    /// ```
    pub fn timed_out(error: impl Into<BoxError>) -> Self {
        Self { kind: Kind::TimedOut, error: error.into() }
    }

    /// Creates an error for a caller who must authenticate first: 401, without a `WWW-Authenticate` header.
    ///
    /// ```
    /// use tower_mcp_ui::Tool;
    /// use tower_mcp_ui::tools::{RequestParts, ToolsError};
    ///
    /// async fn tools(request: RequestParts) -> Result<Vec<Tool>, ToolsError> {
    ///     if request.headers.contains_key("x-api-key") {
    ///         Ok(vec![Tool::new("status", "")])
    ///     } else {
    ///         Err(ToolsError::unauthorized("Send an API key in `X-API-Key`."))
    ///     }
    /// }
    /// # let (parts, ()) = http::Request::new(()).into_parts();
    /// # let listed = futures_util::FutureExt::now_or_never(tools(std::sync::Arc::new(parts))).unwrap();
    /// # assert_eq!(listed.unwrap_err().to_string(), "Send an API key in `X-API-Key`.");
    /// ```
    pub fn unauthorized(error: impl Into<BoxError>) -> Self {
        let refusal = Refusal { status: StatusCode::UNAUTHORIZED, www_authenticate: Vec::new(), retry_after: None };
        Self { kind: Kind::Refused(Box::new(refusal)), error: error.into() }
    }

    /// Creates an error from the MCP server's refusal.
    pub(crate) fn refused(refusal: Refusal, message: String) -> Self {
        Self { kind: Kind::Refused(Box::new(refusal)), error: message.into() }
    }

    /// Converts a boxed error, which may be a `ToolsError`, a tower or tokio timeout, or any other error.
    ///
    /// The error's sources are not examined.
    pub(crate) fn from_boxed(error: BoxError) -> Self {
        match error.downcast::<Self>() {
            Ok(error) => *error,
            Err(error) if is_timeout(&*error) => Self::timed_out(error),
            Err(error) => Self::unavailable(error),
        }
    }

    /// Returns the same error, with only its message as the cause.
    pub(super) fn duplicate(&self) -> Self {
        Self { kind: self.kind.clone(), error: self.error.to_string().into() }
    }

    /// Returns whether the backend refused this caller, as opposed to failing.
    pub(crate) fn is_refusal(&self) -> bool {
        matches!(self.kind, Kind::Refused(_))
    }

    /// Returns the status, the client's message and, if the MCP server refused the caller, the refusal.
    pub(crate) fn into_parts(self) -> (StatusCode, String, Option<Refusal>) {
        let message = self.error.to_string();
        match self.kind {
            Kind::Unavailable => (StatusCode::BAD_GATEWAY, message, None),
            Kind::TimedOut => (StatusCode::GATEWAY_TIMEOUT, message, None),
            Kind::Refused(refusal) => (refusal.status, message, Some(*refusal)),
        }
    }
}

/// Returns whether an error is a tower layer's or tokio's timeout.
#[cfg(feature = "tokio")]
fn is_timeout(error: &(dyn Error + 'static)) -> bool {
    error.is::<tower::timeout::error::Elapsed>() || error.is::<tokio::time::error::Elapsed>()
}

#[cfg(not(feature = "tokio"))]
fn is_timeout(_: &(dyn Error + 'static)) -> bool {
    false
}

impl fmt::Display for ToolsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl Error for ToolsError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.error.source()
    }
}

/// Creates an [`unavailable`](ToolsError::unavailable) error, for `?` when a list cannot be parsed.
impl From<serde_json::Error> for ToolsError {
    fn from(error: serde_json::Error) -> Self {
        Self::unavailable(error)
    }
}

/// Creates an [`unavailable`](ToolsError::unavailable) error, for `?` on file or network I/O.
impl From<std::io::Error> for ToolsError {
    fn from(error: std::io::Error) -> Self {
        Self::unavailable(error)
    }
}

/// The error from a tool call.
///
/// A handler function, or a tower service, may return any error. The explorer downcasts the error: a `CallError` or
/// [`ToolsError`] is used as it is, a tower or tokio timeout results in 504, and any other error counts as a
/// [`failed`](Self::failed) call. The error's sources are not examined.
///
/// ```
/// use http_body_util::BodyExt;
/// use tower_mcp_ui::{BoxError, Execution, McpUiConfig, McpUiLayer, Tool, embedding};
/// use tower_mcp_ui::tools::{Arguments, CallError, ToolList};
///
/// async fn handler(tool: String, arguments: Arguments) -> Result<String, BoxError> {
///     if tool == "shutdown" {
///         return Err(CallError::denied("nobody may shut down").into());
///     }
///     Ok(arguments.parse::<Vec<String>>()?.join(", "))
/// }
///
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), BoxError> {
/// let tools = ToolList::new([Tool::new("shutdown", ""), Tool::new("join", "")])?;
/// let layer = McpUiLayer::new(McpUiConfig::new().execution(Execution::all())).tools_with(tools, handler);
///
/// // Denied: the reason is only logged.
/// let call = http::Request::post("/explorer/tools/shutdown/call").body(String::new())?;
/// let response = embedding::respond(&layer, call).await.unwrap();
/// assert_eq!(response.status(), 401);
/// assert_eq!(response.collect().await?.to_bytes(), r#"{"error":"Unauthorized"}"#);
///
/// // Failed: the message is the text of the result, since an object is not a list.
/// let call = http::Request::post("/explorer/tools/join/call").body(String::new())?;
/// let response = embedding::respond(&layer, call).await.unwrap();
/// assert_eq!(response.status(), 500);
/// assert!(response.collect().await?.to_bytes().ends_with(br#""isError":true}"#));
/// # Ok(()) }
/// ```
///
/// To report a failure with more than a string, return a [`CallToolResult`](crate::tools::CallToolResult) that reports
/// an error.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CallError {
    /// The handler failed: 500, with the message as the result's text. The message is sent to the client, so it must
    /// not contain secrets.
    #[error(transparent)]
    Failed(BoxError),
    /// The caller may not call this tool: 401. The reason is logged, but never sent.
    #[error(transparent)]
    Denied(BoxError),
    /// The tool could not be reached, or did not respond in time. The [`ToolsError`] determines the status.
    #[error(transparent)]
    Tools(ToolsError),
}

impl CallError {
    /// Creates an error for a handler that failed: 500, with the message as the result's text.
    pub fn failed(error: impl Into<BoxError>) -> Self {
        Self::Failed(error.into())
    }

    /// Creates an error for a caller that may not call this tool: 401. The reason is logged, but never sent.
    pub fn denied(reason: impl Into<BoxError>) -> Self {
        Self::Denied(reason.into())
    }

    /// Converts a boxed error, which may be a `CallError`, a `ToolsError`, a tower or tokio timeout, or any other
    /// error.
    pub(crate) fn from_boxed(error: BoxError) -> Self {
        match error.downcast::<Self>() {
            Ok(error) => *error,
            Err(error) if error.is::<ToolsError>() || is_timeout(&*error) => Self::Tools(ToolsError::from_boxed(error)),
            Err(error) => Self::Failed(error),
        }
    }
}

/// Keeps the error's status, for `?` on functions that return a [`ToolsError`].
impl From<ToolsError> for CallError {
    fn from(error: ToolsError) -> Self {
        Self::Tools(error)
    }
}

/// Creates a [`failed`](CallError::failed) call, for `arguments.parse()?`.
impl From<serde_json::Error> for CallError {
    fn from(error: serde_json::Error) -> Self {
        Self::failed(error)
    }
}
