/// The size limits. Each applies to one request unless stated otherwise.
///
/// ```
/// use tower_mcp_ui::McpUiConfig;
/// use tower_mcp_ui::config::Limits;
///
/// // Bodies of at most 64 KiB, and 16 MiB for all requests together.
/// let config = McpUiConfig::new().limits(Limits::new().body_bytes(64 << 10).buffered_bytes(16 << 20));
/// ```
#[derive(Clone, Debug)]
#[must_use]
#[expect(clippy::struct_field_names, reason = "the fields are named like their setters, which have the unit")]
pub struct Limits {
    pub(crate) body_bytes: usize,
    pub(crate) buffered_bytes: usize,
    pub(crate) response_bytes: usize,
}

impl Limits {
    /// Creates the default limits, which are documented at each setter.
    pub const fn new() -> Self {
        Self { body_bytes: 4 << 20, buffered_bytes: 256 << 20, response_bytes: 16 << 20 }
    }

    /// Sets the maximum request body size in bytes, for example for a call's arguments. A larger body results in 413.
    /// Default 4 MiB.
    pub const fn body_bytes(mut self, bytes: usize) -> Self {
        self.body_bytes = bytes;
        self
    }

    /// Sets the maximum number of bytes that all requests may buffer together: request bodies, and MCP server responses
    /// while they are read. Above that limit, a request results in 503 with `Retry-After`, or in 502 if the MCP
    /// server's response cannot be buffered. Default 256 MiB, and 32 MiB in the components.
    pub const fn buffered_bytes(mut self, bytes: usize) -> Self {
        self.buffered_bytes = bytes;
        self
    }

    /// Sets the maximum size in bytes for an MCP server response: a whole event stream, all pages of a list together,
    /// or each message in a live request. A larger response results in 502. Default 16 MiB.
    ///
    /// Providers and handlers in code are not limited: see
    /// [`embedding::response_limit`](crate::embedding::response_limit).
    pub const fn response_bytes(mut self, bytes: usize) -> Self {
        self.response_bytes = bytes;
        self
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self::new()
    }
}
