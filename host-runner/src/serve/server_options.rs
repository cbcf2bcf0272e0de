use std::sync::Arc;
use std::time::Duration;

/// A server's options: client limits, readiness path and shutdown.
///
/// ```
/// use std::time::Duration;
/// use mcp_ui_host::ServerOptions;
///
/// let options = ServerOptions::new().ready_path("/healthz").shutdown_timeout(Duration::from_secs(5));
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct ServerOptions {
    pub(crate) ready_path: Arc<str>,
    pub(crate) probe_path: Option<Arc<str>>,
    pub(crate) connections: usize,
    pub(crate) header_timeout: Duration,
    pub(crate) io_timeout: Duration,
    pub(crate) shutdown_timeout: Duration,
}

impl ServerOptions {
    /// The default for [`ready_path`](Self::ready_path).
    pub const DEFAULT_READY_PATH: &str = "/readyz";

    /// Default for [`ServerOptions::connections`]: the maximum number of open connections. Additional clients wait.
    pub const DEFAULT_CONNECTIONS: usize = 4_096;

    /// Default for [`ServerOptions::header_timeout`]: the timeout for a client to send request headers, after which the
    /// connection is closed.
    pub const DEFAULT_HEADER_TIMEOUT: Duration = Duration::from_secs(30);

    /// Default for [`ServerOptions::io_timeout`]: the timeout for a client to send or read more bytes, after which the
    /// connection is closed.
    pub const DEFAULT_IO_TIMEOUT: Duration = Duration::from_secs(150);

    /// Default for [`ServerOptions::shutdown_timeout`]: the timeout for running requests to finish at shutdown, after
    /// which they are aborted.
    pub const DEFAULT_SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(30);

    /// Creates options with the defaults that are stated at each setter.
    pub fn new() -> Self {
        Self {
            ready_path: Self::DEFAULT_READY_PATH.into(),
            probe_path: None,
            connections: Self::DEFAULT_CONNECTIONS,
            header_timeout: Self::DEFAULT_HEADER_TIMEOUT,
            io_timeout: Self::DEFAULT_IO_TIMEOUT,
            shutdown_timeout: Self::DEFAULT_SHUTDOWN_TIMEOUT,
        }
    }

    /// Path for the readiness check. Requests for it never reach the component. Default
    /// [`DEFAULT_READY_PATH`](Self::DEFAULT_READY_PATH).
    pub fn ready_path(self, path: impl Into<Arc<str>>) -> Self {
        Self { ready_path: path.into(), ..self }
    }

    /// Path requested from the component at the start, such as the explorer's page. The server is ready once the
    /// component has answered with a status below 500. Until then, each readiness check asks again, and the log shows
    /// the component's answer. Default: none, so that the server is ready at once.
    pub fn probe_path(self, path: impl Into<Arc<str>>) -> Self {
        Self { probe_path: Some(path.into()), ..self }
    }

    /// Maximum number of open connections; additional clients wait. Default
    /// [`DEFAULT_CONNECTIONS`](Self::DEFAULT_CONNECTIONS), at least 1.
    pub fn connections(self, count: usize) -> Self {
        Self { connections: count.max(1), ..self }
    }

    /// Timeout for a client to send the headers for its first request, and for each later request in HTTP/1.1. HTTP/2
    /// connections are pinged at this interval instead, and have 20 s to reply. A connection that times out is closed.
    /// Default [`DEFAULT_HEADER_TIMEOUT`](Self::DEFAULT_HEADER_TIMEOUT).
    pub fn header_timeout(self, limit: Duration) -> Self {
        Self { header_timeout: limit, ..self }
    }

    /// Timeout for a client to send more request body bytes, or to read more response bytes. Any progress restarts it.
    /// A connection that times out is closed. Default [`DEFAULT_IO_TIMEOUT`](Self::DEFAULT_IO_TIMEOUT).
    pub fn io_timeout(self, limit: Duration) -> Self {
        Self { io_timeout: limit, ..self }
    }

    /// Timeout for running requests to finish during shutdown, after which they are aborted. Default
    /// [`DEFAULT_SHUTDOWN_TIMEOUT`](Self::DEFAULT_SHUTDOWN_TIMEOUT).
    pub fn shutdown_timeout(self, limit: Duration) -> Self {
        Self { shutdown_timeout: limit, ..self }
    }
}

impl Default for ServerOptions {
    fn default() -> Self {
        Self::new()
    }
}
