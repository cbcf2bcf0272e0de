//! The settings for a recording.

use std::fmt;
use std::sync::Arc;

use http::HeaderName;
use http::header;

use super::bus::{Bus, TrafficBus};
use super::redaction::Secrets;
use crate::runtime::{Background, Runtime};

/// The settings for a [`Traffic`](crate::Traffic).
///
/// ```
/// use tower_mcp_ui::{Traffic, TrafficSettings};
///
/// let settings = TrafficSettings::new().endpoints(["/mcp", "/v2/mcp"]).secrets(["iban"]).records(1_000);
/// let traffic = Traffic::new(settings);
/// ```
#[derive(Clone)]
#[must_use]
pub struct TrafficSettings {
    /// `None` means the endpoint from the explorer's layer, or `/mcp`.
    pub(super) endpoints: Option<Vec<String>>,
    pub(super) message_bytes: usize,
    pub(super) records: usize,
    pub(super) bytes: usize,
    pub(super) caller_headers: Vec<HeaderName>,
    pub(super) key: Option<[u8; 32]>,
    pub(super) bus: Option<Bus>,
    pub(super) secrets: Secrets,
    pub(super) background: Background,
}

impl TrafficSettings {
    /// Creates the default settings, which are documented at each setter.
    pub fn new() -> Self {
        Self {
            endpoints: None,
            message_bytes: 256 * 1024,
            records: 10_000,
            bytes: 64 * 1024 * 1024,
            caller_headers: vec![header::AUTHORIZATION],
            key: None,
            bus: None,
            secrets: Secrets::default(),
            background: Background::default(),
        }
    }

    /// Sets the paths to the MCP endpoints, as the layer sees them. Requests for other paths are not recorded. Default:
    /// the [endpoint](crate::McpUiConfig::mcp_endpoint) in the [`McpUiLayer`](crate::McpUiLayer), or `/mcp` for a
    /// separate [`TrafficLayer`](crate::traffic::TrafficLayer).
    pub fn endpoints<P: Into<String>>(self, paths: impl IntoIterator<Item = P>) -> Self {
        Self { endpoints: Some(paths.into_iter().map(Into::into).collect()), ..self }
    }

    /// Sets the maximum size in bytes for a kept message. For a larger message, the record has only the size, because
    /// redaction needs the whole message. Default 256 KiB, at most 4 MiB.
    pub fn message_bytes(self, bytes: usize) -> Self {
        Self { message_bytes: bytes.min(4 * 1024 * 1024), ..self }
    }

    /// Sets the maximum number of stored records. Default 10,000.
    pub fn records(self, count: usize) -> Self {
        Self { records: count, ..self }
    }

    /// Sets the maximum total size of all stored records in bytes. Default 64 MiB.
    pub fn bytes(self, bytes: usize) -> Self {
        Self { bytes, ..self }
    }

    /// Sets the headers that distinguish callers. All callers without such headers count as the same caller. Default
    /// `Authorization`.
    ///
    /// A viewer who may see only their own calls sees the calls that have the same header values as the viewer's
    /// request to the explorer.
    pub fn caller_headers(self, names: impl IntoIterator<Item = HeaderName>) -> Self {
        Self { caller_headers: names.into_iter().collect(), ..self }
    }

    /// Sets the key for hashing callers and sessions, so that several processes produce the same hashes. Default: a
    /// random key for each process. In a WebAssembly component, which has no random numbers, the default is a fixed
    /// key.
    pub fn key(self, key: [u8; 32]) -> Self {
        Self { key: Some(key), ..self }
    }

    /// Shows all replicas' traffic in each replica's explorer: records are published on this bus, and other replicas'
    /// records are stored as they arrive. `key` is a secret shared by the replicas, as for [`key`](Self::key): without
    /// a shared key, viewers would not see their own calls if another replica served them. Default: no bus.
    ///
    /// Needs a runtime whose tasks outlive requests.
    pub fn bus(mut self, bus: impl TrafficBus, key: [u8; 32]) -> Self {
        self.bus = Some(Bus(Arc::new(bus)));
        self.key(key)
    }

    /// Adds names of members whose values are replaced by `"[redacted]"` in every message. Upper case, `_` and `-` make
    /// no difference. A name that starts with `/` is a JSON pointer (RFC 6901) into the message, such as
    /// `/params/arguments/iban`.
    ///
    /// These members are always redacted: those whose names contain a long word such as `password`, `credential` or
    /// `apikey`; those with a whole word such as `pin`, `auth` or `cookie`, also in the plural; and those with a word
    /// that ends with `token` or `authorization`, except for harmless names such as `progressToken`. The same holds for
    /// JSON in strings, and for URLs and well-known token formats in strings: `docs/traffic.md` has the rules. Only
    /// headers defined by MCP, and some common ones such as `User-Agent`, are kept; session ids and credentials are
    /// replaced by hashes.
    pub fn secrets<N: AsRef<str>>(mut self, names: impl IntoIterator<Item = N>) -> Self {
        self.secrets.add(names);
        self
    }

    /// Keeps message members as they are, secrets included. Headers are still redacted.
    pub fn without_redaction(self) -> Self {
        Self { secrets: Secrets::none(), ..self }
    }

    /// Sets the runtime whose background tasks read the recorded data. Default: tokio with the feature `tokio`. Without
    /// a runtime, messages are read when their last byte passes.
    pub fn runtime(self, runtime: impl Runtime) -> Self {
        Self { background: Background::new(runtime), ..self }
    }
}

/// Omits the key.
impl fmt::Debug for TrafficSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TrafficSettings")
            .field("endpoints", &self.endpoints)
            .field("message_bytes", &self.message_bytes)
            .field("records", &self.records)
            .field("bytes", &self.bytes)
            .field("caller_headers", &self.caller_headers)
            .field("bus", &self.bus.is_some())
            .field("background", &self.background)
            .finish_non_exhaustive()
    }
}

impl Default for TrafficSettings {
    fn default() -> Self {
        Self::new()
    }
}
