//! Answers that never reach the call in which the server asked. A server that uses an older revision, but no session
//! ids, treats each message independently: it accepts the answer, but the call waits for that answer forever.

use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use lru::LruCache;
use parking_lot::Mutex;

use super::super::caller::CallerKey;
use super::super::error::McpError;
use crate::backend::Messages;
use crate::runtime::Background;

/// Maximum number of callers to remember. The oldest caller is forgotten first, and its call then waits until the call
/// timeout.
const CALLERS: NonZeroUsize = NonZeroUsize::new(256).expect("not zero");

/// The number of pauses after an answer for which the server may stay silent, before the call fails. A server that has
/// received the answer sends something within that time.
const PAUSES: u32 = 10;

/// The length of a pause.
const PAUSE: Duration = Duration::from_secs(1);

/// The time when each caller last answered a server without sessions.
pub(in crate::mcp) struct Unheard(Mutex<LruCache<CallerKey, Instant>>);

impl Default for Unheard {
    fn default() -> Self {
        Self(Mutex::new(LruCache::new(CALLERS)))
    }
}

impl Unheard {
    pub(super) fn note(&self, caller: CallerKey) {
        self.0.lock().put(caller, Instant::now());
    }

    /// Waits until a server has been silent for too long after an answer, and returns the call's error.
    pub(in crate::mcp) async fn wait(
        &self,
        caller: CallerKey,
        messages: &Messages,
        background: &Background,
    ) -> McpError {
        let mut silence = 0;
        while silence < PAUSES {
            background.sleep(PAUSE).await;
            let answered = self.0.lock().peek(&caller).copied();
            silence = if answered > messages.last() { silence + 1 } else { 0 };
        }
        McpError::broken(
            "asked a question, and has sent nothing since it was answered. The server keeps no session, so the answer \
             cannot reach the call. Run it with sessions (stateful), or with MCP 2026-07-28.",
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_caller_is_forgotten() {
        let unheard = Unheard::default();
        let caller = |number: u16| -> CallerKey {
            let mut key = [0; 32];
            key[..2].copy_from_slice(&number.to_le_bytes());
            key
        };
        for number in 0..=256 {
            unheard.note(caller(number));
        }
        let callers = unheard.0.lock();
        assert!(!callers.contains(&caller(0)) && callers.contains(&caller(1)));
    }
}
