//! Cancels a request whose future is dropped because the client has disconnected or a timeout has passed (2025-11-25,
//! "Cancellation"). Otherwise, the tool would keep running for nobody.
//!
//! ```json
//! {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7,"reason":"client disconnected …"}}
//! ```
//!
//! 2026-07-28 needs no notification: closing the response cancels the request.

use std::sync::Arc;

use super::connection::Connection;
use super::jsonrpc;
use super::session::Session;
use crate::model::{RawJson, RawObject};

/// Sends `notifications/cancelled` for a request dropped before its response arrives. Over HTTP, the revisions before
/// 2026-07-28 do not treat a closed stream as a cancellation.
///
/// The notification is armed before the request is sent, because the server may have received the request without
/// having responded yet. Servers are required to ignore a notification for a request that they do not know.
pub(super) struct CancelOnDrop<'a> {
    id: u64,
    session: &'a Arc<Session>,
    connection: &'a Connection,
    armed: bool,
}

impl<'a> CancelOnDrop<'a> {
    pub(super) fn new(id: u64, session: &'a Arc<Session>, connection: &'a Connection) -> Self {
        Self { id, session, connection, armed: true }
    }

    /// Marks the request as complete, so that no notification is sent.
    pub(super) fn disarm(mut self) {
        self.armed = false;
    }
}

/// Sends the notification in the background, since a destructor cannot wait. Without a runtime, nothing is sent.
impl Drop for CancelOnDrop<'_> {
    fn drop(&mut self) {
        if !self.armed {
            return;
        }
        let id = RawJson::from_written(self.id.to_string().into());
        let reason = RawJson::string("client disconnected or timed out");
        let params = RawObject::of([("requestId", id), ("reason", reason)]);
        let cancelled = jsonrpc::notification("notifications/cancelled", &params);
        let sent = self.connection.post(self.session.headers(), cancelled);
        // Keeps the session open until the notification is sent.
        let session = Arc::clone(self.session);
        self.session.background.spawn(async move {
            let _ = session.background.timeout(session.request_timeout, sent).await;
        });
    }
}
