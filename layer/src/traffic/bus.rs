//! The trait that carries records between a server's replicas.

use std::sync::Arc;

use bytes::Bytes;
use futures_util::stream::BoxStream;

/// Carries records between a server's replicas, so that each explorer shows the traffic of all replicas: see
/// [`TrafficSettings::bus`](crate::TrafficSettings::bus).
///
/// A bus typically uses a message broker or a database, such as Redis in `examples/replicas`. A record is JSON without
/// secrets, at most 5 MiB.
///
/// Anyone who can publish can forge records, and anyone who can subscribe sees all records. So only the replicas should
/// have access.
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
    /// Sends a record to all replicas. It does not matter whether this replica also receives it.
    ///
    /// Must not block, since other messages cannot be read meanwhile. A bus that cannot accept a record should drop
    /// it, and log the number of dropped records.
    fn publish(&self, record: Bytes);

    /// Returns all replicas' records from now on.
    ///
    /// A background task in the runtime polls the stream. The stream should end when the connection is lost: the layer
    /// then resubscribes, after pauses of 1 to 30 s.
    fn subscribe(&self) -> BoxStream<'static, Bytes>;
}

/// The configured bus.
#[derive(Clone)]
pub(super) struct Bus(pub(super) Arc<dyn TrafficBus>);
