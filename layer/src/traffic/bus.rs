//! The trait behind which records travel between the replicas of a server.

use std::sync::Arc;

use bytes::Bytes;
use futures_util::stream::BoxStream;

/// Carries records between the replicas of a server, so that the explorer of each shows the traffic of all: see
/// [`TrafficSettings::bus`](crate::TrafficSettings::bus).
///
/// A message broker or a database is behind it, such as Redis in `examples/replicas`. A record is JSON of at most 5
/// MiB, without secrets.
///
/// Whoever can publish can forge records, and whoever can subscribe sees all of them. So only the replicas should have
/// access.
///
/// ```
/// use bytes::Bytes;
/// use futures_util::stream::{BoxStream, StreamExt, pending};
/// use tower_mcp_ui::{Traffic, TrafficSettings};
/// use tower_mcp_ui::traffic::TrafficBus;
///
/// /// Nobody else is there.
/// struct Alone;
///
/// impl TrafficBus for Alone {
///     fn publish(&self, _: Bytes) {}
///     fn subscribe(&self) -> BoxStream<'static, Bytes> {
///         pending().boxed()
///     }
/// }
/// # let key_from_the_configuration = [0; 32];
/// let traffic = Traffic::new(TrafficSettings::new().bus(Alone, key_from_the_configuration));
/// ```
pub trait TrafficBus: Send + Sync + 'static {
    /// Sends a record to all replicas. It does not matter whether this one gets it, too.
    ///
    /// Must not block, since other messages wait to be read meanwhile. A bus that cannot take a record drops it, and
    /// counts it for its log.
    fn publish(&self, record: Bytes);

    /// Returns the records of all replicas from now on.
    ///
    /// The stream is polled by a background task of the runtime. It should end when the connection is lost: the layer
    /// then subscribes again, after pauses of 1 to 30 s.
    fn subscribe(&self) -> BoxStream<'static, Bytes>;
}

/// The configured bus.
#[derive(Clone)]
pub(super) struct Bus(pub(super) Arc<dyn TrafficBus>);
