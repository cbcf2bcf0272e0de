//! Negotiation: the revision that a request is sent in, and the fallback when the server refuses it.
//!
//! A server may be replaced by one of another revision at any time. A request is repeated only if the server cannot
//! have read it before, so that a tool runs at most once for each call.

use std::sync::Arc;

use http::header::HeaderMap;

use super::client::{Ask, McpClient};
use super::connection::Connection;
use super::error::McpError;
use super::jsonrpc;
use super::session::Session;
use super::sign::{Probe, Sign, conclusion};
use crate::model::RawJson;

/// A result, and the revision that it was given in.
pub(super) struct Answered {
    pub(super) result: RawJson,
    pub(super) modern: bool,
}

/// The handshake failed: the request itself was never sent.
pub(super) struct NoSession(pub(super) McpError);

impl McpClient {
    /// Sends a request, in whichever revision the server speaks.
    pub(super) async fn ask(&self, connection: &Connection, ask: &Ask<'_>) -> Result<RawJson, McpError> {
        self.ask_in_revision(connection, ask).await.map(|answered| answered.result)
    }

    /// Sends a request in the era that the server is known to speak; else in the newer one, then in the older one.
    pub(super) async fn ask_in_revision(&self, connection: &Connection, ask: &Ask<'_>) -> Result<Answered, McpError> {
        let mut no_handshake = None;
        if self.era.is_legacy() {
            match self.ask_legacy(connection, ask).await {
                Ok(answer) => return answer.map(|result| Answered { result, modern: false }),
                // The server may have been replaced by one that knows no handshake.
                Err(NoSession(failure)) if failure.rejects_handshake() => {
                    no_handshake = Some(failure);
                }
                Err(NoSession(failure)) => return Err(failure),
            }
        }
        let sent = self.discovery.now();
        let failure = match self.ask_modern(connection, ask).await {
            Ok(result) => {
                self.era.set_modern();
                return Ok(Answered { result, modern: true });
            }
            Err(failure) => failure,
        };
        let sign = Sign::of(&failure, !self.era.is_modern() && ask.is_repeatable());
        if sign == Sign::Final {
            return Err(failure);
        }
        if let Some(failure) = no_handshake {
            return Err(failure);
        }
        let mut repeat = true;
        if sign == Sign::Doubt && self.needs_discovery(ask, &failure) {
            let shared = self.discovery.since(sent).filter(|probe| *probe != Probe::Accepted);
            let probe = if shared.is_some() { shared } else { self.discover(connection).await };
            repeat = match probe {
                Some(Probe::Refused) => true,
                Some(Probe::NoSuchMethod) => ask.is_repeatable() || failure.code() == Some(jsonrpc::METHOD_NOT_FOUND),
                Some(Probe::Accepted) | None => return Err(failure),
            };
        }
        self.fall_back(connection, ask, failure, repeat).await
    }

    /// Begins a session with what seems to be an older server, and repeats the request in it if that is safe.
    async fn fall_back(
        &self,
        connection: &Connection,
        ask: &Ask<'_>,
        failure: McpError,
        repeat: bool,
    ) -> Result<Answered, McpError> {
        let answer = if repeat {
            self.ask_legacy(connection, ask).await
        } else {
            self.session(connection).await.map(|_| Err(failure.clone()))
        };
        match answer {
            Ok(answer) => {
                self.era.set_legacy();
                answer.map(|result| Answered { result, modern: false })
            }
            Err(NoSession(handshake)) if handshake.is_refusal() => Err(handshake),
            Err(NoSession(handshake @ McpError::UnknownVersion(_))) => Err(handshake),
            Err(NoSession(_)) => Err(failure),
        }
    }

    /// A server that also speaks older revisions accepts every handshake, which proves nothing. So `server/discover`
    /// comes first wherever the server may well be a modern one, or where the request must not be repeated.
    fn needs_discovery(&self, ask: &Ask<'_>, failure: &McpError) -> bool {
        self.era.is_modern() || !ask.is_repeatable() || failure.code() == Some(jsonrpc::METHOD_NOT_FOUND)
    }

