/// What the explorer takes in at most. Every limit is counted per request, unless it says otherwise.
///
/// ```
/// use tower_mcp_ui::{Limits, McpUiConfig};
///
/// let config = McpUiConfig::new().limits(Limits::new().body_bytes(64 * 1024).tools(100));
/// ```
#[derive(Clone, Debug)]
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

    /// Bytes of a request's body: arguments to call or to validate. Default 4 MiB; beyond it the answer is 413.
    pub const fn body_bytes(mut self, bytes: usize) -> Self {
        self.body_bytes = bytes;
        self
    }

    /// Bytes of request bodies, and of responses of the MCP server while they are read, that all requests together may
    /// buffer. Default 256 MiB, and 32 MiB in the components; beyond it the response is 503 with `Retry-After`, or 502
    /// where it is the MCP server's response that finds no room.
    pub const fn buffered_bytes(mut self, bytes: usize) -> Self {
        self.buffered_bytes = bytes;
        self
    }

    /// Bytes of one answer of the MCP server, a whole stream of events or all pages of a list included.
    /// Default 16 MiB; beyond it the answer is 502.
    pub const fn answer_bytes(mut self, bytes: usize) -> Self {
        self.answer_bytes = bytes;
        self
    }

    /// Tools, resources or templates in a list of the MCP server's. Default 10,000; beyond it the answer is 502.
    pub const fn tools(mut self, count: usize) -> Self {
        self.tools = count;
        self
    }

    /// Pages of a list of the MCP server's, one at least. Default 1,000; beyond it the answer is 502.
    pub const fn pages(mut self, count: usize) -> Self {
        self.pages = count;
        self
    }

    /// MCP sessions that are kept, over all callers; the one unused longest is ended first. Default 256, one
    /// at least.
    pub const fn sessions(mut self, count: usize) -> Self {
        self.sessions = count;
        self
    }

    /// Bytes of the MCP server's lists that are kept, to see whether an answer has changed, and as many again of compiled
    /// schemas, which weigh up to 60 times their text. Default 32 MiB each; what is larger alone is made anew each time.
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
