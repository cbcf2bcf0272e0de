//! Limits that are not settings, because hardly anybody would change them. `docs/settings.md` lists their values.

use std::time::Duration;

/// Maximum number of tools, resources or templates in a list from the MCP server. A longer list results in 502.
pub(crate) const LIST_ITEMS: usize = 10_000;

/// Maximum page count for a list from the MCP server. A list with more pages results in 502.
pub(crate) const LIST_PAGES: usize = 1_000;

/// Maximum number of MCP sessions for all callers together. The least recently used session is closed first.
pub(crate) const SESSIONS: usize = 256;

/// Memory limit in bytes for the MCP server's cached lists, and separately for its descriptions and for compiled
/// schemas. The least recently used entries are evicted, and an entry larger than the limit is not cached. A compiled
/// schema may take 60 times its text's memory.
pub(crate) const CACHED_BYTES: usize = 32 << 20;

/// Timeout for reading a request body, after which the response is 408.
pub(crate) const BODY_TIMEOUT: Duration = Duration::from_secs(30);

/// Timeout for an app's initialization, after which the page shows a warning.
pub(crate) const APP_INITIALIZE_TIMEOUT: Duration = Duration::from_secs(30);

/// Timeout for a tool call from an app, after which the app gets an error.
pub(crate) const APP_CALL_TIMEOUT: Duration = Duration::from_secs(120);

/// Maximum number of concurrent requests from an app. Additional requests get an error.
pub(crate) const APP_QUEUED_MESSAGES: usize = 50;

/// Maximum size in bytes of an app's HTML. A larger app is not shown, and the page says why.
pub(crate) const APP_HTML_BYTES: usize = 5 << 20;

/// Maximum size in bytes of a message from an app. A larger message is refused, and the page says so.
pub(crate) const APP_MESSAGE_BYTES: usize = 1 << 20;

/// Maximum message rate for an app, per second. Additional messages are dropped, and requests among them get an error.
pub(crate) const APP_MESSAGES_PER_SECOND: usize = 500;

/// Maximum number of domains in each list in an app's CSP (`_meta.ui.csp` in MCP Apps). Additional domains are rejected
/// with one remark.
pub(crate) const APP_DOMAINS: usize = 50;