    /// Probes if the server reads requests of 2026-07-28. `None` is inconclusive.
    async fn discover(&self, connection: &Connection) -> Option<Probe> {
        let discover = self.probe("server/discover");
        let work = async {
            let asked = self.background.timeout(self.patience, self.ask_modern(connection, &discover));
            let answer = asked.await.ok()?;
            match answer.as_ref().err().map(|failure| (Sign::of(failure, false), failure)) {
                Some((Sign::Older, _)) => Some(Probe::Refused),
                Some((Sign::Final, failure)) if failure.is_client_error() && !failure.is_refusal() => {
                    Some(Probe::Accepted)
                }
                _ => conclusion(answer),
            }
        };
        let probe = self.discovery.run(self.background.outlives_requests(), work).await;
        if probe == Some(Probe::Accepted) {
            self.era.set_modern();
        }
        probe
    }

    /// Asks within the caller's session. A session that the server has lost is begun again, once.
    async fn ask_legacy(&self, connection: &Connection, ask: &Ask<'_>) -> Result<Result<RawJson, McpError>, NoSession> {
        let key = connection.caller.key;
        if let Some(session) = self.sessions.get(&key) {
            match self.ask_within(&session, connection, ask).await {
                Err(failure) if failure.is_client_error() && !failure.is_refusal() => {
                    if !self.has_lost(&session, connection, ask, &failure).await {
                        return Ok(Err(failure));
                    }
                    self.sessions.forget(&key, &session);
                }
                answer => return Ok(answer),
            }
        }
        let session = self.session(connection).await?;
        Ok(self.ask_within(&session, connection, ask).await)
    }

    /// The caller's session, begun if there is none.
    async fn session(&self, connection: &Connection) -> Result<Arc<Session>, NoSession> {
        let key = connection.caller.key;
        if let Some(session) = self.sessions.get(&key) {
            return Ok(session);
        }
        let mut broken = None;
        let work = async {
            if let Some(session) = self.sessions.get(&key) {
                return Some(Ok(session));
            }
            match self.begin_session(connection).await.map(Arc::new) {
                Ok(session) => {
                    self.sessions.keep(key, &session);
                    Some(Ok(session))
                }
                // A broken connection says nothing about the next one.
                Err(failure @ McpError::Broken(_)) => {
                    broken = Some(failure);
                    None
                }
                Err(failure) => Some(Err(failure)),
            }
        };
        let begun = self.sessions.beginning(&key).run(self.background.outlives_requests(), work).await;
        let unbegun = || Err(broken.unwrap_or_else(|| McpError::broken("did not begin a session")));
        begun.unwrap_or_else(unbegun).map_err(NoSession)
    }

    /// Tells if the server refused a request because it has lost the session.
    ///
    /// Only 404 proves that. SDKs also use 400, with messages of their own, and use it for other errors, too. Then a
    /// `ping` in the same session decides, since repeating a call on suspicion could run a tool twice.
    async fn has_lost(
        &self,
        session: &Arc<Session>,
        connection: &Connection,
        ask: &Ask<'_>,
        failure: &McpError,
    ) -> bool {
        if session.is_expired() || (session.id.is_some() && failure.is_unknown_session()) {
            return true;
        }
        let ping = self.probe("ping");
        let work = async {
            let asked = self.background.timeout(self.patience, self.ask_within(session, connection, &ping));
            conclusion(asked.await.ok()?)
        };
        match session.liveness.run(self.background.outlives_requests(), work).await {
            Some(Probe::Refused) => true,
            Some(Probe::NoSuchMethod) => ask.is_repeatable(),
            Some(Probe::Accepted) | None => false,
        }
    }

