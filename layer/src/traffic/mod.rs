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
//! | `settings` | the limits, the endpoints and what is redacted |
//! | `service`, `body` | the tower layer, and the bodies that it taps |
//! | `exchange`, `head` | an HTTP request with its response, and the headers that are kept of them |
//! | `queue` | what was tapped and has not been read yet |
//! | `reader`, `events`, `message` | JSON-RPC messages in what was tapped |
//! | `redaction` | secrets, removed before a record exists |
//! | `record`, `ring` | the records, and their bounded store |
//! | `span`, `conventions` | a span for each request, with the names of OpenTelemetry |
//! | `given` | records that were made elsewhere |
//! | `bus`, `replicas`, `following` | records that travel between the replicas of a server |
//! | `callers` | short hashes of credentials and sessions |

mod body;
mod bus;
mod callers;
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
mod redaction;
mod replicas;
mod ring;
mod service;
mod settings;
mod span;
mod stdio;

use std::fmt;
use std::future::pending;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use bytes::Bytes;
use http::HeaderMap;

use crate::model::RawJson;

pub use self::body::TrafficBody;
pub use self::bus::TrafficBus;
pub(crate) use self::callers::Caller;
use self::callers::Callers;
pub(crate) use self::exchange::OfExplorer;
pub use self::given::RecordError;
use self::queue::Queue;
use self::reader::Reader;
#[cfg(feature = "authorization")]
pub(crate) use self::redaction::{REDACTED, Secrets};
use self::replicas::Replicas;
pub(crate) use self::ring::Batch;
use self::ring::Ring;
pub use self::ring::{TrafficEvent, TrafficEvents};
pub use self::service::{TrafficFuture, TrafficLayer, TrafficService};
pub use self::settings::TrafficSettings;
pub use self::stdio::StdioMessage;

/// A recording of the messages that pass between MCP clients and a server.
///
/// [`McpUiLayer::traffic`](crate::McpUiLayer::traffic) records what passes, and shows it in the explorer. It changes
/// neither bytes nor order, timing or errors of what passes, and nothing waits for it.
///
/// ```
/// use tower_mcp_ui::{McpUiConfig, McpUiLayer, Traffic, TrafficSettings};
///
/// let traffic = Traffic::new(TrafficSettings::new());
/// let layer = McpUiLayer::new(McpUiConfig::new()).traffic(traffic);
/// ```
///
/// At another place of the stack, [`layer`](Self::layer) records, and
/// [`McpUiConfig::traffic`](crate::McpUiConfig::traffic) shows the records.
///
/// Everything is bounded: see [`TrafficSettings`]. The oldest records leave first. Clones are handles on the same
/// recording.
#[derive(Clone)]
pub struct Traffic(Option<Arc<Recording>>);

/// The beginning of a stream of records.
#[derive(Default)]
pub(crate) struct Hello<'r> {
    /// Another one means another recording, whose numbers have begun again.
    pub(crate) epoch: &'r str,
    pub(crate) oldest: u64,
    pub(crate) newest: u64,
    pub(crate) message_bytes: usize,
    pub(crate) records: usize,
    pub(crate) bytes: usize,
    /// Set if the records of other replicas are among them.
    pub(crate) has_replicas: bool,
    /// True unless the recording is shown, but nothing fills it.
    pub(crate) has_recorder: bool,
}

/// The state that the handles, layers and bodies of a recording share.
struct Recording {
    settings: TrafficSettings,
    callers: Callers,
    queue: Queue,
    reader: Reader,
    ring: Ring,
    replicas: Option<Replicas>,
    /// The number of exchanges so far.
    exchanges: AtomicU64,
    /// True as soon as there is a layer, or a record that was made elsewhere.
    has_recorder: AtomicBool,
}

impl Traffic {
    /// Creates a recording.
    pub fn new(settings: TrafficSettings) -> Self {
        let callers = Callers::new(&settings);
        let ring = Ring::new(settings.records, settings.bytes);
        let replicas = settings.bus.clone().map(Replicas::new);
        let (queue, reader, exchanges) = (Queue::default(), Reader::default(), AtomicU64::default());
        let has_recorder = AtomicBool::new(replicas.is_some());
        let recording = Recording { settings, callers, queue, reader, ring, replicas, exchanges, has_recorder };
        let recording = Arc::new(recording);
        following::start(&recording);
        Self(Some(recording))
    }

    /// Creates a recording that records nothing, for a service that has the layer in its stack and turns it on by a
    /// setting of its own. A request that passes costs one comparison, and nothing is allocated.
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

    /// Returns a layer that records what passes, for a place of its own in the stack: inside the explorer's layer,
    /// around the MCP server.
    pub fn layer(&self) -> TrafficLayer {
        self.note_recorder();
        TrafficLayer::new(self.clone())
    }

    /// Records a message that passes over stdio, which no layer sees. Does nothing if the recording is
    /// [`off`](Self::off).
    pub fn record_stdio(&self, message: StdioMessage<'_>) {
        self.note_recorder();
        if let Some(recording) = &self.0 {
            message.record(recording);
        }
    }

    /// Adds a record that was made elsewhere, such as one from a file: a JSON object whose members `docs/traffic.md`
    /// describes. Does nothing if the recording is [`off`](Self::off).
    ///
    /// It is bounded and redacted like the record of a message that passes. If it has a message (`raw`), that decides
    /// on `kind`, `method`, `name` and `id`. Sessions and callers become hashes, unless they look like hashes already.
    /// Members that records do not have are left out.
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
    /// If it is not a record: the error says which member is missing or wrong.
    pub fn record(&self, record: &RawJson) -> Result<(), RecordError> {
        self.note_recorder();
        self.0.as_ref().map_or(Ok(()), |recording| recording.take(record))
    }

    /// Returns a record that was made elsewhere as [`record`](Self::record) would store it, or nothing if the recording
    /// is [`off`](Self::off).
    pub(crate) fn redacted(&self, record: &RawJson) -> Result<Bytes, RecordError> {
        self.0.as_ref().map_or(Ok(Bytes::new()), |recording| recording.redacted(record))
    }

    /// Returns the records as they are made, beginning with the oldest that is stored. Nothing if the recording is
    /// [`off`](Self::off).
    ///
    /// A subscriber that reads slowly costs nothing: it misses records, and gets [`TrafficEvent::Missed`].
    pub fn subscribe(&self) -> TrafficEvents {
        self.0.iter().for_each(following::start);
        TrafficEvents::new(self.clone())
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

    /// Describes the recording and the records that are stored.
    pub(crate) fn hello(&self) -> Hello<'_> {
        let Some(recording) = &self.0 else { return Hello::default() };
        following::start(recording);
        let TrafficSettings { message_bytes, records, bytes, .. } = recording.settings;
        let ((oldest, newest), has_replicas) = (recording.ring.range(), recording.replicas.is_some());
        let (epoch, has_recorder) = (recording.ring.epoch(), recording.has_recorder.load(Ordering::Relaxed));
        Hello { epoch, oldest, newest, message_bytes, records, bytes, has_replicas, has_recorder }
    }

    /// Returns records from a number on: those of one caller, or all.
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

    /// Returns the caller with the credentials of a request.
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
