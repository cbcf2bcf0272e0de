use std::sync::Arc;
use std::time::Duration;

/// How a server deals with its clients.
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
    /// The defaults, named at each setter.
    pub fn new() -> Self {
        Self {
            ready_path: "/readyz".into(),
            connections: 4_096,
            header_timeout: Duration::from_secs(30),
            io_timeout: Duration::from_secs(150),
            shutdown_timeout: Duration::from_secs(30),
        }
    }

    /// The path that says whether the server is ready. It never reaches the component. Default `/readyz`.
    pub fn ready_path(mut self, path: impl Into<Arc<str>>) -> Self {
        self.ready_path = path.into();
        self
    }

    /// Connections that are open at once. Default 4,096, at least 1; who comes then waits until another one goes.
    pub fn connections(mut self, count: usize) -> Self {
        self.connections = count.max(1);
        self
    }

    /// For a client to send the head of its first request, or of its next one in HTTP/1.1, and to answer a ping in
    /// HTTP/2. Default 30 s, then the connection is closed.
    pub fn header_timeout(mut self, limit: Duration) -> Self {
        self.header_timeout = limit;
        self
    }

    /// For a client to send the next part of a body, or to take anything of what is sent to it. Default 150 s, then the
    /// connection is closed.
    pub fn io_timeout(mut self, limit: Duration) -> Self {
        self.io_timeout = limit;
        self
    }

    /// For running requests to be answered once the server is asked to end. Default 30 s, then they are given up.
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
