use std::time::Duration;

/// How long the explorer waits. Time-outs need a [`Runtime`](crate::Runtime).
///
/// ```
/// use std::time::Duration;
/// use tower_mcp_ui::{McpUiConfig, Timeouts};
///
/// let config = McpUiConfig::new().timeouts(Timeouts::new().call(Duration::from_secs(600)));
/// ```
#[derive(Clone, Debug)]
pub struct Timeouts {
    pub(crate) body: Duration,
    pub(crate) list: Duration,
    pub(crate) call: Duration,
    pub(crate) session_idle: Duration,
}

impl Timeouts {
    /// The defaults, named at each setter.
    pub const fn new() -> Self {
        Self {
            body: Duration::from_secs(30),
            list: Duration::from_secs(15),
            call: Duration::from_secs(120),
            session_idle: Duration::from_secs(300),
        }
    }

    /// For a request's body to arrive whole. Default 30 s; then the answer is 408.
    pub const fn body(mut self, limit: Duration) -> Self {
        self.body = limit;
        self
    }

    /// For the source of the tools to list them, all pages included, or to read a resource, and for the auth hook to
    /// decide. Default 15 s; then the answer is 504.
    pub const fn list(mut self, limit: Duration) -> Self {
        self.list = limit;
        self
    }

    /// For a tool to answer. Default 120 s; then the call is cancelled and the answer is 504.
    pub const fn call(mut self, limit: Duration) -> Self {
        self.call = limit;
        self
    }

    /// For an MCP session to stay unused before it is ended. Default 5 minutes.
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
