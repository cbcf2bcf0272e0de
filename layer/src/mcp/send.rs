//! One request and its response, in a given revision.
//!
//! This module neither repeats requests nor interprets errors: `negotiate` and `in_session` do both.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use futures_util::future::{self, BoxFuture, Either};

use super::cancel::CancelOnDrop;
use super::connection::Connection;
use super::error::McpError;
use super::jsonrpc::{self, RpcError};
use super::listen::Patience;
use super::reading::{Reading, no_requests};
use super::request::OutgoingRequest;
use super::revisions::STATELESS;
use super::session::Session;
use super::wire::Wire;
use super::{listen, resume};
use crate::backend::{Messages, Reception};
use crate::model::RawJson;

impl Wire {
    /// Sends a request in the stateless revision. Dropping the future closes the response, which cancels the request.
    pub(super) async fn send_stateless(
        &self,
        connection: &Connection,
        request: &OutgoingRequest<'_>,
        messages: &Messages,
    ) -> Result<RawJson, McpError> {
        let id = self.next_id();
        let message = STATELESS.request(id, request, connection.caller.options.capabilities.as_ref());
        let response = connection.post(STATELESS.request_headers(request), message).await?;
        let reading = Reading {
            id,
            limit: request.limit,
            messages,
            responder: &no_requests,
            live: None,
            lists: Some(&self.kept_lists),
        };
        resume::read_to_result(&self.background, response, &reading, connection, &STATELESS.session_headers(None)).await
    }

    /// Sends a request within a session, in its revision. Dropping the future cancels the request with a notification.
    ///
    /// A live request also gets the server's messages that belong to no request.
    pub(super) async fn send_in_session(
        &self,
        session: &Arc<Session>,
        connection: &Connection,
        request: &OutgoingRequest<'_>,
        messages: &Messages,
    ) -> Result<RawJson, McpError> {
        let id = self.next_id();
        let cancel = CancelOnDrop::new(id, session, connection);
        let responder = |id: &RawJson, method: &str| self.respond(session, connection, messages, id, method);
        let reading = Reading {
            id,
            limit: request.limit,
            messages,
            responder: &responder,
            live: None,
            lists: Some(&self.kept_lists),
        };
        // In a WebAssembly component, one request cannot wake another, so requests do not share messages.
        let is_shared = request.wants_messages && self.background.outlives_requests();
        let _running = is_shared.then(|| session.live.begin(id, messages, request.is_brief()));
        let patience = if request.is_brief() { Patience::None } else { Patience::Call };
        let stream = if request.wants_messages {
            listen::open_stream(&self.background, session, connection, patience).await
        } else {
            None
        };
        let exchange = async {
            let mut headers = session.headers();
            headers.extend(session.revision.request_headers(request));
            let message = session.revision.request(id, request, None);
            let response = connection.post(headers, message).await?;
            resume::read_to_result(&self.background, response, &reading, connection, &session.headers()).await
        };
        let is_open = AtomicBool::new(false);
        let of_stream = Reading { live: is_shared.then_some(&session.live), ..reading };
        let listening = listen::read(stream, &of_stream, &is_open);
        let ended = async {
            // The stream is polled first, so that `is_open` is set even if the response is there at once.
            match future::select(pin!(listening), pin!(exchange)).await {
                Either::Right((result, mut listening))
                    if is_open.load(Ordering::Relaxed) && self.background.has_clock() =>
                {
                    // The time is split into halves: if this process stalls during the first half, the second half is
                    // left for messages that have arrived meanwhile. Reading ends before the timeouts only if the
                    // server repeats the result on the stream.
                    for _ in 0..2 {
                        let words = self.background.timeout(listen::LAST_WORDS / 2, listening.as_mut());
                        if words.await.is_ok() {
                            break;
                        }
                    }
                    result
                }
                ended => ended.factor_first().0,
            }
        };
        let unheard = async {
            // With a session id, the call can get the answer. In a component, another instance sends the answer, so the
            // time is not known here.
            if session.id.is_some() || !is_shared {
                future::pending::<()>().await;
            }
            self.answers.unheard.wait(connection.caller.identity, messages, &self.background).await
        };
        match future::select(pin!(ended), pin!(unheard)).await {
            Either::Left((ended, _)) => {
                cancel.disarm();
                ended
            }
            Either::Right((unheard, _)) => Err(unheard),
        }
    }

    /// Handles a server's request within a session. Declines the request if nobody follows the call, or if it cannot be
    /// answered.
    pub(super) fn respond(
        &self,
        session: &Session,
        connection: &Connection,
        messages: &Messages,
        id: &RawJson,
        method: &str,
    ) -> (Reception, Option<BoxFuture<'static, ()>>) {
        let reception = self.answers.receive(session, self.endpoint.as_str(), id, method, !messages.are_ignored());
        let response = match reception {
            Reception::Asked { .. } => return (reception, None),
            Reception::Answered => jsonrpc::response(id.get(), "result", &RawJson::literal("{}")),
            Reception::Declined(_) => jsonrpc::response(id.get(), "error", &RpcError::method_not_found().object),
        };
        let sent = connection.post(session.headers(), response);
        (reception, Some(Box::pin(async move { drop(sent.await) })))
    }
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;
    use futures_util::StreamExt as _;
    use http::{Request, Response};
    use http_body_util::{BodyExt as _, Full};
    use serde_json::Value;

    use super::super::{McpBackend, McpClient};
    use super::*;
    use crate::backend::{Backend as _, LiveRequest, Message, Reply};
    use crate::body::PassedOrExplorer;
    use crate::budget::Budget;
    use crate::model::RawObject;
    use crate::setting::SettingNames;
    use crate::stack::NoBody;
    use crate::{BoxError, McpUiConfig};

    const PROGRESS: &str = r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progress":1.0}}"#;
    const PING: &str = r#"{"jsonrpc":"2.0","id":"a","method":"ping"}"#;

    /// Responds to every request with an event stream: two messages and the result.
    async fn stream(request: Request<PassedOrExplorer<NoBody>>) -> Result<Response<Full<Bytes>>, BoxError> {
        let body = request.into_body().collect().await.map_err(BoxError::from)?.to_bytes();
        let id = serde_json::from_slice::<Value>(&body)?["id"].clone();
        let result = format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"content":[]}}}}"#);
        let events = format!("data: {PROGRESS}\n\ndata: {PING}\n\ndata: {result}\n\n");
        Ok(Response::builder().header("content-type", "text/event-stream").body(Full::new(events.into()))?)
    }

    #[tokio::test]
    async fn messages_arrive_as_written_before_the_result() {
        let client = Arc::new(McpClient::new(&McpUiConfig::new(), Budget::new(1 << 20, SettingNames::default())));
        let backend = McpBackend::new(tower::service_fn(stream), client);
        let (request, ()) = Request::new(()).into_parts();
        let params = RawObject::of([("name", RawJson::string("t"))]);
        let request = LiveRequest { method: "tools/call", params, tool: None, request: Arc::new(request) };
        let replies: Vec<_> = Arc::new(backend).live(request).collect().await;
        let [
            Reply::Message(Message::Notification(first)),
            Reply::Message(Message::Request(second, _)),
            Reply::Result(Ok(_)),
        ] = &replies[..]
        else {
            panic!("{replies:?}")
        };
        assert_eq!([first.get(), second.get()], [PROGRESS, PING]);
    }
}
