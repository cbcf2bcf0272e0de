use std::path::PathBuf;
use std::time::Duration;

use crate::machine;

/// How components run.
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

/// Where compiled code is kept.
#[derive(Clone, Debug)]
pub(crate) enum Cache {
    Default,
    Directory(PathBuf),
    Off,
}

impl Options {
    /// There are addresses (not memory) for so many instances with up to four memories each; with more, for fewer.
    pub const MOST_CONCURRENT_REQUESTS: usize = 4_096;

    /// The defaults, named at each setter.
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

    /// Requests that an instance answers before it is replaced. Default 10,000; 1 gives every request an instance.
    pub fn requests_per_instance(mut self, count: usize) -> Self {
        self.requests_per_instance = count.max(1);
        self
    }

    /// Requests that one instance works on at once, and that a trap or an endless loop ends together. Default 1: then
    /// only answers that have begun, and are still being taken, share an instance with another request. More of them
    /// save memory where requests mostly wait.
    pub fn concurrent_per_instance(mut self, count: usize) -> Self {
        self.concurrent_per_instance = count.max(1);
        self
    }

    /// Requests that are worked on at once, over all instances: as many instances there can be. Default 512, at most
    /// [`MOST_CONCURRENT_REQUESTS`](Self::MOST_CONCURRENT_REQUESTS).
    pub fn concurrent_requests(mut self, count: usize) -> Self {
        self.concurrent_requests = count.clamp(1, Self::MOST_CONCURRENT_REQUESTS);
        self
    }

    /// Requests that wait for their turn beyond that. Default 1,024; others get 503 and `Retry-After`.
    pub fn queued_requests(mut self, count: usize) -> Self {
        self.queued_requests = count;
        self
    }

    /// Bytes of memory that an instance may have, all components of a composition together. Default 512 MiB.
    pub fn memory_bytes(mut self, bytes: usize) -> Self {
        self.memory_bytes = bytes;
        self
    }

    /// Bytes of memory that all instances may have together. Default: half of the machine's memory, or of the
    /// container's where it has less; 1 GiB where neither is known. Requests that would need more get 503 and
    /// `Retry-After`.
    ///
    /// The limit holds for memories and tables of components, not for what the host itself needs for connections.
    pub fn total_memory_bytes(mut self, bytes: usize) -> Self {
        self.total_memory_bytes = Some(bytes);
        self
    }

    pub(crate) fn total_memory(&self) -> usize {
        self.total_memory_bytes.unwrap_or_else(machine::half_of_memory)
    }

    /// For a request to get its turn, then for an instance to begin its answer, and then for the answer to be taken.
    /// Default 150 s, since the explorer's own limits are shorter; after that the answer is 503, or 504, or cut off, and
    /// what still runs is ended.
    pub fn timeout(mut self, limit: Duration) -> Self {
        self.timeout = limit;
        self
    }

    /// For an instance to wait for requests before it is dropped. Default 10 s.
    pub fn idle(mut self, limit: Duration) -> Self {
        self.idle = limit;
        self
    }

    /// Where compiled code is kept, so that the next start does not compile. Default: the user's cache directory.
    pub fn cache_directory(mut self, directory: impl Into<PathBuf>) -> Self {
        self.cache = Cache::Directory(directory.into());
        self
    }

    /// Compiles at every start.
    pub fn without_cache(mut self) -> Self {
        self.cache = Cache::Off;
        self
    }

    /// Sets an environment variable of the component. Nothing of the host's own environment gets in.
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
