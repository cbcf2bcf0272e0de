//! One request and its response, in a given revision.
//!
//! Nothing is repeated and nothing is concluded from an error here; that is for `negotiate` and `in_session`.

use std::sync::Arc;

use bytes::Bytes;
use futures_util::future::BoxFuture;
use http::header::{self, HeaderValue};
use http::{Method, Response};

use super::cancel::CancelOnDrop;
use super::client::McpClient;
use super::connection::Connection;
use super::error::McpError;
use super::events::ResumePoint;
use super::jsonrpc;
use super::request::OutgoingRequest;
use super::response::{self, Read};
use super::revisions::STATELESS;
use super::session::Session;
use super::transport::UpstreamBody;
use crate::backend::Messages;
use crate::model::RawJson;

/// The number of times that an event stream is resumed at the same event.
const MAX_ATTEMPTS: usize = 3;

/// The attempts to resume an event stream.
#[derive(Default)]
struct Attempts {
    at: Option<ResumePoint>,
    count: usize,
}

impl Attempts {
    /// Returns whether another attempt is worthwhile: there are new events, or few attempts since the last one.
    fn allow(&mut self, at: &ResumePoint) -> bool {
        if self.at.as_ref() != Some(at) {
            *self = Self { at: Some(at.clone()), count: 0 };
        }
        self.count += 1;
        self.count <= MAX_ATTEMPTS
    }
}

impl McpClient {
    /// Sends a request in the stateless revision. Dropping the future closes the response, which cancels the request.
    pub(super) async fn send_stateless(
        &self,
        connection: &Connection,
        request: &OutgoingRequest<'_>,
        messages: &Messages,
    ) -> Result<RawJson, McpError> {
        let id = self.next_id();
        let response = connection.post(STATELESS.request_headers(request), STATELESS.request(id, request)).await?;
        // In the stateless revision, servers send no requests on the response stream, so there is nothing to reply to.
        response::result(response, id, request.limit, messages).await
    }

    /// Sends a request within a session, in its revision. Dropping the future cancels the request by a notification.
    pub(super) async fn send_in_session(
        &self,
        session: &Arc<Session>,
        connection: &Connection,
        request: &OutgoingRequest<'_>,
        messages: &Messages,
    ) -> Result<RawJson, McpError> {
        let id = self.next_id();
        let cancel = CancelOnDrop::new(id, session, connection);
        let responder = |id: &RawJson, method: &str| -> Option<BoxFuture<'static, ()>> {
            let sent = connection.post(session.headers(), jsonrpc::response_to(id, method));
            Some(Box::pin(async move { drop(sent.await) }))
        };
        let exchange = async {
            let mut headers = session.headers();
            headers.extend(session.revision.request_headers(request));
            let mut response = connection.post(headers, session.revision.request(id, request)).await?;
            let mut attempts = Attempts::default();
            loop {
                let failure = match response::read(response, id, request.limit, messages, &responder).await? {
                    Read::Result(result) => return Ok(result),
                    Read::Interrupted { at: Some(at), failure } if attempts.allow(&at) => {
                        response = self.resume(session, connection, &at).await.ok_or(failure)?;
                        continue;
                    }
                    Read::Interrupted { failure, .. } => failure,
                };
                return Err(failure);
            }
        };
        let result = exchange.await;
        cancel.disarm();
        result
    }

    /// Requests the rest of an event stream, after the delay that the server has set. Returns `None` if the server does
    /// not support that, or if there is no clock for the delay.
    async fn resume(
        &self,
        session: &Session,
        connection: &Connection,
        at: &ResumePoint,
    ) -> Option<Response<UpstreamBody>> {
        if !self.background.has_clock() {
            return None;
        }
        self.background.sleep(at.retry).await;
        let mut headers = session.headers();
        headers.insert(header::ACCEPT, HeaderValue::from_static("text/event-stream"));
        headers.insert("last-event-id", at.last_event_id.clone());
        let response = connection.send(Method::GET, headers, Bytes::new()).await.ok()?;
        response.status().is_success().then_some(response)
    }
}

#[cfg(test)]
mod tests {
    use futures_util::StreamExt as _;
    use http::Request;
    use http_body_util::{BodyExt as _, Full};
    use serde_json::Value;

    use super::super::McpBackend;
    use super::*;
    use crate::backend::{Arguments, Backend as _, Reply, ToolCall};
    use crate::body::RequestBody;
    use crate::budget::Budget;
    use crate::model::Tool;
    use crate::{BoxError, McpUiConfig};

    const PROGRESS: &str = r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progress":1.0}}"#;
    const PING: &str = r#"{"jsonrpc":"2.0","id":"a","method":"ping"}"#;

    /// Responds to every request with an event stream of two messages and the result.
    async fn stream(request: Request<RequestBody>) -> Result<Response<Full<Bytes>>, BoxError> {
        let body = request.into_body().collect().await.map_err(BoxError::from)?.to_bytes();
        let id = serde_json::from_slice::<Value>(&body)?["id"].clone();
        let result = format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"content":[]}}}}"#);
        let events = format!("data: {PROGRESS}\n\ndata: {PING}\n\ndata: {result}\n\n");
        Ok(Response::builder().header("content-type", "text/event-stream").body(Full::new(events.into()))?)
    }

    #[tokio::test]
    async fn messages_arrive_as_written_before_the_result() {
        let client = Arc::new(McpClient::new(&McpUiConfig::new(), Budget::new(1 << 20)));
        let backend = McpBackend::new(tower::service_fn(stream), client);
        let exchange = backend.call(ToolCall::new(Tool::new("t", ""), Arguments::default()));
        let replies: Vec<_> = exchange.collect().await;
        let [Reply::Message(first), Reply::Message(second), Reply::Result(Ok(_))] = &replies[..] else {
            panic!("{replies:?}")
        };
        assert_eq!([first.get(), second.get()], [PROGRESS, PING]);
    }
}
