//! Requests within the caller's session, which the server may have lost, for example after a restart.
//!
//! The next request's error tells the client that a session is lost. The client repeats that request in a new session,
//! but only if the server cannot have processed it: otherwise a tool could run twice.

use std::sync::Arc;
use std::time::Duration;

use super::client::McpClient;
use super::connection::Connection;
use super::error::McpError;
use super::request::OutgoingRequest;
use super::revisions::Negotiated;
use super::session::Session;
use super::sign::{Probe, conclusion};
use crate::backend::{LISTEN, Messages};

/// The error from a failed handshake. The request itself has not been sent, except possibly in a session that the
/// server has lost.
pub(super) struct NoSession(pub(super) McpError);

impl McpClient {
    /// Returns the caller's session, starting one if necessary.
    ///
    /// Concurrent requests from one caller share a handshake, so that a page that sends several requests at once starts
    /// only one session. If the request running the handshake is dropped, another request starts it again.
    pub(super) async fn session(&self, connection: &Connection) -> Result<Arc<Session>, NoSession> {
        let key = connection.caller.key;
        if let Some(session) = self.sessions.get(&key) {
            return Ok(session);
        }
        let mut broken = None;
        let handshake = async {
            if let Some(session) = self.sessions.get(&key) {
                return Some(Ok(session));
            }
            match self.wire.begin_session(connection).await {
                Ok((session, description)) => {
                    let session = Arc::new(session);
                    self.descriptions.put(key, &description, Duration::ZERO);
                    self.sessions.keep(key, &session);
                    Some(Ok(session))
                }
                // These failures are not shared: another request's connection may succeed.
                Err(failure @ (McpError::Unreachable(_) | McpError::Broken(_) | McpError::TooLarge)) => {
                    broken = Some(failure);
                    None
                }
                Err(failure) => Some(Err(failure)),
            }
        };
        let session = self.sessions.handshakes.get(&key).run(self.wire.background.outlives_requests(), handshake).await;
        let failure = || Err(broken.unwrap_or_else(|| McpError::broken("did not complete the handshake")));
        session.unwrap_or_else(failure).map_err(NoSession)
    }

    /// Sends a request in the caller's session. If the server has lost the session, starts a new session and retries
    /// the request there, once.
    ///
    /// [`NoSession`] means that no session could be started: the request has not been sent, except possibly in the lost
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
        // Boxed, so that requests without a session, which are most of them, do not need larger futures.
        let result = if request.method == LISTEN {
            Box::pin(self.wire.follow_session(session, connection, request, messages)).await?
        } else {
            Box::pin(self.wire.send_in_session(session, connection, request, messages)).await?
        };
        Ok(Negotiated { result, revision: session.revision })
    }

    /// Returns whether the server rejected a request because it has lost the session.
    ///
    /// Only 404 proves that. Some SDKs respond with 400, which they also use for other errors. In that case, a `ping`
    /// in the same session decides, because repeating a call could run a tool twice.
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
        let ping = self.wire.plain("ping");
        let work = async {
            let messages = Messages::default();
            let sent = Box::pin(self.wire.send_in_session(session, connection, &ping, &messages));
            conclusion(self.wire.background.timeout(self.wire.request_timeout, sent).await.ok()?)
        };
        match session.liveness.run(self.wire.background.outlives_requests(), work).await {
            Some(Probe::Refused) => true,
            Some(Probe::NoSuchMethod) => request.is_repeatable(),
            Some(Probe::Accepted) | None => false,
        }
    }
}
