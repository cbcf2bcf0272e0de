use std::sync::atomic::{AtomicBool, AtomicU64};

use bytes::Bytes;

use super::callers::{Caller, Callers};
use super::clients::Clients;
use super::queue::Queue;
use super::replicas::Replicas;
use super::ring::Ring;
use super::settings::TrafficSettings;

/// The state shared by a recording's handles, layers and bodies.
pub(super) struct Recording {
    pub(super) settings: TrafficSettings,
    pub(super) callers: Callers,
    pub(super) queue: Queue,
    pub(super) clients: Clients,
    pub(super) ring: Ring,
    pub(super) replicas: Option<Replicas>,
    /// The number of exchanges so far.
    pub(super) exchanges: AtomicU64,
    /// True once a layer exists, or a record was made elsewhere.
    pub(super) has_recorder: AtomicBool,
}

impl Recording {
    pub(super) fn new(settings: TrafficSettings) -> Self {
        let replicas = settings.bus.clone().map(Replicas::new);
        Self {
            callers: Callers::new(&settings),
            queue: Queue::default(),
            clients: Clients::default(),
            ring: Ring::new(settings.records, settings.bytes),
            has_recorder: AtomicBool::new(replicas.is_some()),
            replicas,
            exchanges: AtomicU64::default(),
            settings,
        }
    }

    /// Stores this replica's record, and publishes it.
    pub(super) fn keep(&self, caller: Caller, is_of_explorer: bool, record: &Bytes) {
        self.ring.push(caller, is_of_explorer, record.clone());
        if let Some(replicas) = &self.replicas {
            replicas.publish(self.ring.epoch(), caller, record);
        }
    }
}
