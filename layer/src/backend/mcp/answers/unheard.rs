//! Answers that do not reach the call that asked: a server of the older revisions that keeps no sessions takes each message
//! for a new one, accepts the answer, and waits for it for ever.

use std::num::NonZeroUsize;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use lru::LruCache;

use super::super::caller::CallerKey;
use super::super::error::McpError;
use crate::backend::Messages;
use crate::runtime::Background;

/// The maximum number of callers that are remembered.
const CALLERS: NonZeroUsize = NonZeroUsize::new(256).expect("not zero");

/// The number of pauses after an answer in which a server that has got it sends something.
const PAUSES: u32 = 10;
const PAUSE: Duration = Duration::from_secs(1);

/// The callers whose last answer went to a server without sessions, which has sent nothing since.
pub(in crate::backend::mcp) struct Unheard(Mutex<LruCache<CallerKey, ()>>);

impl Default for Unheard {
    fn default() -> Self {
        Self(Mutex::new(LruCache::new(CALLERS)))
    }
}

impl Unheard {
    pub(super) fn note(&self, caller: CallerKey) {
        self.lock().put(caller, ());
    }

    fn forget(&self, caller: &CallerKey) {
        self.lock().pop(caller);
    }

    /// Returns the error of a call whose messages have ended with the answer to a question.
    pub(in crate::backend::mcp) async fn wait(
        &self,
        caller: CallerKey,
        messages: &Messages,
        background: &Background,
    ) -> McpError {
        let (mut sent, mut silence) = (messages.sent(), 0);
        while silence < PAUSES {
            background.sleep(PAUSE).await;
            let is_unheard = self.lock().contains(&caller);
            if messages.sent() != sent {
                self.forget(&caller);
                (sent, silence) = (messages.sent(), 0);
            } else if is_unheard {
                silence += 1;
            }
        }
        self.forget(&caller);
        McpError::broken(
            "asked a question, and has sent nothing since it was answered. It keeps no session, so the answer cannot reach \
             the call. Run it with sessions (stateful), or in MCP 2026-07-28.",
        )
    }

    fn lock(&self) -> MutexGuard<'_, LruCache<CallerKey, ()>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
