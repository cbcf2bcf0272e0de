//! The settings of a recording.

use std::fmt;
use std::sync::Arc;

use http::HeaderName;
use http::header;

use super::bus::{Bus, TrafficBus};
use super::redaction::Secrets;
use crate::runtime::{Background, Runtime};

/// The settings of a [`Traffic`](crate::Traffic).
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
    /// `None`: the endpoint of the explorer's layer, or `/mcp`.
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

    /// Sets the paths of the MCP endpoints, as the layer sees them. Requests for other paths are not recorded. Default:
    /// the [endpoint](crate::McpUiConfig::mcp_endpoint) of the [`McpUiLayer`](crate::McpUiLayer), or `/mcp` for a
    /// [`TrafficLayer`](crate::traffic::TrafficLayer) of its own.
    pub fn endpoints<P: Into<String>>(mut self, paths: impl IntoIterator<Item = P>) -> Self {
        self.endpoints = Some(paths.into_iter().map(Into::into).collect());
        self
    }

    /// Sets the size in bytes up to which a message is kept. Of a larger one, the record has only the size: it cannot
    /// be redacted without being read as a whole. Default 256 KiB, at most 4 MiB.
    pub fn message_bytes(mut self, bytes: usize) -> Self {
        self.message_bytes = bytes.min(4 * 1024 * 1024);
        self
    }

    /// Sets the number of records that are stored. Default 10,000.
    pub fn records(mut self, count: usize) -> Self {
        self.records = count;
        self
    }

    /// Sets the number of bytes that all stored records may have together. Default 64 MiB.
    pub fn bytes(mut self, bytes: usize) -> Self {
        self.bytes = bytes;
        self
    }

    /// Sets the headers by which callers are told apart. Callers without them count as one. Default `Authorization`.
    ///
    /// A viewer who may see only its own calls sees those that came with the same values as its own request to the
    /// explorer.
    pub fn caller_headers(mut self, names: impl IntoIterator<Item = HeaderName>) -> Self {
        self.caller_headers = names.into_iter().collect();
        self
    }

    /// Sets the key of the hashes that stand for callers and sessions, so that several processes give them the same
    /// hash. Default: a random one for each process; in a WebAssembly component, which has no random numbers, a fixed
    /// one.
    pub fn key(mut self, key: [u8; 32]) -> Self {
        self.key = Some(key);
        self
    }

    /// Shows the traffic of all replicas of a server in the explorer of each of them: records are published on this
    /// bus, and those of other replicas are stored as they arrive. `key` is a secret that the replicas share, as for
    /// [`key`](Self::key): without it, a viewer would not see its own calls that another replica has served. Default:
    /// no bus.
    ///
    /// Needs a runtime whose tasks outlive requests.
    pub fn bus(mut self, bus: impl TrafficBus, key: [u8; 32]) -> Self {
        self.bus = Some(Bus(Arc::new(bus)));
        self.key(key)
    }

    /// Adds names of members whose values are replaced by `"[redacted]"` in every message. Upper case, `_` and `-` make
    /// no difference. A name that begins with `/` is a JSON pointer (RFC 6901) into the message, such as
    /// `/params/arguments/iban`.
    ///
    /// These are always redacted: members whose names contain a long word such as `password`, `credential` or `apikey`;
    /// those with a whole word such as `pin`, `auth` or `cookie`, also in the plural; and those that end with `token`
    /// or `authorization`, except for `progressToken`. The same holds for JSON in strings, and for URLs and tokens of
    /// well-known shapes in texts: `docs/traffic.md` has the rules. Of the headers, only those are kept that MCP
    /// defines, and some that describe the content; session ids and credentials are replaced by hashes.
    pub fn secrets<N: AsRef<str>>(mut self, names: impl IntoIterator<Item = N>) -> Self {
        self.secrets.add(names);
        self
    }

    /// Keeps the members of messages as they are, secrets included. Headers are redacted nevertheless.
    pub fn without_redaction(mut self) -> Self {
        self.secrets = Secrets::none();
        self
    }

    /// Sets the runtime whose background tasks read what was recorded. Default: tokio with the feature `tokio`. Without
    /// a runtime, messages are read when their last byte passes.
    pub fn runtime(mut self, runtime: impl Runtime) -> Self {
        self.background = Background::new(runtime);
        self
    }
}

/// The key is left out.
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
