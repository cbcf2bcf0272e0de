//! The knowledge about the revision that the server speaks, which all callers share.

use std::sync::{Mutex, PoisonError};

use super::sign::Probe;
use super::single_flight::SingleFlight;

/// The kind of revision of the server's last response, and the probe that finds it out.
#[derive(Default)]
pub(super) struct KnownRevision {
    kind: Mutex<Option<Kind>>,
    /// The probe by `server/discover`, shared by concurrent requests.
    pub(super) discovery: SingleFlight<Probe>,
}

/// The kind of revision. They differ in how a request is sent.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Stateless,
    WithSessions,
}

impl KnownRevision {
    pub(super) fn kind(&self) -> Option<Kind> {
        *self.kind.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Remembers the kind that has just worked.
    pub(super) fn set(&self, kind: Kind) {
        *self.kind.lock().unwrap_or_else(PoisonError::into_inner) = Some(kind);
    }
}
