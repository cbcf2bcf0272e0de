//! One request and its response, in a given revision.
//!
//! Nothing is repeated and nothing is concluded from an error here; that is for `negotiate` and `in_session`.

use std::sync::Arc;

use futures_util::future::BoxFuture;

use super::cancel::CancelOnDrop;
use super::client::McpClient;
use super::connection::Connection;
use super::error::McpError;
use super::jsonrpc;
use super::request::OutgoingRequest;
use super::response::Reading;
use super::revisions::STATELESS;
use super::session::Session;
use crate::backend::Messages;
use crate::model::RawJson;

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
        let reading = Reading { id, limit: request.limit, messages, responder: &|_, _| None };
        self.read_to_result(response, &reading, connection, &STATELESS.session_headers(None)).await
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
            let response = connection.post(headers, session.revision.request(id, request)).await?;
            let reading = Reading { id, limit: request.limit, messages, responder: &responder };
            self.read_to_result(response, &reading, connection, &session.headers()).await
        };
        let result = exchange.await;
        cancel.disarm();
        result
    }
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;
    use futures_util::StreamExt as _;
    use http::{Request, Response};
    use http_body_util::{BodyExt as _, Full};
    use serde_json::Value;

    use super::super::McpBackend;
    use super::*;
    use crate::backend::{Arguments, Backend as _, Reply, ToolCall};
    use crate::body::RequestBody;
    use crate::budget::Budget;
    use crate::model::Tool;
    use crate::setting::SettingNames;
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
        let client = Arc::new(McpClient::new(&McpUiConfig::new(), Budget::new(1 << 20, SettingNames::default())));
        let backend = McpBackend::new(tower::service_fn(stream), client);
        let exchange = backend.call(ToolCall::new(Tool::new("t", ""), Arguments::default()));
        let replies: Vec<_> = exchange.collect().await;
        let [Reply::Message(first), Reply::Message(second), Reply::Result(Ok(_))] = &replies[..] else {
            panic!("{replies:?}")
        };
        assert_eq!([first.get(), second.get()], [PROGRESS, PING]);
    }
}