    fn probe(&self, method: &'static str) -> Ask<'static> {
        Ask { method, params: &[], mirrored: HeaderMap::new(), limit: self.limits.answer_bytes }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use http::{Request, Response};
    use http_body_util::{BodyExt as _, Full};
    use serde_json::{Value, json};

    use super::super::McpBackend;
    use super::*;
    use crate::backend::{Arguments, Backend as _, CallError, ToolCall};
    use crate::body::RequestBody;
    use crate::budget::Budget;
    use crate::model::{CallToolResult, Tool};
    use crate::{BoxError, McpUiConfig};

    type Reply = (u16, Value);

    fn error(status: u16, code: i64) -> Reply {
        (status, json!({ "error": { "code": code, "message": "refused" } }))
    }

    fn handshake() -> Reply {
        (200, json!({ "result": { "protocolVersion": "2025-11-25" } }))
    }

    /// Calls a tool as the first request to a server that answers each method like this, in 2026-07-28 or an older
    /// revision. Gives the outcome and the methods.
    async fn first_call(reply: fn(&str, bool) -> Reply) -> (Result<CallToolResult, CallError>, Vec<String>) {
        let log = Arc::new(Mutex::new(Vec::new()));
        let seen = Arc::clone(&log);
        let server = tower::service_fn(move |request: Request<RequestBody>| {
            let seen = Arc::clone(&seen);
            async move {
                let modern = request.headers().get("mcp-protocol-version").is_some_and(|value| value == "2026-07-28");
                let body = request.into_body().collect().await.map_err(BoxError::from)?.to_bytes();
                let message: Value = serde_json::from_slice(&body)?;
                let method = message["method"].as_str().unwrap_or_default().to_owned();
                let (status, mut answer) = reply(&method, modern);
                seen.lock().unwrap().push(method);
                answer["jsonrpc"] = "2.0".into();
                answer["id"] = message["id"].clone();
                let response = Response::builder().status(status).header("content-type", "application/json");
                Ok::<_, BoxError>(response.body(Full::new(bytes::Bytes::from(answer.to_string())))?)
            }
        });
        let tools = McpBackend::handed(server, Arc::new(McpClient::new(&McpUiConfig::new(), Budget::new(1 << 20))));
        let (request, ()) = Request::new(()).into_parts();
        let call = ToolCall { tool: Tool::new("t", ""), arguments: Arguments::default(), request: Arc::new(request) };
        let outcome = tools.call(call).await;
        (outcome, Arc::try_unwrap(log).map_or_else(|log| log.lock().unwrap().clone(), |log| log.into_inner().unwrap()))
    }

    #[tokio::test]
    async fn a_first_call_is_repeated_once_the_server_has_proven_to_be_an_older_one() {
        let (outcome, methods) = first_call(|method, modern| match (method, modern) {
            (_, true) => error(400, -32000),
            ("initialize", _) => handshake(),
            _ => (200, json!({ "result": { "content": [] } })),
        })
        .await;
        assert!(outcome.is_ok(), "{outcome:?}");
        let expected = ["tools/call", "server/discover", "initialize", "notifications/initialized", "tools/call"];
        assert_eq!(methods, expected);
    }

    #[tokio::test]
    async fn a_first_call_that_may_have_run_is_not_repeated() {
        let (outcome, methods) = first_call(|method, _| match method {
            "initialize" => handshake(),
            "tools/call" => error(400, -32000),
            "server/discover" => error(404, -32601),
            _ => (202, json!({})),
        })
        .await;
        assert!(matches!(outcome, Err(CallError::Failed(message)) if message == "refused"));
        assert_eq!(methods, ["tools/call", "server/discover", "initialize", "notifications/initialized"]);
    }

    #[tokio::test]
    async fn a_first_call_that_fails_with_success_in_http_is_not_doubted() {
        let (outcome, methods) = first_call(|_, _| error(200, -32000)).await;
        assert!(matches!(outcome, Err(CallError::Failed(_))), "{outcome:?}");
        assert_eq!(methods, ["tools/call"]);
    }
}
