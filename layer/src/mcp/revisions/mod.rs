//! The MCP revisions that the client speaks, one file for each.
//!
//! To add a revision, implement [`Revision`] in a new file, and add it to [`WITH_SESSIONS`] or replace [`STATELESS`]
//! with it. Negotiation, sessions and sending know only the trait.

mod revision;
mod v2025_03_26;
mod v2025_06_18;
mod v2025_11_25;
mod v2026_07_28;

pub(super) use self::revision::Revision;
use self::v2025_03_26::V2025_03_26;
use self::v2025_06_18::V2025_06_18;
use self::v2025_11_25::V2025_11_25;
use self::v2026_07_28::V2026_07_28;
use crate::model::RawJson;

/// The newest revision, which is stateless: each request carries all metadata.
pub(super) const STATELESS: &dyn Revision = &V2026_07_28;

/// The revisions with a handshake and sessions, newest first.
pub(super) const WITH_SESSIONS: [&dyn Revision; 3] = [&V2025_11_25, &V2025_06_18, &V2025_03_26];

/// A result, and the revision used.
pub(super) struct Negotiated {
    pub(super) result: RawJson,
    pub(super) revision: &'static dyn Revision,
}

/// Finds a revision with sessions by its date.
pub(super) fn with_sessions(version: &str) -> Option<&'static dyn Revision> {
    WITH_SESSIONS.into_iter().find(|revision| revision.version() == version)
}

/// Returns the dates of the oldest and newest revisions.
pub(super) fn supported() -> (&'static str, &'static str) {
    let [.., oldest] = WITH_SESSIONS;
    (oldest.version(), STATELESS.version())
}
