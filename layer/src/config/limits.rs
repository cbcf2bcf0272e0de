/// Limits on size and number. Each applies to one request unless stated otherwise.
///
/// ```
/// use tower_mcp_ui::{Limits, McpUiConfig};
///
/// let config = McpUiConfig::new().limits(Limits::new().body_bytes(64 * 1024).tools(100));
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Limits {
    pub(crate) body_bytes: usize,
    pub(crate) buffered_bytes: usize,
    pub(crate) answer_bytes: usize,
    pub(crate) tools: usize,
    pub(crate) pages: usize,
    pub(crate) sessions: usize,
    pub(crate) cached_bytes: usize,
}

impl Limits {
    /// The defaults, named at each setter.
    pub const fn new() -> Self {
        Self {
            body_bytes: 4 << 20,
            buffered_bytes: 256 << 20,
            answer_bytes: 16 << 20,
            tools: 10_000,
            pages: 1_000,
            sessions: 256,
            cached_bytes: 32 << 20,
        }
    }

    /// Limits the bytes of a request's body, such as the arguments of a call. Default 4 MiB; a larger body gets 413.
    pub const fn body_bytes(mut self, bytes: usize) -> Self {
        self.body_bytes = bytes;
        self
    }

    /// Limits the bytes of request bodies, and of the MCP server's responses while they are read, that all requests together
    /// buffer. Default 256 MiB, and 32 MiB in the components. Beyond it a request gets 503 with `Retry-After`, or 502 if it is
    /// the MCP server's response that cannot be buffered.
    pub const fn buffered_bytes(mut self, bytes: usize) -> Self {
        self.buffered_bytes = bytes;
        self
    }

    /// Limits the bytes of one response of the MCP server: a whole event stream, or all pages of a list. Default 16 MiB; a
    /// larger response gives 502.
    pub const fn answer_bytes(mut self, bytes: usize) -> Self {
        self.answer_bytes = bytes;
        self
    }

    /// Limits the tools, resources or templates in a list of the MCP server. Default 10,000; a longer list gives 502.
    pub const fn tools(mut self, count: usize) -> Self {
        self.tools = count;
        self
    }

    /// Limits the pages of a list of the MCP server; at least 1. Default 1,000; more pages give 502.
    pub const fn pages(mut self, count: usize) -> Self {
        self.pages = count;
        self
    }

    /// Limits the MCP sessions of all callers together; at least 1. Default 256; the least recently used session is ended
    /// first.
    pub const fn sessions(mut self, count: usize) -> Self {
        self.sessions = count;
        self
    }

    /// Limits the bytes of cached lists of the MCP server, and likewise the bytes of cached schemas, which take up to 60 times
    /// their text when compiled. Default 32 MiB each. A single entry beyond the limit is not cached.
    pub const fn cached_bytes(mut self, bytes: usize) -> Self {
        self.cached_bytes = bytes;
        self
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self::new()
    }
}
