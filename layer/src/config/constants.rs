//! Limits that are not settings, because hardly anybody would change them. `docs/settings.md` lists them with their
//! values.

use std::time::Duration;

/// Maximum number of tools, resources or templates in a list of the MCP server. A longer list results in 502.
pub(crate) const LIST_ITEMS: usize = 10_000;

/// Maximum number of pages of a list of the MCP server. More pages result in 502.
pub(crate) const LIST_PAGES: usize = 1_000;

/// Maximum number of MCP sessions of all callers together. The least recently used session is ended first.
pub(crate) const SESSIONS: usize = 256;

/// Memory limit in bytes of the cache of lists from the MCP server, and separately of the cache of compiled schemas. A
/// compiled schema may take 60 times the memory of its text. An entry larger than the limit is not cached.
pub(crate) const CACHED_BYTES: usize = 32 << 20;

/// Timeout for reading a request's body, after which the response is 408.
pub(crate) const BODY_TIMEOUT: Duration = Duration::from_secs(30);

/// Time for an app to initialize before the page shows a warning.
pub(crate) const APP_INITIALIZE_TIMEOUT: Duration = Duration::from_secs(30);

/// Timeout of a tool call by an app, after which the app gets an error.
pub(crate) const APP_CALL_TIMEOUT: Duration = Duration::from_secs(120);

/// Maximum number of messages that are queued until an app has initialized, and of concurrent requests of an app.
pub(crate) const APP_QUEUED_MESSAGES: usize = 50;

/// Maximum size of an app's HTML.
pub(crate) const APP_HTML_BYTES: usize = 5 << 20;

/// Maximum size of a message from an app.
pub(crate) const APP_MESSAGE_BYTES: usize = 1 << 20;

/// Maximum number of messages from an app per second. Further messages are dropped; requests get an error.
pub(crate) const APP_MESSAGES_PER_SECOND: usize = 500;

/// Maximum number of domains in each list of an app's CSP (`_meta.ui.csp` of MCP Apps).
pub(crate) const APP_DOMAINS: usize = 50;
