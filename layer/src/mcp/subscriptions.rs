//! Changes in what a server with sessions offers: the counterpart to 2026-07-28's `subscriptions/listen`, on the event
//! stream for messages that belong to no request.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use http::StatusCode;

use super::connection::Connection;
use super::error::McpError;
use super::jsonrpc::RpcError;
use super::listen::{Accepted, Patience};
use super::reading::Reading;
use super::request::OutgoingRequest;
use super::session::Session;
use super::wire::Wire;
use super::{listen, resume};
use crate::backend::{Message, Messages};
use crate::model::{RawJson, RawObject};

impl Wire {
    /// Follows the session messages that belong to no request, until the server closes the stream. The first message is
    /// the acknowledgment that a 2026-07-28 server would send.
    ///
    /// # Errors
    ///
    /// Always returns an error, since the stream yields no result. `method not found` means that the server does not
    /// offer the stream.
    pub(super) async fn follow_session(
        &self,
        session: &Arc<Session>,
        connection: &Connection,
        request: &OutgoingRequest<'_>,
        messages: &Messages,
    ) -> Result<RawJson, McpError> {
        let refused = || {
            if session.has_no_stream.load(Ordering::Relaxed) {
                McpError::Rpc { status: StatusCode::OK, error: RpcError::method_not_found() }
            } else {
                McpError::broken("allows only one event stream, which is already in use")
            }
        };
        let stream =
            listen::open_stream(&self.background, session, connection, Patience::Follower).await.ok_or_else(refused)?;
        let wanted = request.params.get("notifications").and_then(|wanted| RawObject::parse(wanted).ok());
        let wanted = wanted.unwrap_or_default();
        let accepted = self.subscribe(session, connection, &wanted).await?;
        messages.send(Message::Notification(acknowledgement(wanted, &accepted))).await;
        let responder = |id: &RawJson, method: &str| self.respond(session, connection, messages, id, method);
        let reading = Reading {
            id: self.next_id(),
            limit: request.limit,
            messages,
            responder: &responder,
            live: Some(&session.live),
            lists: Some(&self.kept_lists),
        };
        let Accepted { response, turn: _turn } = stream.await.ok_or_else(refused)?;
        let _following = session.live.follow();
        resume::read_to_result(&self.background, response, &reading, connection, &session.headers()).await
    }

    /// Subscribes the session to exactly the wanted resources. Returns those that the server has accepted.
    ///
    /// The session remembers its subscriptions, so that a second stream does not repeat them.
    async fn subscribe(
        &self,
        session: &Arc<Session>,
        connection: &Connection,
        wanted: &RawObject,
    ) -> Result<Vec<RawJson>, McpError> {
        let wanted: BTreeSet<String> = wanted.get_as("resourceSubscriptions").ok().flatten().unwrap_or_default();
        let subscribed = || session.subscribed.lock();
        let before = subscribed().clone();
        let fewer = before.difference(&wanted).map(|uri| ("resources/unsubscribe", uri));
        let more = wanted.difference(&before).map(|uri| ("resources/subscribe", uri));
        for (method, uri) in fewer.chain(more) {
            let params = RawObject::of([("uri", RawJson::string(uri))]);
            let request = OutgoingRequest { params, ..self.plain(method) };
            match Box::pin(self.send_in_session(session, connection, &request, &Messages::default())).await {
                Ok(_) if wanted.contains(uri) => drop(subscribed().insert(uri.clone())),
                Ok(_) => drop(subscribed().remove(uri)),
                // The server does not allow subscriptions to this resource.
                Err(McpError::Rpc { error, .. }) => {
                    tracing::debug!(uri, %error, "the MCP server refused {method}");
                    subscribed().remove(uri);
                }
                Err(failure) => return Err(failure),
            }
        }
        Ok(subscribed().iter().map(|uri| RawJson::string(uri)).collect())
    }
}

/// Creates the message that a 2026-07-28 server sends to accept a subscription. Servers that use older revisions report
/// list changes without a subscription, and cannot report changes in tasks.
fn acknowledgement(mut wanted: RawObject, resources: &[RawJson]) -> RawJson {
    wanted.remove("taskIds");
    if resources.is_empty() {
        wanted.remove("resourceSubscriptions");
    } else {
        wanted.set("resourceSubscriptions", RawJson::array(resources));
    }
    RawObject::of([
        ("jsonrpc", RawJson::literal(r#""2.0""#)),
        ("method", RawJson::literal(r#""notifications/subscriptions/acknowledged""#)),
        ("params", RawObject::of([("notifications", wanted.to_json())]).to_json()),
    ])
    .to_json()
}
