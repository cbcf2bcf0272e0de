//! The user's answers to the requests that a server makes within a session (elicitation, sampling, roots).
//!
//! The page gets each request with a token, and sends the token with the answer. The token contains everything needed
//! to send the answer to the server, so any instance with the same key can accept it. The token is sealed, so that
//! nobody can answer for another caller or in another session.

mod question;
mod unheard;

use std::num::NonZeroUsize;

use http::StatusCode;
use lru::LruCache;
use parking_lot::Mutex;
use sha2::{Digest as _, Sha256};

use self::question::Question;
use self::unheard::Unheard;
use super::connection::Connection;
use super::error::McpError;
use super::jsonrpc;
use super::response;
use super::revisions;
use super::session::Session;
use crate::backend::{Answer, AnswerError, Reception};
use crate::config::McpUiConfig;
use crate::model::RawJson;
use crate::sealer::{Sealer, random_bytes};
use crate::setting::Setting;

/// Maximum number of answered questions to remember. The oldest question is forgotten first, and could be answered
/// again until it expires.
const REMEMBERED: NonZeroUsize = NonZeroUsize::new(4_096).expect("not zero");

/// A layer's tokens for answers. Without a key, questions asked by servers within sessions cannot be answered.
pub(super) struct Answers {
    sealer: Option<Sealer>,
    /// Hashes of the used tokens.
    used: Mutex<LruCache<[u8; 32], ()>>,
    pub(super) unheard: Unheard,
}

impl Answers {
    /// Uses the configured key, or else a random one from the operating system.
    pub(super) fn new(config: &McpUiConfig) -> Self {
        let key = config.answer_key.or_else(random_bytes);
        let sealer = key.as_ref().map(|key| Sealer::new(key, "answer"));
        Self { sealer, used: Mutex::new(LruCache::new(REMEMBERED)), unheard: Unheard::default() }
    }

    /// Returns whether servers can ask questions within sessions.
    pub(super) fn are_possible(&self) -> bool {
        self.sealer.is_some()
    }

    /// Decides how to handle a server's request. `ping` is answered here. Any other request is passed to the caller if
    /// the caller follows the call and has declared the capability to answer.
    pub(super) fn receive(
        &self,
        session: &Session,
        endpoint: &str,
        id: &RawJson,
        method: &str,
        is_followed: bool,
    ) -> Reception {
        if method == "ping" {
            return Reception::Answered;
        }
        if !is_followed {
            return Reception::Declined("No client is following the call.".to_owned());
        }
        if !session.connection.caller.options.answers(method) {
            return Reception::Declined("The client does not have the capability for this request.".to_owned());
        }
        let Some(sealer) = &self.sealer else {
            return Reception::Declined(format!("Set {} to answer requests from this server.", Setting::ANSWER_KEY));
        };
        let question = Question::new(session, endpoint, id, method);
        match question.and_then(|question| serde_json::to_vec(&question).ok()) {
            Some(question) => Reception::Asked { token: sealer.seal(&question) },
            None => Reception::Declined("The server's session id is not text.".to_owned()),
        }
    }

    /// Opens a token, which must have been issued for this caller and this endpoint.
    fn open(&self, token: &str, connection: &Connection, endpoint: &str) -> Result<Question, AnswerError> {
        let opened = self.sealer.as_ref().and_then(|sealer| sealer.open(token)).ok_or(AnswerError::Forged)?;
        let question: Question = serde_json::from_slice(&opened).map_err(|_| AnswerError::Forged)?;
        if question.endpoint != endpoint {
            return Err(AnswerError::Forged);
        }
        if question.caller != connection.caller.identity {
            return Err(AnswerError::OtherCaller);
        }
        if question.has_expired() {
            return Err(AnswerError::Expired);
        }
        Ok(question)
    }

    /// Sends the answer to a server's question, which the token identifies. If the server cannot be reached or refuses
    /// the answer, the inner result is the error, and the token can be used again.
    pub(super) async fn send(
        &self,
        answer: &Answer,
        connection: &Connection,
        endpoint: &str,
        limit: usize,
    ) -> Result<Result<(), McpError>, AnswerError> {
        let question = self.open(&answer.token, connection, endpoint)?;
        let revision = revisions::with_sessions(&question.revision).ok_or(AnswerError::Forged)?;
        let token = Sha256::digest(answer.token.as_bytes()).into();
        if !self.mark_used(&token) {
            return Err(AnswerError::Used);
        }
        let headers = revision.session_headers(question.session_id().as_ref());
        let message = jsonrpc::response(&question.id, answer.member, &answer.value);
        let failure = match connection.post(headers, message).await {
            Ok(response) if response.status().is_success() => {
                if question.session.is_none() {
                    self.unheard.note(question.caller);
                }
                return Ok(Ok(()));
            }
            Ok(response) if response.status() == StatusCode::NOT_FOUND => return Err(AnswerError::SessionEnded),
            Ok(response) => response::failure(response, limit).await,
            Err(failure) => failure,
        };
        self.mark_unused(&token);
        Ok(Err(failure))
    }

    /// Marks a token as used. Returns true if it was unused.
    fn mark_used(&self, token: &[u8; 32]) -> bool {
        self.used.lock().put(*token, ()).is_none()
    }

    fn mark_unused(&self, token: &[u8; 32]) {
        self.used.lock().pop(token);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_answered_question_is_forgotten() {
        let answers = Answers::new(&McpUiConfig::new());
        let token = |number: usize| Sha256::digest(number.to_le_bytes()).into();
        for number in 0..=4_096 {
            assert!(answers.mark_used(&token(number)), "{number}");
        }
        assert!(!answers.mark_used(&token(1)) && answers.mark_used(&token(0)));
    }
}
