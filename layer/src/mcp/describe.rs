//! The server's description: the `server/discover` result (2026-07-28), or the result of the session's handshake.
//!
//! A cached description costs no request. A session's description is kept as long as the session, and a stateless
//! server's description as long as the server allows.

use std::time::{Duration, Instant};

use super::client::McpClient;
use super::connection::Connection;
use super::error::McpError;
use super::in_session::NoSession;
use super::known_revision::Kind;
use super::revisions::{Revision, STATELESS};
use crate::backend::{Messages, RevisionChoice};
use crate::model::{RawObject, ServerDescription};

impl McpClient {
    /// Describes the server, in the revision used for its tool list. With `anew`, a stateless server is asked
    /// even if a cached description is still valid.
    pub(super) async fn describe(&self, connection: &Connection, anew: bool) -> ServerDescription {
        let kind = match connection.caller.options.revision {
            RevisionChoice::Newest => Some(Kind::Stateless),
            RevisionChoice::Older => Some(Kind::WithSessions),
            RevisionChoice::Automatic => self.known_revision.kind(),
        };
        match kind {
            None => ServerDescription::default(),
            Some(Kind::WithSessions) => match self.session(connection).await {
                Ok(session) => self.last_description(connection, session.revision),
                Err(NoSession(_)) => ServerDescription::default(),
            },
            Some(Kind::Stateless) => self.describe_stateless(connection, anew).await,
        }
    }

    async fn describe_stateless(&self, connection: &Connection, anew: bool) -> ServerDescription {
        let kept = self.descriptions.last(&connection.caller.key, STATELESS.version());
        if let Some(kept) = kept.filter(|kept| !anew && kept.expires > Instant::now()) {
            return kept.description;
        }
        match self.request_description(connection).await {
            Ok(description) => description,
            Err(failure) => {
                tracing::debug!(error = %self.tools_error(failure), "the server does not describe itself");
                self.last_description(connection, STATELESS)
            }
        }
    }

    /// Returns the server's last known self-description in a revision.
    fn last_description(&self, connection: &Connection, revision: &dyn Revision) -> ServerDescription {
        let version = revision.version();
        let kept = self.descriptions.last(&connection.caller.key, version);
        kept.map_or_else(|| ServerDescription::of_revision(version), |kept| kept.description)
    }

    /// Requests `server/discover`.
    pub(super) async fn request_description(&self, connection: &Connection) -> Result<ServerDescription, McpError> {
        let discover = self.wire.plain("server/discover");
        let result = self.wire.send_stateless(connection, &discover, &Messages::default()).await?;
        let description = ServerDescription::of_result(STATELESS.version(), &result);
        let ttl = RawObject::parse(&result).ok().and_then(|result| result.get("ttlMs")?.deserialize().ok());
        let ttl = Duration::from_millis(ttl.unwrap_or_default());
        self.descriptions.put(connection.caller.key, &description, ttl);
        Ok(description)
    }
}
