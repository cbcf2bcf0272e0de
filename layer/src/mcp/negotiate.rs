//! Negotiation: choosing the revision for a request, and falling back if the server rejects it.
//!
//! A server may be replaced at any time by a server that uses another revision. A request is repeated only if the
//! server cannot have processed it, so that a tool runs at most once for each call.
//!
//! The first request is sent in 2026-07-28 without a probe, so a server that uses it gets no additional requests.
//! If the request fails, [`Sign`] classifies the error:
//!
//! - `Final`: the error is the request's result.
//! - `Older`: the server says that it speaks only older revisions, so a session is started.
//! - `Doubt`: the error can mean either. If repeating the request could do harm, the server was stateless before, or it
//!   does not know the method, the response to `server/discover` decides. Otherwise, the request is sent in a session.
//!
//! The client remembers the resulting revision kind for all callers, and corrects it on the next contradicting error.

use super::client::McpClient;
use super::connection::Connection;
use super::error::McpError;
use super::in_session::NoSession;
use super::jsonrpc;
use super::known_revision::Kind;
use super::request::OutgoingRequest;
use super::revisions::{Negotiated, STATELESS};
use super::sign::{Probe, Sign, conclusion};
use crate::backend::{Messages, RevisionChoice};

impl McpClient {
    /// Sends a request in the revision that the server is known to support. If no revision is known, or the server
    /// refuses it, tries the stateless revision, then those with sessions.
    ///
    /// For the first request, a list or a call, an older server gets these messages:
    ///
    /// ```text
    /// tools/list (refused),                             initialize, notifications/initialized, tools/list
    /// tools/call (refused), server/discover (refused),  initialize, notifications/initialized, tools/call
    /// ```
    ///
    /// Later requests to such a server, and all requests to a stateless server, need no additional messages.
    pub(super) async fn send(
        &self,
        connection: &Connection,
        request: &OutgoingRequest<'_>,
        messages: &Messages,
    ) -> Result<Negotiated, McpError> {
        match connection.caller.options.revision {
            RevisionChoice::Automatic => {}
            RevisionChoice::Newest => {
                let result = self.wire.send_stateless(connection, request, messages).await?;
                return Ok(Negotiated { result, revision: STATELESS });
            }
            RevisionChoice::Older => {
                let sent = self.send_with_session(connection, request, messages).await;
                return sent.unwrap_or_else(|NoSession(failure)| Err(failure));
            }
        }
        let mut no_handshake = None;
        if self.known_revision.kind() == Some(Kind::WithSessions) {
            match self.send_with_session(connection, request, messages).await {
                Ok(result) => return result,
                // The server may have been replaced by a server without a handshake.
                Err(NoSession(failure)) if failure.rejects_handshake() => {
                    no_handshake = Some(failure);
                }
                Err(NoSession(failure)) => return Err(failure),
            }
        }
        let sent = self.known_revision.discovery.now();
        let mut response = self.wire.send_stateless(connection, request, messages).await;
        // The server rejects the request's version although it supports that version, perhaps because it is still
        // starting. It has not processed the request, so a repetition is safe.
        if response.as_ref().is_err_and(McpError::names_rejected_version) {
            response = self.wire.send_stateless(connection, request, messages).await;
        }
        let failure = match response {
            Ok(result) => {
                self.known_revision.set(Kind::Stateless);
                return Ok(Negotiated { result, revision: STATELESS });
            }
            Err(failure) => failure,
        };
        let is_stateless = self.known_revision.kind() == Some(Kind::Stateless);
        let sign = Sign::of(&failure, !is_stateless && request.is_repeatable());
        if sign == Sign::Final {
            return Err(failure);
        }
        if let Some(failure) = no_handshake {
            return Err(failure);
        }
        let mut repeat = true;
        if sign == Sign::Doubt && self.needs_discovery(request, &failure) {
            let shared = self.known_revision.discovery.since(sent).filter(|probe| *probe != Probe::Accepted);
            let probe = if shared.is_some() { shared } else { self.discover(connection).await };
            repeat = match probe {
                Some(Probe::Refused) => true,
                Some(Probe::NoSuchMethod) => {
                    request.is_repeatable() || failure.code() == Some(jsonrpc::METHOD_NOT_FOUND)
                }
                Some(Probe::Accepted) | None => return Err(failure),
            };
        }
        self.fall_back(connection, request, messages, failure, repeat).await
    }

