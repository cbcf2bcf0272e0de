//! A token's content: the parts of a server's question that are needed to send the answer.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use http::HeaderValue;
use serde::{Deserialize, Serialize};

use super::super::caller::CallerKey;
use super::super::session::Session;
use crate::model::RawJson;

/// Maximum time for answering a question. A later answer is refused with 410.
const LIFETIME: Duration = Duration::from_secs(15 * 60);

/// A server's request to the client within a session, which the user answers later in another HTTP request.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Question {
    /// The key of the caller whom the server asked. It does not include the caller's client options.
    pub(super) caller: CallerKey,
    /// The MCP endpoint's path.
    pub(super) endpoint: String,
    pub(super) session: Option<String>,
    pub(super) revision: String,
    /// The request id as JSON, as the server wrote it.
    pub(super) id: String,
    pub(super) method: String,
    /// The expiry time, in seconds since the epoch.
    expires: u64,
}

impl Question {
    /// Creates the question for a request that has just arrived. Returns `None` if the session id is not text.
    pub(super) fn new(session: &Session, endpoint: &str, id: &RawJson, method: &str) -> Option<Self> {
        let session_id = session.id.as_ref().map(|id| id.to_str().map(str::to_owned)).transpose().ok()?;
        Some(Self {
            caller: session.connection.caller.identity,
            endpoint: endpoint.to_owned(),
            session: session_id,
            revision: session.revision.version().to_owned(),
            id: id.get().to_owned(),
            method: method.to_owned(),
            expires: (now() + LIFETIME).as_secs(),
        })
    }

    pub(super) fn has_expired(&self) -> bool {
        now().as_secs() > self.expires
    }

    /// Returns the session id for the answer's header.
    pub(super) fn session_id(&self) -> Option<HeaderValue> {
        self.session.as_deref().and_then(|id| id.parse().ok())
    }
}

fn now() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_expires() {
        let question = |expires| Question {
            caller: [0; 32],
            endpoint: "/mcp".to_owned(),
            session: None,
            revision: "2025-11-25".to_owned(),
            id: "1".to_owned(),
            method: "roots/list".to_owned(),
            expires,
        };
        assert!(question(now().as_secs() - 1).has_expired());
        assert!(!question(now().as_secs() + 60).has_expired());
    }
}
