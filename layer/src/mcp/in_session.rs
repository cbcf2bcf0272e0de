//! Requests within the caller's session, which the server may have lost, for example after a restart.
//!
//! The client learns that a session is lost from the next request's error. It repeats that request in a new session,
//! but only if the server cannot have processed it: otherwise a tool could run twice.

use std::sync::Arc;

use super::client::McpClient;
use super::connection::Connection;
use super::error::McpError;
use super::handshake::NoSession;
use super::request::OutgoingRequest;
use super::revisions::Negotiated;
use super::session::Session;
use super::sign::{Probe, conclusion};
use crate::backend::Messages;

impl McpClient {
    /// Sends a request in the caller's session. If the server has lost the session, begins a new one and sends the
    /// request there, once.
    ///
    /// [`NoSession`] means that no session could be begun: the request has not been sent, except possibly in the lost
    /// session.
    pub(super) async fn send_with_session(
        &self,
        connection: &Connection,
        request: &OutgoingRequest<'_>,
        messages: &Messages,
    ) -> Result<Result<Negotiated, McpError>, NoSession> {
        let key = connection.caller.key;
        if let Some(session) = self.sessions.get(&key) {
            match self.send_negotiated(&session, connection, request, messages).await {
                Err(failure) if failure.is_client_error() && !failure.is_refusal() => {
                    if !self.has_lost(&session, connection, request, &failure).await {
                        return Ok(Err(failure));
                    }
                    self.sessions.forget(&key, &session);
                }
                result => return Ok(result),
            }
        }
        let session = self.session(connection).await?;
        Ok(self.send_negotiated(&session, connection, request, messages).await)
    }

    /// Sends a request in a session, and returns the result with the session's revision.
    async fn send_negotiated(
        &self,
        session: &Arc<Session>,
        connection: &Connection,
        request: &OutgoingRequest<'_>,
        messages: &Messages,
    ) -> Result<Negotiated, McpError> {
        // Boxed, because most requests need no session.
        let result = Box::pin(self.send_in_session(session, connection, request, messages)).await?;
        Ok(Negotiated { result, revision: session.revision })
    }

    /// Returns whether the server rejected a request because it has lost the session.
    ///
    /// Only 404 proves that. Some SDKs respond with 400, which they also use for other errors. In that case, a `ping`
    /// in the same session decides, because repeating a call that may have run could run a tool twice.
    async fn has_lost(
        &self,
        session: &Arc<Session>,
        connection: &Connection,
        request: &OutgoingRequest<'_>,
        failure: &McpError,
    ) -> bool {
        if session.is_expired() || (session.id.is_some() && failure.is_unknown_session()) {
            return true;
        }
        let ping = OutgoingRequest::plain("ping", self.max_response_bytes);
        let work = async {
            let messages = Messages::default();
            let sent = Box::pin(self.send_in_session(session, connection, &ping, &messages));
            conclusion(self.background.timeout(self.request_timeout, sent).await.ok()?)
        };
        match session.liveness.run(self.background.outlives_requests(), work).await {
            Some(Probe::Refused) => true,
            Some(Probe::NoSuchMethod) => request.is_repeatable(),
            Some(Probe::Accepted) | None => false,
        }
    }
}
