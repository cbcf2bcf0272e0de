//! Sessions in the revisions 2025-03-26 to 2025-11-25 (2025-11-25, "Session Management"). Each caller has its own
//! session. The number of sessions is limited, and idle sessions expire.
//!
//! A session carries its caller's rights, so it is found only by the hash of that caller's credentials. A client that
//! changes its credentials with each request cannot exhaust memory, because the least recently used session is closed.
//!
//! When the last reference to a session is dropped, DELETE closes the session on the server. A pending request
//! therefore keeps its session, even if a newer session has replaced it.

use std::collections::BTreeSet;
use std::fmt;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use bytes::Bytes;
use http::Method;
use http::header::{HeaderMap, HeaderValue};
use lru::LruCache;
use parking_lot::Mutex;

use super::caller::CallerKey;
use super::connection::Connection;
use super::error::McpError;
use super::live::Live;
use super::revisions::Revision;
use super::sign::Probe;
use super::single_flight::{Flights, SingleFlight};
use super::stream_turns::StreamTurns;
use crate::runtime::Background;

/// A session, as agreed in the handshake. Dropping the last reference closes it on the server.
pub(super) struct Session {
    /// `None` if the server has given the session no id.
    pub(super) id: Option<HeaderValue>,
    pub(super) revision: &'static dyn Revision,
    pub(super) connection: Connection,
    pub(super) background: Background,
    pub(super) request_timeout: Duration,
    /// True once the server has lost the session. DELETE is then not sent.
    pub(super) expired: AtomicBool,
    /// True once the server has refused a stream for messages that belong to no request.
    pub(super) has_no_stream: AtomicBool,
    /// True while the server has not accepted such a stream within [`OPEN_TIMEOUT`](super::listen).
    pub(super) has_late_stream: AtomicBool,
    /// The turns that requests take at having this stream.
    pub(super) stream_turns: Arc<StreamTurns>,
    /// The pending live requests. If there is only one, it gets the messages from the stream.
    pub(super) live: Live,
    /// The URIs of the resources that the session is subscribed to.
    pub(super) subscribed: Mutex<BTreeSet<String>>,
    /// The `ping` that checks the session, shared by concurrent requests.
    pub(super) liveness: SingleFlight<Probe>,
}

impl Session {
    /// Returns the headers for every message within the session.
    pub(super) fn headers(&self) -> HeaderMap {
        self.revision.session_headers(self.id.as_ref())
    }

    /// Marks the session as unknown to the server, so that it is not closed there.
    pub(super) fn expire(&self) {
        self.expired.store(true, Ordering::Relaxed);
    }

    /// Returns whether another request has found that the server has lost the session.
    pub(super) fn is_expired(&self) -> bool {
        self.expired.load(Ordering::Relaxed)
    }
}

/// Closes the session on the server with DELETE, in the background. Otherwise, the server would keep the session until
/// it expires.
impl Drop for Session {
    fn drop(&mut self) {
        if self.id.is_none() || *self.expired.get_mut() {
            return;
        }
        let delete = self.connection.send(Method::DELETE, self.headers(), Bytes::new());
        let (background, limit) = (self.background.clone(), self.request_timeout);
        self.background.spawn(async move {
            // The response is irrelevant: the server may reject DELETE with 405.
            let _ = background.timeout(limit, delete).await;
        });
    }
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session").field("revision", &self.revision).finish_non_exhaustive()
    }
}

/// The open sessions, by caller.
///
/// The locks are never held across an `await`, nor while a session is being closed.
pub(super) struct Sessions {
    kept: Mutex<LruCache<CallerKey, Kept>>,
    /// The pending handshakes. Each is shared by its caller's concurrent requests.
    pub(super) handshakes: Flights<Result<Arc<Session>, McpError>>,
    idle: Duration,
    /// True while a background task closes idle sessions. The task stops when no sessions are left.
    swept: AtomicBool,
}

/// A session with the time of its last use.
struct Kept {
    session: Arc<Session>,
    used: Instant,
}

impl Sessions {
    pub(super) fn new(count: usize, idle: Duration) -> Self {
        let count = NonZeroUsize::new(count).unwrap_or(NonZeroUsize::MIN);
        Self {
            kept: Mutex::new(LruCache::new(count)),
            handshakes: Flights::default(),
            idle,
            swept: AtomicBool::new(false),
        }
    }

    /// Returns a caller's session and marks it as used. A session that has been idle for too long is closed instead.
    pub(super) fn get(&self, caller: &CallerKey) -> Option<Arc<Session>> {
        let mut kept = self.kept.lock();
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

    /// Stores a session. A replaced session is closed as soon as no request uses it.
    pub(super) fn keep(self: &Arc<Self>, caller: CallerKey, session: &Arc<Session>) {
        let kept = Kept { session: Arc::clone(session), used: Instant::now() };
        let replaced = self.kept.lock().push(caller, kept);
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

    /// Removes a session that the server has lost, unless a newer session has already replaced it.
    pub(super) fn forget(&self, caller: &CallerKey, session: &Arc<Session>) {
        session.expire();
        let mut kept = self.kept.lock();
        if kept.peek(caller).is_some_and(|kept| Arc::ptr_eq(&kept.session, session)) {
            kept.pop(caller);
        }
    }

    /// Drops idle sessions. Returns whether any sessions remain.
    fn sweep(&self) -> bool {
        let mut ended = Vec::new();
        let mut kept = self.kept.lock();
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
}
