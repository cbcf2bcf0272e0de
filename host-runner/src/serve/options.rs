use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use super::machine;
use super::outbound::Origin;

/// A component's limits, cache and environment.
///
/// ```
/// use std::time::Duration;
/// use mcp_ui_host::Options;
///
/// let options = Options::new().concurrent_requests(64).queued_requests(128).timeout(Duration::from_secs(10));
/// ```
#[derive(Clone, Debug)]
#[must_use]
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
    pub(crate) outbound: Arc<[Origin]>,
}

/// The location of the compiled-code cache.
#[derive(Clone, Debug)]
pub(crate) enum Cache {
    Default,
    Directory(PathBuf),
    Off,
}

impl Options {
    /// Default for [`Options::requests_per_instance`]: the maximum number of requests that an instance handles. Then
    /// another instance replaces it.
    pub const DEFAULT_REQUESTS_PER_INSTANCE: usize = 10_000;

    /// Default for [`Options::concurrent_per_instance`]: the maximum number of requests that an instance handles at
    /// once. Additional requests get another instance.
    pub const DEFAULT_CONCURRENT_PER_INSTANCE: usize = 1;

    /// Default for [`Options::concurrent_requests`]: the maximum number of requests that run at once. Additional
    /// requests wait.
    pub const DEFAULT_CONCURRENT_REQUESTS: usize = 512;

    /// Maximum for [`Options::concurrent_requests`]: the address space has room for this many instances with up to four
    /// memories each, or for fewer instances with more memories. The library lowers a higher number to this maximum;
    /// the program refuses it.
    pub const MAX_CONCURRENT_REQUESTS: usize = 4_096;

    /// Default for [`Options::queued_requests`]: the maximum number of requests that wait. Additional requests get 503.
    pub const DEFAULT_QUEUED_REQUESTS: usize = 1_024;

    /// Default for [`Options::memory_bytes`]: the maximum memory of an instance, in bytes. An instance that needs more
    /// is terminated, and its requests get 500.
    pub const DEFAULT_MEMORY_BYTES: usize = 512 << 20;

    /// Default for [`Options::timeout`]: the timeout for a request, longer than the explorer's own timeouts. It applies
    /// to queueing (then 503), to the first byte (then 504), and to sending the response (then it is truncated).
    pub const DEFAULT_TIMEOUT: Duration = Duration::from_secs(150);

    /// Default for [`Options::idle`]: the time after which an idle instance ends.
    pub const DEFAULT_IDLE: Duration = Duration::from_secs(10);

    /// Creates options with the defaults that are stated at each setter.
    pub fn new() -> Self {
        Self {
            requests_per_instance: Self::DEFAULT_REQUESTS_PER_INSTANCE,
            concurrent_per_instance: Self::DEFAULT_CONCURRENT_PER_INSTANCE,
            concurrent_requests: Self::DEFAULT_CONCURRENT_REQUESTS,
            queued_requests: Self::DEFAULT_QUEUED_REQUESTS,
            memory_bytes: Self::DEFAULT_MEMORY_BYTES,
            total_memory_bytes: None,
            timeout: Self::DEFAULT_TIMEOUT,
            idle: Self::DEFAULT_IDLE,
            cache: Cache::Default,
            env: Vec::new(),
            outbound: Arc::default(),
        }
    }

    /// Number of requests that an instance handles before it is replaced; with 1, every request gets a fresh instance.
    /// Default [`DEFAULT_REQUESTS_PER_INSTANCE`](Self::DEFAULT_REQUESTS_PER_INSTANCE), at least 1.
    pub fn requests_per_instance(self, count: usize) -> Self {
        Self { requests_per_instance: count.max(1), ..self }
    }

    /// Maximum number of requests that one instance handles at once; a trap or an endless loop fails all of them.
    /// Default [`DEFAULT_CONCURRENT_PER_INSTANCE`](Self::DEFAULT_CONCURRENT_PER_INSTANCE), at least 1.
    ///
    /// With 1, an instance takes its next request as soon as it has started its previous response, even if that
    /// response is still being sent. Higher values save memory if requests mostly wait.
    pub fn concurrent_per_instance(self, count: usize) -> Self {
        Self { concurrent_per_instance: count.max(1), ..self }
    }

