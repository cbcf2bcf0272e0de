use std::num::NonZeroUsize;

use bytes::Bytes;
use lru::LruCache;
use parking_lot::Mutex;

/// Maximum number of sessions whose clients are remembered. The least recently used session is forgotten first, and its
/// later records have no client.
const SESSIONS: NonZeroUsize = NonZeroUsize::new(1_000).expect("1,000 is not 0");

/// The sessions' clients, as they described themselves when the session started.
pub(super) struct Clients(Mutex<LruCache<String, Bytes>>);

impl Default for Clients {
    fn default() -> Self {
        Self(Mutex::new(LruCache::new(SESSIONS)))
    }
}

impl Clients {
    /// Returns the client that started a session.
    pub(super) fn client(&self, session: &str) -> Option<Bytes> {
        self.0.lock().get(session).cloned()
    }

    pub(super) fn remember(&self, session: &str, client: &Bytes) {
        self.0.lock().put(session.to_owned(), client.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_recently_used_session_is_forgotten() {
        let clients = Clients::default();
        for number in 0..=1_000 {
            clients.remember(&number.to_string(), &Bytes::from_static(b"{}"));
        }
        assert!(clients.client("0").is_none() && clients.client("1").is_some());
    }
}
