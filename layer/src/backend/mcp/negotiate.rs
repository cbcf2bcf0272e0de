//! Negotiation: the revision in which a request is sent, and the fallback if the server rejects it.
//!
//! A server may be replaced by one with another revision at any time. A request is repeated only if the server cannot
//! have processed it, so that a tool runs at most once for each call.

use std::sync::Arc;

use http::header::HeaderMap;

use super::client::{McpClient, McpRequest};
use super::connection::Connection;
use super::error::McpError;
use super::jsonrpc;
use super::session::Session;
use super::sign::{Probe, Sign, conclusion};
use crate::model::RawJson;

/// A result, and the era of the revision in which it was sent.
pub(super) struct Negotiated {
    pub(super) result: RawJson,
    pub(super) modern: bool,
}

/// The error of a failed handshake. The request itself was never sent.
pub(super) struct NoSession(pub(super) McpError);

impl McpClient {
    /// Sends a request, in the revision that the server supports.
    pub(super) async fn send(&self, connection: &Connection, request: &McpRequest<'_>) -> Result<RawJson, McpError> {
        self.send_in_revision(connection, request).await.map(|negotiated| negotiated.result)
    }

    /// Sends a request in the era that the server is known to support, otherwise first in the newer, then in the older
    /// one.
    pub(super) async fn send_in_revision(
        &self,
        connection: &Connection,
        request: &McpRequest<'_>,
    ) -> Result<Negotiated, McpError> {
        let mut no_handshake = None;
        if self.era.is_legacy() {
            match self.send_legacy(connection, request).await {
                Ok(result) => return result.map(|result| Negotiated { result, modern: false }),
                // The server may have been replaced by one that supports no handshake.
                Err(NoSession(failure)) if failure.rejects_handshake() => {
                    no_handshake = Some(failure);
                }
                Err(NoSession(failure)) => return Err(failure),
            }
        }
        let sent = self.discovery.now();
        let failure = match self.send_modern(connection, request).await {
            Ok(result) => {
                self.era.set_modern();
                return Ok(Negotiated { result, modern: true });
            }
            Err(failure) => failure,
        };
        let sign = Sign::of(&failure, !self.era.is_modern() && request.is_repeatable());
        if sign == Sign::Final {
            return Err(failure);
        }
        if let Some(failure) = no_handshake {
            return Err(failure);
        }
        let mut repeat = true;
        if sign == Sign::Doubt && self.needs_discovery(request, &failure) {
            let shared = self.discovery.since(sent).filter(|probe| *probe != Probe::Accepted);
            let probe = if shared.is_some() { shared } else { self.discover(connection).await };
            repeat = match probe {
                Some(Probe::Refused) => true,
                Some(Probe::NoSuchMethod) => {
                    request.is_repeatable() || failure.code() == Some(jsonrpc::METHOD_NOT_FOUND)
                }
                Some(Probe::Accepted) | None => return Err(failure),
            };
        }
        self.fall_back(connection, request, failure, repeat).await
    }

    /// Begins a session with a server that seems to be an older one, and repeats the request in it if that is safe.
    async fn fall_back(
        &self,
        connection: &Connection,
        request: &McpRequest<'_>,
        failure: McpError,
        repeat: bool,
    ) -> Result<Negotiated, McpError> {
        let fallback = if repeat {
            self.send_legacy(connection, request).await
        } else {
            self.session(connection).await.map(|_| Err(failure.clone()))
        };
        match fallback {
            Ok(result) => {
                self.era.set_legacy();
                result.map(|result| Negotiated { result, modern: false })
            }
            Err(NoSession(handshake)) if handshake.is_refusal() => Err(handshake),
            Err(NoSession(handshake @ McpError::UnknownVersion(_))) => Err(handshake),
            Err(NoSession(_)) => Err(failure),
        }
    }

    /// Returns whether `server/discover` must precede the handshake: if the server may well be a modern one, or if the
    /// request must not be repeated. A modern server may accept the handshake of an older revision, too, so a handshake
    /// proves nothing.
    fn needs_discovery(&self, request: &McpRequest<'_>, failure: &McpError) -> bool {
        self.era.is_modern() || !request.is_repeatable() || failure.code() == Some(jsonrpc::METHOD_NOT_FOUND)
    }

    /// Probes whether the server accepts requests of 2026-07-28. Returns `None` if the result is inconclusive.
    async fn discover(&self, connection: &Connection) -> Option<Probe> {
        let discover = self.probe("server/discover");
        let work = async {
            let response = self.background.timeout(self.request_timeout, self.send_modern(connection, &discover));
            let result = response.await.ok()?;
            match result.as_ref().err().map(|failure| (Sign::of(failure, false), failure)) {
                Some((Sign::Older, _)) => Some(Probe::Refused),
                Some((Sign::Final, failure)) if failure.is_client_error() && !failure.is_refusal() => {
                    Some(Probe::Accepted)
                }
                _ => conclusion(result),
            }
        };
        let probe = self.discovery.run(self.background.outlives_requests(), work).await;
        if probe == Some(Probe::Accepted) {
            self.era.set_modern();
        }
        probe
    }