    /// Maximum number of requests that run at once, and therefore of instances. Default
    /// [`DEFAULT_CONCURRENT_REQUESTS`](Self::DEFAULT_CONCURRENT_REQUESTS), at least 1, at most
    /// [`MAX_CONCURRENT_REQUESTS`](Self::MAX_CONCURRENT_REQUESTS).
    pub fn concurrent_requests(self, count: usize) -> Self {
        Self { concurrent_requests: count.clamp(1, Self::MAX_CONCURRENT_REQUESTS), ..self }
    }

    /// Maximum number of requests that wait while [`concurrent_requests`](Self::concurrent_requests) others run;
    /// additional requests get 503 and `Retry-After`. Default
    /// [`DEFAULT_QUEUED_REQUESTS`](Self::DEFAULT_QUEUED_REQUESTS). With 0, no request waits.
    pub fn queued_requests(self, count: usize) -> Self {
        Self { queued_requests: count, ..self }
    }

    /// An instance's memory limit in bytes, shared by all components in a composition. Default
    /// [`DEFAULT_MEMORY_BYTES`](Self::DEFAULT_MEMORY_BYTES). An instance that exceeds the limit is terminated, and its
    /// requests get 500.
    pub fn memory_bytes(self, bytes: usize) -> Self {
        Self { memory_bytes: bytes, ..self }
    }

    /// Memory limit in bytes for all instances together. Default: half the machine's memory, or half the container's
    /// limit if that is lower; 1 GiB if neither is known. Requests that need more get 503 and `Retry-After`.
    ///
    /// The limit applies to component memories and tables, not to memory that the host itself uses, for example for
    /// connections.
    pub fn total_memory_bytes(self, bytes: usize) -> Self {
        Self { total_memory_bytes: Some(bytes), ..self }
    }

    pub(crate) fn total_memory(&self) -> usize {
        self.total_memory_bytes.unwrap_or_else(machine::half_of_memory)
    }

    /// Request timeout, applied separately to queueing, time to first byte, and sending the response. Default
    /// [`DEFAULT_TIMEOUT`](Self::DEFAULT_TIMEOUT).
    ///
    /// A request that times out in the queue gets 503. One without a response gets 504, and a response that is not
    /// sent in time is truncated; in both cases the instance is terminated.
    pub fn timeout(self, limit: Duration) -> Self {
        Self { timeout: limit, ..self }
    }

    /// Time after which an idle instance ends. Default [`DEFAULT_IDLE`](Self::DEFAULT_IDLE).
    pub fn idle(self, limit: Duration) -> Self {
        Self { idle: limit, ..self }
    }

    /// Directory for the compiled-code cache, so that the next start need not compile. A relative path is resolved
    /// against the working directory. Default: the user's cache directory.
    pub fn cache_directory(mut self, directory: impl Into<PathBuf>) -> Self {
        let directory = directory.into();
        // Fails without a working directory, or for an empty path. Wasmtime then reports the error.
        self.cache = Cache::Directory(std::path::absolute(&directory).unwrap_or(directory));
        self
    }

    /// Disables the cache, so that every start compiles the component.
    pub fn without_cache(self) -> Self {
        Self { cache: Cache::Off, ..self }
    }

    /// Sets an environment variable for the component. The component sees no host variables. Default: none.
    pub fn env(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.env.push((name.into(), value.into()));
        self
    }

    /// Origins that the component may send requests to. Default: none. Requests to other origins are denied and logged.
    pub fn allow_outbound(self, origins: impl IntoIterator<Item = Origin>) -> Self {
        Self { outbound: origins.into_iter().collect(), ..self }
    }
}

impl Default for Options {
    fn default() -> Self {
        Self::new()
    }
}
