//! Sessions of the revisions that have them (2025-03-26 to 2025-11-25): one caller's each, bounded, and ended.

use std::collections::HashMap;
use std::fmt;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use bytes::Bytes;
use http::Method;
use http::header::{HeaderMap, HeaderValue};
use lru::LruCache;

use super::caller::CallerKey;
use super::connection::Connection;
use super::error::McpError;
use super::jsonrpc::LEGACY_VERSIONS;
use super::sign::Probe;
use super::single_flight::SingleFlight;
use crate::runtime::Background;

/// What a handshake has agreed on. When the last user lets go of it, the server is told that it has ended.
pub(super) struct Session {
    /// None for a server that keeps no sessions.
    pub(super) id: Option<HeaderValue>,
    pub(super) version: &'static str,
    pub(super) connection: Connection,
    pub(super) background: Background,
    pub(super) patience: Duration,
    pub(super) expired: AtomicBool,
    /// Requests that doubt the session at the same time share one `ping`.
    pub(super) liveness: SingleFlight<Probe>,
}

impl Session {
    /// The headers of every request within the session.
    pub(super) fn headers(&self) -> HeaderMap {
        let mut headers = HeaderMap::new();
        if let Some(id) = &self.id {
            headers.insert("mcp-session-id", id.clone());
        }
        if self.version != LEGACY_VERSIONS[2] {
            headers.insert("mcp-protocol-version", HeaderValue::from_static(self.version));
        }
        headers
    }

    /// The server does not know the session any more: there is nothing to end.
    pub(super) fn expire(&self) {
        self.expired.store(true, Ordering::Relaxed);
    }

    pub(super) fn is_expired(&self) -> bool {
        self.expired.load(Ordering::Relaxed)
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        if self.id.is_none() || *self.expired.get_mut() {
            return;
        }
        let farewell = self.connection.send(Method::DELETE, self.headers(), Bytes::new());
        let (background, patience) = (self.background.clone(), self.patience);
        self.background.spawn(async move {
            // Whether the server minds is its own business: it may answer 405.
            let _ = background.timeout(patience, farewell).await;
        });
    }
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session").field("version", &self.version).finish_non_exhaustive()
    }
}

/// A caller's handshake, which its concurrent requests share.
pub(super) type Beginning = SingleFlight<Result<Arc<Session>, McpError>>;

/// The sessions that are kept for the next request of the same caller.
pub(super) struct Sessions {
    kept: Mutex<LruCache<CallerKey, Kept>>,
    beginnings: Mutex<HashMap<CallerKey, Weak<Beginning>>>,
    idle: Duration,
    swept: AtomicBool,
}

struct Kept {
    session: Arc<Session>,
    used: Instant,
}

impl Sessions {
    pub(super) fn new(count: usize, idle: Duration) -> Self {
        let count = NonZeroUsize::new(count).unwrap_or(NonZeroUsize::MIN);
        Self {
            kept: Mutex::new(LruCache::new(count)),
            beginnings: Mutex::default(),
            idle,
            swept: AtomicBool::new(false),
        }
    }

    /// The handshake of this caller, for as long as one of its requests takes part in it.
    pub(super) fn beginning(&self, caller: &CallerKey) -> Arc<Beginning> {
        let mut beginnings = self.beginnings.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(shared) = beginnings.get(caller).and_then(Weak::upgrade) {
            return shared;
        }
        beginnings.retain(|_, shared| shared.strong_count() > 0);
        let own = Arc::default();
        beginnings.insert(*caller, Arc::downgrade(&own));
        own
    }

    pub(super) fn get(&self, caller: &CallerKey) -> Option<Arc<Session>> {
        let mut kept = self.lock();
        let found = kept.get_mut(caller)?;
        if found.used.elapsed() >= self.idle {
            let idle = kept.pop(caller);
            drop(kept);
            drop(idle);
            return None;
        }
        found.used = Instant::now();
        Some(Arc::clone(&found.session))
    }

    /// Keeps a session. Whichever it replaces ends as soon as nobody uses it.
    pub(super) fn keep(self: &Arc<Self>, caller: CallerKey, session: &Arc<Session>) {
        let kept = Kept { session: Arc::clone(session), used: Instant::now() };
        let replaced = self.lock().push(caller, kept);
        drop(replaced);
        if session.background.outlives_requests() && !self.swept.swap(true, Ordering::Relaxed) {
            let (sessions, background, idle) = (Arc::downgrade(self), session.background.clone(), self.idle);
            session.background.spawn(async move {
                loop {
                    background.sleep(idle).await;
                    let Some(sessions) = sessions.upgrade() else { return };
                    if !sessions.sweep() {
                        return;
                    }
                }
            });
        }
    }

    /// Forgets a session that the server does not know any more, unless a newer one has taken its place.
    pub(super) fn forget(&self, caller: &CallerKey, session: &Arc<Session>) {
        session.expire();
        let mut kept = self.lock();
        if kept.peek(caller).is_some_and(|kept| Arc::ptr_eq(&kept.session, session)) {
            kept.pop(caller);
        }
    }

    /// Lets go of idle sessions. Says whether any are left to come back for.
    fn sweep(&self) -> bool {
        let mut ended = Vec::new();
        let mut kept = self.lock();
        while kept.peek_lru().is_some_and(|(_, oldest)| oldest.used.elapsed() >= self.idle) {
            ended.extend(kept.pop_lru());
        }
        let any_left = !kept.is_empty();
        if !any_left {
            self.swept.store(false, Ordering::Relaxed);
        }
        drop(kept);
        any_left
    }

    fn lock(&self) -> MutexGuard<'_, LruCache<CallerKey, Kept>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
