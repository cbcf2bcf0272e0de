use std::time::Duration;

/// The explorer's timeouts. They need a [`Runtime`](crate::runtime::Runtime): without one, nothing times out.
///
/// ```
/// use std::time::Duration;
/// use tower_mcp_ui::McpUiConfig;
/// use tower_mcp_ui::config::Timeouts;
///
/// let config = McpUiConfig::new().timeouts(Timeouts::new().call(Duration::from_secs(600)));
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Timeouts {
    pub(crate) list: Duration,
    pub(crate) call: Duration,
    pub(crate) session_idle: Duration,
}

impl Timeouts {
    /// Creates the default timeouts, which are documented at each setter.
    pub const fn new() -> Self {
        Self { list: Duration::from_secs(15), call: Duration::from_secs(120), session_idle: Duration::from_secs(300) }
    }

    /// Sets the timeout for listing tools or resources, including all pages, for reading a resource, and for the auth
    /// hook. When the time has passed, the response is 504. Default 15 s.
    pub const fn list(mut self, limit: Duration) -> Self {
        self.list = limit;
        self
    }

    /// Sets the timeout for a tool call, after which the call is cancelled (MCP, "Cancellation") and the
    /// response is 504. Default 120 s.
    ///
    /// For a live request (`POST {prefix}/rpc/{method}`), the timeout limits the time between two messages from the
    /// server.
    pub const fn call(mut self, limit: Duration) -> Self {
        self.call = limit;
        self
    }

    /// Sets the time after which an unused MCP session is closed (MCP 2025-11-25, "Transports", "Session Management").
    /// Default 5 minutes.
    pub const fn session_idle(mut self, limit: Duration) -> Self {
        self.session_idle = limit;
        self
    }
}

impl Default for Timeouts {
    fn default() -> Self {
        Self::new()
    }
}
