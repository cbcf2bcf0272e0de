use std::time::{Duration, Instant};

use super::caller::CallerKey;
use super::kept_lists::MAX_TTL;
use crate::cache::Cache;
use crate::constants::{CACHED_BYTES, SESSIONS};
use crate::model::{RawJson, ServerDescription};

/// The last description for each caller. Their number and total size are limited.
pub(super) struct Descriptions(Cache<CallerKey, Kept>);

/// A description, and the time when it expires according to the server.
#[derive(Clone)]
pub(super) struct Kept {
    pub(super) description: ServerDescription,
    pub(super) expires: Instant,
}

impl Descriptions {
    pub(super) fn new() -> Self {
        Self(Cache::new(SESSIONS, CACHED_BYTES))
    }

    /// Returns the caller's description in a revision.
    pub(super) fn last(&self, caller: &CallerKey, version: &str) -> Option<Kept> {
        self.0.get(caller).filter(|kept| kept.description.protocol_version == Some(version))
    }

    /// Replaces the caller's description. The server allows caching it for `ttl`.
    pub(super) fn put(&self, caller: CallerKey, description: &ServerDescription, ttl: Duration) {
        let expires = Instant::now() + ttl.min(MAX_TTL);
        let size = size_of::<Kept>() + description.size();
        self.0.put(caller, Kept { description: description.clone(), expires }, size);
    }

    /// Keeps the server's identity from another result's metadata, in case the server cannot describe itself.
    pub(super) fn put_identity(&self, caller: CallerKey, version: &'static str, server_info: RawJson) {
        if self.last(&caller, version).is_none() {
            self.put(caller, &ServerDescription::of_revision(version).named(server_info), Duration::ZERO);
        }
    }
}
