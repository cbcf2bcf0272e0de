use std::sync::Arc;
use std::time::Duration;

/// The limits on clients, and the readiness path, of a server.
///
/// ```
/// use std::time::Duration;
/// use mcp_ui_host::ServerOptions;
///
/// let options = ServerOptions::new().ready_path("/healthz").shutdown_timeout(Duration::from_secs(5));
/// ```
#[derive(Clone, Debug)]
pub struct ServerOptions {
    pub(crate) ready_path: Arc<str>,
    pub(crate) connections: usize,
    pub(crate) header_timeout: Duration,
    pub(crate) io_timeout: Duration,
    pub(crate) shutdown_timeout: Duration,
}

impl ServerOptions {
    /// Creates options with the defaults that each setter documents.
    pub fn new() -> Self {
        Self {
            ready_path: "/readyz".into(),
            connections: 4_096,
            header_timeout: Duration::from_secs(30),
            io_timeout: Duration::from_secs(150),
            shutdown_timeout: Duration::from_secs(30),
        }
    }

    /// Path of the readiness check. Requests for it never reach the component. Default `/readyz`.
    pub fn ready_path(mut self, path: impl Into<Arc<str>>) -> Self {
        self.ready_path = path.into();
        self
    }

    /// Maximum number of open connections; further clients wait. Default 4,096, at least 1.
    pub fn connections(mut self, count: usize) -> Self {
        self.connections = count.max(1);
        self
    }

    /// Timeout for a client to send the headers of its first request, of its next one in HTTP/1.1, and to reply to a
    /// ping in HTTP/2. Default 30 s; then the connection is closed.
    pub fn header_timeout(mut self, limit: Duration) -> Self {
        self.header_timeout = limit;
        self
    }

    /// Timeout for a client to send more of a request body, or to read more of a response. Default 150 s; then the
    /// connection is closed.
    pub fn io_timeout(mut self, limit: Duration) -> Self {
        self.io_timeout = limit;
        self
    }

    /// Time that running requests have to finish during shutdown. Default 30 s; then they are aborted.
    pub fn shutdown_timeout(mut self, limit: Duration) -> Self {
        self.shutdown_timeout = limit;
        self
    }
}

impl Default for ServerOptions {
    fn default() -> Self {
        Self::new()
    }
}
