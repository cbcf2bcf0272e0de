use std::path::PathBuf;
use std::time::Duration;

use crate::machine;

/// The limits, cache and environment of a component.
///
/// ```
/// use std::time::Duration;
/// use mcp_ui_host::Options;
///
/// let options = Options::new().concurrent_requests(64).queued_requests(128).timeout(Duration::from_secs(10));
/// ```
#[derive(Clone, Debug)]
pub struct Options {
    pub(crate) requests_per_instance: usize,
    pub(crate) concurrent_per_instance: usize,
    pub(crate) concurrent_requests: usize,
    pub(crate) queued_requests: usize,
    pub(crate) memory_bytes: usize,
    total_memory_bytes: Option<usize>,
    pub(crate) timeout: Duration,
    pub(crate) idle: Duration,
    pub(crate) cache: Cache,
    pub(crate) env: Vec<(String, String)>,
}

/// The location of the cache of compiled code.
#[derive(Clone, Debug)]
pub(crate) enum Cache {
    Default,
    Directory(PathBuf),
    Off,
}

impl Options {
    /// Limit of [`concurrent_requests`](Self::concurrent_requests): the address space has room for this many instances
    /// with up to four memories each, or for fewer instances with more memories.
    pub const MOST_CONCURRENT_REQUESTS: usize = 4_096;

    /// Creates options with the defaults that each setter documents.
    pub fn new() -> Self {
        Self {
            requests_per_instance: 10_000,
            concurrent_per_instance: 1,
            concurrent_requests: 512,
            queued_requests: 1_024,
            memory_bytes: 512 << 20,
            total_memory_bytes: None,
            timeout: Duration::from_secs(150),
            idle: Duration::from_secs(10),
            cache: Cache::Default,
            env: Vec::new(),
        }
    }

    /// Number of requests that an instance handles before it is replaced. Default 10,000; with 1, every request gets a
    /// fresh instance.
    pub fn requests_per_instance(mut self, count: usize) -> Self {
        self.requests_per_instance = count.max(1);
        self
    }

    /// Maximum number of requests that one instance handles at once; a trap or an endless loop fails all of them.
    /// Default 1: a request then shares its instance only with responses that are still being sent. Higher values save
    /// memory if requests mostly wait.
    pub fn concurrent_per_instance(mut self, count: usize) -> Self {
        self.concurrent_per_instance = count.max(1);
        self
    }

    /// Maximum number of requests that run at once, and so of instances. Default 512, at most
    /// [`MOST_CONCURRENT_REQUESTS`](Self::MOST_CONCURRENT_REQUESTS).
    pub fn concurrent_requests(mut self, count: usize) -> Self {
        self.concurrent_requests = count.clamp(1, Self::MOST_CONCURRENT_REQUESTS);
        self
    }

    /// Maximum number of requests that wait beyond [`concurrent_requests`](Self::concurrent_requests). Default 1,024;
    /// further requests get 503 and `Retry-After`.
    pub fn queued_requests(mut self, count: usize) -> Self {
        self.queued_requests = count;
        self
    }

    /// Memory limit of an instance in bytes, all components of a composition together. Default 512 MiB.
    pub fn memory_bytes(mut self, bytes: usize) -> Self {
        self.memory_bytes = bytes;
        self
    }

    /// Memory limit of all instances together in bytes. Default: half of the memory of the machine, or of the container
    /// if it has less; 1 GiB if neither is known. Requests that need more get 503 and `Retry-After`.
    ///
    /// The limit applies to memories and tables of components, not to the memory of the host, such as for connections.
    pub fn total_memory_bytes(mut self, bytes: usize) -> Self {
        self.total_memory_bytes = Some(bytes);
        self
    }

    pub(crate) fn total_memory(&self) -> usize {
        self.total_memory_bytes.unwrap_or_else(machine::half_of_memory)
    }

    /// Timeout of a request, applied separately to queueing, time to first byte, and sending the response. Default
    /// 150 s, longer than the explorer's own timeouts. When it passes, the client gets 503, 504 or a truncated response
    /// respectively, and the instance is terminated.
    pub fn timeout(mut self, limit: Duration) -> Self {
        self.timeout = limit;
        self
    }

    /// Time that an idle instance is kept. Default 10 s.
    pub fn idle(mut self, limit: Duration) -> Self {
        self.idle = limit;
        self
    }

    /// Directory for compiled code, so that the next start need not compile. Default: the user's cache directory.
    pub fn cache_directory(mut self, directory: impl Into<PathBuf>) -> Self {
        self.cache = Cache::Directory(directory.into());
        self
    }

    /// Disables the cache, so that every start compiles the component.
    pub fn without_cache(mut self) -> Self {
        self.cache = Cache::Off;
        self
    }

    /// Sets an environment variable of the component, which sees none of the host's environment.
    pub fn env(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.env.push((name.into(), value.into()));
        self
    }
}

impl Default for Options {
    fn default() -> Self {
        Self::new()
    }
}