    /// Starts a session with a server that seems to be older, and repeats the request in that session if this is safe.
    ///
    /// Without `repeat`, the session is started, but this request fails with its original error. The next request
    /// succeeds.
    async fn fall_back(
        &self,
        connection: &Connection,
        request: &OutgoingRequest<'_>,
        messages: &Messages,
        failure: McpError,
        repeat: bool,
    ) -> Result<Negotiated, McpError> {
        let fallback = if repeat {
            self.send_with_session(connection, request, messages).await
        } else {
            self.session(connection).await.map(|_| Err(failure.clone()))
        };
        match fallback {
            Ok(result) => {
                self.known_revision.set(Kind::WithSessions);
                result
            }
            Err(NoSession(handshake)) if handshake.is_refusal() => Err(handshake),
            Err(NoSession(handshake @ McpError::UnknownVersion(_))) => Err(handshake),
            Err(NoSession(_)) => Err(failure),
        }
    }

    /// Returns whether `server/discover` must precede the handshake, because the server may be stateless, or because
    /// the request must not be repeated. A handshake proves nothing, since a stateless server may also accept an older
    /// revision's handshake.
    fn needs_discovery(&self, request: &OutgoingRequest<'_>, failure: &McpError) -> bool {
        self.known_revision.kind() == Some(Kind::Stateless)
            || !request.is_repeatable()
            || failure.code() == Some(jsonrpc::METHOD_NOT_FOUND)
    }

    /// Probes whether the server accepts requests in the stateless revision. Returns `None` if the result is
    /// inconclusive.
    async fn discover(&self, connection: &Connection) -> Option<Probe> {
        let work = async {
            let response =
                self.wire.background.timeout(self.wire.request_timeout, self.request_description(connection));
            let result = response.await.ok()?;
            match result.as_ref().err().map(|failure| (Sign::of(failure, false), failure)) {
                Some((Sign::Older, _)) => Some(Probe::Refused),
                Some((Sign::Final, failure)) if failure.is_client_error() && !failure.is_refusal() => {
                    Some(Probe::Accepted)
                }
                _ => conclusion(result),
            }
        };
        let probe = self.known_revision.discovery.run(self.wire.background.outlives_requests(), work).await;
        if probe == Some(Probe::Accepted) {
            self.known_revision.set(Kind::Stateless);
        }
        probe
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use http::{Request, Response};
    use http_body_util::{BodyExt as _, Full};
    use serde_json::{Value, json};

    use super::super::McpBackend;
    use super::*;
    use crate::backend::{Arguments, Backend as _, CallError, ToolCall};
    use crate::body::PassedOrExplorer;
    use crate::budget::Budget;
    use crate::model::{CallToolResult, Tool};
    use crate::setting::SettingNames;
    use crate::stack::NoBody;
    use crate::{BoxError, McpUiConfig};

    type Reply = (u16, Value);

    fn error(status: u16, code: i64) -> Reply {
        (status, json!({ "error": { "code": code, "message": "refused" } }))
    }

    fn handshake() -> Reply {
        (200, json!({ "result": { "protocolVersion": "2025-11-25" } }))
    }

    /// Calls a tool as the first request to a server that gives these replies to each method, in 2026-07-28 or an older
    /// revision. Returns the result and the methods that the server received.
    async fn first_call(reply: fn(&str, bool) -> Reply) -> (Result<CallToolResult, CallError>, Vec<String>) {
        let log = Arc::new(Mutex::new(Vec::new()));
        let seen = Arc::clone(&log);
        let server = tower::service_fn(move |request: Request<PassedOrExplorer<NoBody>>| {
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
        let tools = McpBackend::new(
            server,
            Arc::new(McpClient::new(&McpUiConfig::new(), Budget::new(1 << 20, SettingNames::default()))),
        );
        let call = ToolCall::new(Tool::new("t", ""), Arguments::default());
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
