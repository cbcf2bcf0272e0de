//! The live requests within a session, and the messages on its one stream that belong to no request.
//!
//! Many servers use that stream even for a log entry or a question that belongs to a call. Such a message is passed on
//! to the live request if exactly one is pending. If calls are pending, lists and other brief requests do not count.

use std::sync::atomic::{AtomicUsize, Ordering};

use parking_lot::Mutex;

use crate::backend::Messages;

/// A session's live requests, and the number of followers of its stream.
#[derive(Default)]
pub(super) struct Live {
    requests: Mutex<Vec<Request>>,
    followers: AtomicUsize,
}

struct Request {
    id: u64,
    messages: Messages,
    is_brief: bool,
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
    pub(super) fn begin(&self, id: u64, messages: &Messages, is_brief: bool) -> Running<'_> {
        self.requests.lock().push(Request { id, messages: messages.clone(), is_brief });
        Running { live: self, id }
    }

    pub(super) fn follow(&self) -> Following<'_> {
        self.followers.fetch_add(1, Ordering::Relaxed);
        Following(self)
    }

    fn is_followed(&self) -> bool {
        self.followers.load(Ordering::Relaxed) > 0
    }

    /// Returns the receiver for a message with this method, if exactly one request is pending. Change notifications go
    /// to the stream's followers, if there are any.
    pub(super) fn receiver(&self, method: &str) -> Option<Messages> {
        let is_change = method.starts_with("notifications/")
            && !matches!(method, "notifications/message" | "notifications/progress");
        if is_change && self.is_followed() {
            return None;
        }
        let requests = self.requests.lock();
        let has_calls = requests.iter().any(|request| !request.is_brief);
        let mut eligible = requests.iter().filter(|request| !(has_calls && request.is_brief));
        let only = eligible.next().filter(|_| eligible.next().is_none())?;
        Some(only.messages.clone())
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.live.requests.lock().retain(|request| request.id != self.id);
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
        let first = live.begin(1, &messages, false);
        assert!(live.receiver("notifications/tools/list_changed").is_some(), "nobody else would hear of it");
        let _following = live.follow();
        assert!(live.receiver("elicitation/create").is_some() && live.receiver("notifications/message").is_some());
        assert!(live.receiver("notifications/tools/list_changed").is_none() && live.is_followed());
        let list = live.begin(3, &messages, true);
        assert!(live.receiver("notifications/message").is_some(), "a list does not count beside a call");
        let second = live.begin(2, &messages, false);
        assert!(live.receiver("notifications/message").is_none(), "it may be of either");
        drop(first);
        assert!(live.receiver("notifications/message").is_some());
        drop(second);
        assert!(live.receiver("notifications/message").is_some(), "the list is the only one");
        drop(list);
        assert!(live.requests.lock().is_empty());
    }
}
