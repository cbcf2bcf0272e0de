//! The strings that the page keeps for the explorer, which holds nothing between two requests.

use serde::{Deserialize, Serialize};
use url::Url;

use crate::authorization::{Flow, Grant, OutgoingRequest};
use crate::sealer::Sealer;

/// A sign-in that waits for the user.
#[derive(Serialize, Deserialize)]
pub(super) struct Waiting {
    pub(super) flow: Flow,
    /// The request that the user has not released yet.
    pub(super) pending: Option<OutgoingRequest>,
    /// The page's URL.
    pub(super) page: Url,
    /// The start of the wait, in seconds since 1970.
    pub(super) since: u64,
}

/// A grant, with the id of its sign-in.
#[derive(Serialize, Deserialize)]
pub(super) struct Granted {
    pub(super) grant: Grant,
    /// A random id, which stays the same when the grant is replaced.
    pub(super) sign_in: String,
}

/// Seals sign-ins and grants. Strings from a service with other authorization servers cannot be opened, even if both
/// services have the same key.
#[derive(Debug)]
pub(super) struct Seals {
    waiting: Sealer,
    grant: Sealer,
}

impl Seals {
    pub(super) fn new(key: &[u8; 32], issuers: &[String]) -> Self {
        let sealer = |kind: &str| Sealer::new(key, &format!("{kind} {}", issuers.join(" ")));
        Self { waiting: sealer("sign-in"), grant: sealer("grant") }
    }

    pub(super) fn seal(&self, waiting: &Waiting) -> String {
        sealed(&self.waiting, waiting)
    }

    pub(super) fn open(&self, text: &str) -> Option<Waiting> {
        serde_json::from_slice(&self.waiting.open(text)?).ok()
    }

    pub(super) fn seal_grant(&self, granted: &Granted) -> String {
        sealed(&self.grant, granted)
    }

    pub(super) fn open_grant(&self, text: &str) -> Option<Granted> {
        serde_json::from_slice(&self.grant.open(text)?).ok()
    }
}

fn sealed(sealer: &Sealer, value: &impl Serialize) -> String {
    sealer.seal(&serde_json::to_vec(value).expect("texts and numbers can be serialized"))
}
