//! The live requests within a session, and the one stream for messages that belong to no request.
//!
//! Many servers allow only one such stream for each session. While somebody follows it, live requests open no stream. A
//! message that arrives on that stream, such as a log entry or a question, is passed on to the live request if exactly
//! one is pending.

use std::sync::atomic::{AtomicUsize, Ordering};

use parking_lot::Mutex;

use crate::backend::Messages;

/// A session's live requests, and the number of followers of its stream.
#[derive(Default)]
pub(super) struct Live {
    requests: Mutex<Vec<(u64, Messages)>>,
    followers: AtomicUsize,
}

/// A pending live request. Dropping it removes the request.
pub(super) struct Running<'l> {
    live: &'l Live,
    id: u64,
}

/// A stream follower. Dropping it stops following.
pub(super) struct Following<'l>(&'l Live);

impl Live {
    /// Adds a request with this id.
    pub(super) fn begin(&self, id: u64, messages: &Messages) -> Running<'_> {
        self.requests.lock().push((id, messages.clone()));
        Running { live: self, id }
    }

    pub(super) fn follow(&self) -> Following<'_> {
        self.followers.fetch_add(1, Ordering::Relaxed);
        Following(self)
    }

    pub(super) fn is_followed(&self) -> bool {
        self.followers.load(Ordering::Relaxed) > 0
    }

    /// Returns the receiver for a message with this method, if exactly one request is pending. Change notifications go
    /// to the stream's followers, if there are any.
    pub(super) fn receiver(&self, method: &str) -> Option<Messages> {
        let is_change = method.starts_with("notifications/")
            && !matches!(method, "notifications/message" | "notifications/progress");
        match &self.requests.lock()[..] {
            [(_, messages)] if !is_change || !self.is_followed() => Some(messages.clone()),
            _ => None,
        }
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.live.requests.lock().retain(|(id, _)| *id != self.id);
    }
}

impl Drop for Following<'_> {
    fn drop(&mut self) {
        self.0.followers.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_only_request_gets_what_is_no_change() {
        let (live, messages) = (Live::default(), Messages::default());
        assert!(live.receiver("elicitation/create").is_none() && !live.is_followed());
        let first = live.begin(1, &messages);
        assert!(live.receiver("notifications/tools/list_changed").is_some(), "nobody else would hear of it");
        let _following = live.follow();
        assert!(live.receiver("elicitation/create").is_some() && live.receiver("notifications/message").is_some());
        assert!(live.receiver("notifications/tools/list_changed").is_none() && live.is_followed());
        let second = live.begin(2, &messages);
        assert!(live.receiver("notifications/message").is_none(), "it may be of either");
        drop(first);
        assert!(live.receiver("notifications/message").is_some());
        drop(second);
        assert!(live.requests.lock().is_empty());
    }
}
