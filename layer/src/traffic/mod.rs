//! The messages between MCP clients and a server, recorded as they pass, for the explorer.
//!
//! ```text
//! client ──▶ TrafficService ──▶ inner service        bytes, order, timing and errors stay as they are
//!               │ tap: handles on the bytes, no copy
//!             Queue, bounded ──▶ Reader, in the background: messages, redaction
//!                                   │ records
//!                                 Ring, bounded ──▶ the explorer's stream, or any other subscriber
//! ```
//!
//! | module | contents |
//! |---|---|
//! | `settings` | the limits, the endpoints and the redaction rules |
//! | `service`, `body` | the tower layer, and the bodies that it taps |
//! | `exchange`, `head` | an HTTP request with its response, and their kept headers |
//! | `queue` | tapped data that has not been read yet |
//! | `reader`, `events`, `message` | JSON-RPC messages in tapped data |
//! | `redaction` | secrets, removed before a record exists |
//! | `recording` | the state that the other modules share |
//! | `record`, `ring`, `subscription` | the records, their bounded store, and a stream of them |
//! | `span`, `conventions` | a span for each request, with OpenTelemetry's names |
//! | `given` | records made elsewhere |
//! | `bus`, `replicas`, `following` | records that travel between a server's replicas |
//! | `callers`, `clients` | short hashes of credentials and sessions, and the clients that started sessions |

mod body;
mod bus;
mod callers;
mod clients;
#[doc(hidden)]
pub mod conventions;
mod events;
mod exchange;
mod following;
mod given;
mod head;
mod message;
mod queue;
mod reader;
mod record;
mod recording;
mod redaction;
mod replicas;
mod ring;
mod service;
mod settings;
mod span;
mod stdio;
mod subscription;

use std::fmt;
use std::future::pending;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use bytes::Bytes;
use http::HeaderMap;

use crate::model::RawJson;

pub use self::body::TrafficBody;
pub use self::bus::TrafficBus;
pub(crate) use self::callers::Caller;
pub(crate) use self::exchange::OfExplorer;
pub use self::given::RecordError;
use self::recording::Recording;
#[cfg(feature = "authorization")]
pub(crate) use self::redaction::{REDACTED, Secrets};
pub(crate) use self::ring::Batch;
pub use self::service::{TrafficFuture, TrafficLayer, TrafficService};
pub use self::settings::TrafficSettings;
pub use self::stdio::StdioMessage;
pub use self::subscription::{TrafficEvent, TrafficEvents};

/// A recording of the messages between MCP clients and a server.
///
/// [`McpUiLayer::traffic`](crate::McpUiLayer::traffic) records messages as they pass, and shows them in the explorer.
/// It leaves their bytes, order, timing and errors unchanged, and nothing waits for it.
///
/// ```
/// use tower_mcp_ui::{McpUiConfig, McpUiLayer, Traffic, TrafficSettings};
///
/// let traffic = Traffic::new(TrafficSettings::new());
/// let layer = McpUiLayer::new(McpUiConfig::new()).traffic(traffic);
/// ```
///
/// At another place in the stack, [`layer`](Self::layer) records, and
/// [`McpUiConfig::traffic`](crate::McpUiConfig::traffic) shows the records.
///
/// Everything is bounded: see [`TrafficSettings`]. The oldest records are evicted first. Clones are handles on the same
/// recording.
#[derive(Clone)]
pub struct Traffic(Option<Arc<Recording>>);

/// The first message in a record stream.
#[derive(Default)]
pub(crate) struct Hello<'r> {
    /// Identifies the recording. A different epoch means a different recording, with numbers that start over.
    pub(crate) epoch: &'r str,
    pub(crate) oldest: u64,
    pub(crate) newest: u64,
    pub(crate) message_bytes: usize,
    pub(crate) records: usize,
    pub(crate) bytes: usize,
    /// True if the records include those from other replicas.
    pub(crate) has_replicas: bool,
    /// False if the recording is shown, but nothing fills it.
    pub(crate) has_recorder: bool,
}

impl Traffic {
    /// Creates a recording.
    pub fn new(settings: TrafficSettings) -> Self {
        let recording = Arc::new(Recording::new(settings));
        following::start(&recording);
        Self(Some(recording))
    }

    /// Creates a recording that records nothing, for a service that always has the layer in its stack and enables it
    /// with its own setting. A passed request costs one comparison, and nothing is allocated.
    ///
    /// ```
    /// use tower_mcp_ui::{Traffic, TrafficSettings};
    ///
    /// let record = std::env::var_os("RECORD_TRAFFIC").is_some();
    /// let traffic = if record { Traffic::new(TrafficSettings::new()) } else { Traffic::off() };
    /// ```
    pub fn off() -> Self {
        Self(None)
    }

