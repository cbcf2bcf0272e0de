use super::options::STATELESS;

/// The revision that a process speaks, with the negotiation results that clients need.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Era {
    /// 2026-07-28: each request describes its client. `supported` is the version list, as JSON.
    Stateless { supported: String },
    /// An older revision. `result` is the handshake result, as JSON; `version` is the revision that clients see.
    Handshake { version: String, result: String },
}

impl Era {
    /// The revision that clients see.
    pub(super) fn revision(&self) -> &str {
        match self {
            Self::Stateless { .. } => STATELESS,
            Self::Handshake { version, .. } => version,
        }
    }
}
