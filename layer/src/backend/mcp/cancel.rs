use std::sync::Arc;

use super::connection::Connection;
use super::jsonrpc;
use super::session::Session;
use crate::model::RawJson;

/// Tells the server of a request that nobody waits for any more: over HTTP, earlier revisions do not take a closed
/// stream for a cancellation.
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

    /// The answer is there.
    pub(super) fn disarm(mut self) {
        self.armed = false;
    }
}

impl Drop for CancelOnDrop<'_> {
    fn drop(&mut self) {
        if !self.armed {
            return;
        }
        let id = RawJson::from_written(self.id.to_string().into());
        let reason = RawJson::from("The caller has gone away or lost patience.");
        let cancelled = jsonrpc::notification("notifications/cancelled", &[("requestId", &id), ("reason", &reason)]);
        let sent = self.connection.post(self.session.headers(), cancelled);
        // The session must not end before the notification is there.
        let session = Arc::clone(self.session);
        self.session.background.spawn(async move {
            let _ = session.background.timeout(session.patience, sent).await;
        });
    }
}
