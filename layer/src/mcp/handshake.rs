//! The handshake that starts a session (2025-11-25, "Lifecycle"): `initialize`, then `notifications/initialized`.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use http::header::HeaderMap;
use parking_lot::Mutex;

use super::connection::Connection;
use super::error::McpError;
use super::jsonrpc;
use super::live::Live;
use super::response;
use super::revisions::{self, WITH_SESSIONS};
use super::session::Session;
use super::single_flight::SingleFlight;
use super::wire::Wire;
use crate::model::{RawObject, ServerDescription};

impl Wire {
    /// Starts a session in the newest revision with sessions; the server may choose an older revision.
    ///
    /// Fails with [`McpError::UnknownVersion`] if the server chooses a revision that the client does not speak. If the
    /// future is dropped after the server has responded, the session is closed like any other.
    ///
    /// ```text
    /// → {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25",…}}
    /// ← {"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-06-18",…}}
    /// → {"jsonrpc":"2.0","method":"notifications/initialized"}
    /// ```
    pub(super) async fn begin_session(
        &self,
        connection: &Connection,
    ) -> Result<(Session, ServerDescription), McpError> {
        let [newest, ..] = WITH_SESSIONS;
        let id = self.next_id();
        // Without a key for tokens, nobody could answer the server's requests.
        let capabilities = connection.caller.options.capabilities.as_ref().filter(|_| self.answers.are_possible());
        let initialize = jsonrpc::initialize(id, newest.version(), &jsonrpc::capabilities(capabilities));
        let response = connection.post(HeaderMap::new(), initialize).await?;
        // From here on, the server has a session. Dropping `session` closes it there, even if the rest of the handshake
        // fails.
        let mut session = Session {
            id: response.headers().get("mcp-session-id").cloned(),
            revision: newest,
            connection: connection.clone(),
            background: self.background.clone(),
            request_timeout: self.request_timeout,
            expired: AtomicBool::new(false),
            has_no_stream: AtomicBool::new(false),
            has_late_stream: AtomicBool::new(false),
            stream_turns: Arc::default(),
            live: Live::default(),
            subscribed: Mutex::default(),
            liveness: SingleFlight::default(),
        };
        let limit = self.max_response_bytes;
        let result = response::result(response, id, limit).await?;
        let version = RawObject::parse(&result).ok().and_then(|result| result.get_string("protocolVersion"));
        let version = version.as_deref().unwrap_or("none");
        session.revision =
            revisions::with_sessions(version).ok_or_else(|| McpError::UnknownVersion(version.to_owned()))?;
        let description = ServerDescription::of_result(session.revision.version(), &result);
        // If the previous session was lost, the server may have been replaced by another server.
        self.kept_lists.forget(&connection.caller.key);
        let initialized = jsonrpc::notification("notifications/initialized", &RawObject::default());
        let response = connection.post(session.headers(), initialized).await?;
        if response.status().is_success() {
            Ok((session, description))
        } else {
            Err(response::failure(response, limit).await)
        }
    }
}
