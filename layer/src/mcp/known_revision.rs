//! The revision that the server is known to support, shared by all callers.

use parking_lot::Mutex;

use super::sign::Probe;
use super::single_flight::SingleFlight;

/// The revision kind that the server last accepted, and the probe that determines it.
#[derive(Default)]
pub(super) struct KnownRevision {
    kind: Mutex<Option<Kind>>,
    /// The `server/discover` probe, shared by concurrent requests.
    pub(super) discovery: SingleFlight<Probe>,
}

/// A revision kind. The kinds differ in how a request is sent.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Stateless,
    WithSessions,
}

impl KnownRevision {
    pub(super) fn kind(&self) -> Option<Kind> {
        *self.kind.lock()
    }

    /// Stores the kind that has just worked.
    pub(super) fn set(&self, kind: Kind) {
        *self.kind.lock() = Some(kind);
    }
}