    /// Returns a layer that records messages as they pass, to be placed separately in the stack: inside the explorer's
    /// layer, around the MCP server.
    pub fn layer(&self) -> TrafficLayer {
        self.note_recorder();
        TrafficLayer::new(self.clone())
    }

    /// Records a message sent over stdio, which no layer sees. Does nothing if the recording is [`off`](Self::off).
    pub fn record_stdio(&self, message: StdioMessage<'_>) {
        self.note_recorder();
        if let Some(recording) = &self.0 {
            message.record(recording);
        }
    }

    /// Adds a record made elsewhere, such as one from a file: a JSON object with the members described in
    /// `docs/traffic.md`. Does nothing if the recording is [`off`](Self::off).
    ///
    /// The record is bounded and redacted like that of a passed message. If it contains a message (`raw`), the message
    /// determines `kind`, `method`, `name` and `id`. Sessions and callers are replaced by hashes, unless they already
    /// look like hashes. Unknown members are dropped.
    ///
    /// ```
    /// use tower_mcp_ui::{RawJson, Traffic, TrafficSettings};
    ///
    /// let traffic = Traffic::new(TrafficSettings::new());
    /// let message = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
    /// let record = format!(r#"{{"at":1764000000123.456,"from":"client","transport":"http","raw":{message}}}"#);
    /// traffic.record(&RawJson::parse(record)?)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If it is not a record. The error mentions the missing or wrong member.
    pub fn record(&self, record: &RawJson) -> Result<(), RecordError> {
        self.note_recorder();
        self.0.as_ref().map_or(Ok(()), |recording| recording.take(record))
    }

    /// Returns a record made elsewhere as [`record`](Self::record) would store it, or empty bytes if the recording is
    /// [`off`](Self::off).
    pub(crate) fn redacted(&self, record: &RawJson) -> Result<Bytes, RecordError> {
        self.0.as_ref().map_or(Ok(Bytes::new()), |recording| recording.redacted(record))
    }

    /// Returns the records as they are made, starting with the oldest stored record. The stream is empty if the
    /// recording is [`off`](Self::off).
    ///
    /// A slow subscriber costs nothing: it misses records, and gets [`TrafficEvent::Missed`].
    pub fn subscribe(&self) -> TrafficEvents {
        self.0.iter().for_each(following::start);
        TrafficEvents::new(self.0.clone())
    }

    fn note_recorder(&self) {
        if let Some(recording) = &self.0 {
            recording.has_recorder.store(true, Ordering::Relaxed);
        }
    }

    /// Returns whether anything is recorded.
    pub(crate) fn is_on(&self) -> bool {
        self.0.is_some()
    }

    /// Describes the recording and the stored records.
    pub(crate) fn hello(&self) -> Hello<'_> {
        let Some(recording) = &self.0 else { return Hello::default() };
        following::start(recording);
        let TrafficSettings { message_bytes, records, bytes, .. } = recording.settings;
        let ((oldest, newest), has_replicas) = (recording.ring.range(), recording.replicas.is_some());
        let (epoch, has_recorder) = (recording.ring.epoch(), recording.has_recorder.load(Ordering::Relaxed));
        Hello { epoch, oldest, newest, message_bytes, records, bytes, has_replicas, has_recorder }
    }

    /// Returns records starting at a number: one caller's or all.
    pub(crate) fn read(&self, from: u64, caller: Option<Caller>) -> Batch {
        self.0.as_ref().map(|recording| recording.ring.read(from, caller)).unwrap_or_default()
    }

    /// Completes after the next change, counted from this call.
    pub(crate) fn changed(&self) -> impl Future<Output = ()> + Send + 'static {
        let changed = self.0.as_ref().map(|recording| recording.ring.changed());
        async {
            match changed {
                Some(changed) => changed.await,
                None => pending().await,
            }
        }
    }

    /// Returns the caller identified by a request's credentials.
    pub(crate) fn caller(&self, request: &HeaderMap) -> Option<Caller> {
        self.0.as_ref().map(|recording| recording.callers.of(request))
    }

    fn recording(&self) -> Option<&Arc<Recording>> {
        self.0.as_ref()
    }
}

impl fmt::Debug for Traffic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Some(recording) => {
                let mut debug = f.debug_struct("Traffic");
                debug.field("ring", &recording.ring);
                if let Some(replicas) = &recording.replicas {
                    debug.field("unread_of_replicas", &replicas.unread());
                }
                debug.finish_non_exhaustive()
            }
            None => f.write_str("Traffic(off)"),
        }
    }
}