    /// Sends a request within the caller's session. If the server has lost the session, begins a new one, once.
    async fn send_legacy(
        &self,
        connection: &Connection,
        request: &McpRequest<'_>,
    ) -> Result<Result<RawJson, McpError>, NoSession> {
        let key = connection.caller.key;
        if let Some(session) = self.sessions.get(&key) {
            match self.send_in_session(&session, connection, request).await {
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
        Ok(self.send_in_session(&session, connection, request).await)
    }

    /// Returns the caller's session, and begins one if there is none.
    async fn session(&self, connection: &Connection) -> Result<Arc<Session>, NoSession> {
        let key = connection.caller.key;
        if let Some(session) = self.sessions.get(&key) {
            return Ok(session);
        }
        let mut broken = None;
        let handshake = async {
            if let Some(session) = self.sessions.get(&key) {
                return Some(Ok(session));
            }
            match self.begin_session(connection).await.map(Arc::new) {
                Ok(session) => {
                    self.sessions.keep(key, &session);
                    Some(Ok(session))
                }
                // Not shared: the connection of another request may succeed.
                Err(failure @ McpError::Broken(_)) => {
                    broken = Some(failure);
                    None
                }
                Err(failure) => Some(Err(failure)),
            }
        };
        let session = self.sessions.handshake(&key).run(self.background.outlives_requests(), handshake).await;
        let failure = || Err(broken.unwrap_or_else(|| McpError::broken("did not complete the handshake")));
        session.unwrap_or_else(failure).map_err(NoSession)
    }

    /// Returns whether the server rejected a request because it has lost the session.
    ///
    /// Only 404 proves that. Some SDKs use 400, but for other errors, too. Then a `ping` in the same session decides,
    /// because repeating a call that may have run could run a tool twice.
    async fn has_lost(
        &self,
        session: &Arc<Session>,
        connection: &Connection,
        request: &McpRequest<'_>,
        failure: &McpError,
    ) -> bool {
        if session.is_expired() || (session.id.is_some() && failure.is_unknown_session()) {
            return true;
        }
        let ping = self.probe("ping");
        let work = async {
            let response =
                self.background.timeout(self.request_timeout, self.send_in_session(session, connection, &ping));
            conclusion(response.await.ok()?)
        };
        match session.liveness.run(self.background.outlives_requests(), work).await {
            Some(Probe::Refused) => true,
            Some(Probe::NoSuchMethod) => request.is_repeatable(),
            Some(Probe::Accepted) | None => false,
        }
    }

    fn probe(&self, method: &'static str) -> McpRequest<'static> {
        McpRequest { method, params: &[], mirrored: HeaderMap::new(), limit: self.max_response_bytes }
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

    /// Calls a tool as the first request to a server with these replies to each method, in 2026-07-28 or an older
    /// revision. Returns the result and the methods that the server received.
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
                let (status, mut reply) = reply(&method, modern);
                seen.lock().unwrap().push(method);
                reply["jsonrpc"] = "2.0".into();
                reply["id"] = message["id"].clone();
                let response = Response::builder().status(status).header("content-type", "application/json");
                Ok::<_, BoxError>(response.body(Full::new(bytes::Bytes::from(reply.to_string())))?)
            }
        });
        let tools = McpBackend::new(server, Arc::new(McpClient::new(&McpUiConfig::new(), Budget::new(1 << 20))));
        let (request, ()) = Request::new(()).into_parts();
        let call = ToolCall { tool: Tool::new("t", ""), arguments: Arguments::default(), request: Arc::new(request) };
        let result = tools.call(call).await;
        (result, Arc::try_unwrap(log).map_or_else(|log| log.lock().unwrap().clone(), |log| log.into_inner().unwrap()))
    }

    #[tokio::test]
    async fn a_first_call_is_repeated_after_a_probe_shows_an_older_server() {
        let (result, methods) = first_call(|method, modern| match (method, modern) {
            (_, true) => error(400, -32000),
            ("initialize", _) => handshake(),
            _ => (200, json!({ "result": { "content": [] } })),
        })
        .await;
        assert!(result.is_ok(), "{result:?}");
        let expected = ["tools/call", "server/discover", "initialize", "notifications/initialized", "tools/call"];
        assert_eq!(methods, expected);
    }

    #[tokio::test]
    async fn a_first_call_that_may_have_run_is_not_repeated() {
        let (result, methods) = first_call(|method, _| match method {
            "initialize" => handshake(),
            "tools/call" => error(400, -32000),
            "server/discover" => error(404, -32601),
            _ => (202, json!({})),
        })
        .await;
        assert!(matches!(result, Err(CallError::Failed(error)) if error.to_string() == "refused"));
        assert_eq!(methods, ["tools/call", "server/discover", "initialize", "notifications/initialized"]);
    }

    #[tokio::test]
    async fn a_json_rpc_error_with_http_200_is_final() {
        let (result, methods) = first_call(|_, _| error(200, -32000)).await;
        assert!(matches!(result, Err(CallError::Failed(_))), "{result:?}");
        assert_eq!(methods, ["tools/call"]);
    }
}
