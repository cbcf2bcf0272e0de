//! Messages from the process, on their way to the right client.

use std::sync::Arc;

use bytes::Bytes;

use super::console::ConsoleLevel;
use super::framing::clipped;
use super::ids;
use super::json;
use super::link::{Client, Effect, Link, State};
use super::message::{Kind, Message};
use super::outbox::Outbox;
use super::sessions::SessionId;

/// The member of `_meta` in messages about a subscription: the id of the request that started the subscription
/// (2026-07-28).
pub(super) const SUBSCRIPTION_ID: &str = "io.modelcontextprotocol/subscriptionId";

impl Link {
    /// Relays a message from the process.
    pub(super) async fn receive(self: &Arc<Self>, message: Message) {
        match &message.kind {
            Kind::Response { id: Some(id), code } => {
                let (id, code) = (id.clone(), *code);
                self.receive_response(&message, id, code).await;
            }
            Kind::Response { id: None, .. } => self
                .note(&format!("The server sent an error response without a request id: {}", clipped(&message.text))),
            Kind::Request { id, method } => {
                let (id, method) = (id.clone(), method.clone());
                self.receive_request(message, id, &method).await;
            }
            Kind::Notification { method } => {
                let method = method.clone();
                self.receive_notification(&message, &method).await;
            }
        }
    }

    pub(super) fn note(&self, text: &str) {
        self.console.note(ConsoleLevel::Warning, text);
    }

    async fn receive_response(&self, message: &Message, id: json::Span, code: Option<i64>) {
        let raw = message.raw(id.clone());
        let number = ids::ours(raw);
        let answered = {
            let mut state = self.state.lock();
            let answered = number.and_then(|number| state.pending.remove(&number));
            // The process may have answered a cancelled request before it received the cancellation.
            let is_late = number.is_some_and(|number| state.is_used(number));
            if answered.is_none() && !is_late {
                drop(state);
                self.note(&format!("The server answered a request that it never received: id {}", clipped(raw)));
                return;
            }
            if let Some(request) = &answered
                && let (Effect::Subscribe(uri), Client::Session(session), None) =
                    (&request.effect, &request.client, code)
                && let Some(session) = state.sessions.get_mut(session)
                && !session.subscribe(uri.clone())
            {
                drop(state);
                self.note("A client has too many subscriptions to resources, so it will miss some updates.");
            }
            answered
        };
        let Some(request) = answered else { return };
        let mut edits = vec![(id, request.id.to_string())];
        if request.effect == Effect::Listen {
            let whole = 0..message.text.len();
            let subscription = json::find(&message.text, whole, &["result", "_meta", SUBSCRIPTION_ID]);
            edits.extend(subscription.ok().flatten().map(|span| (span, request.id.to_string())));
        }
        request.outbox.response(Bytes::from(message.with(edits)), code).await;
    }
}

impl State {
    /// Returns a stream in a session: a running request's, or one that the client opened by GET.
    pub(super) fn stream_of(&self, session: &SessionId, prefers_request: bool) -> Option<Outbox> {
        let is_of_session = |client: &Client| matches!(client, Client::Session(id) if id == session);
        let mut requests = self.pending.values().rev().filter(|request| is_of_session(&request.client));
        let request = requests.find(|request| request.outbox.is_open()).map(|request| &request.outbox);
        let listener = self.sessions.get(session).and_then(|session| session.listener());
        let stream = if prefers_request { request.or(listener) } else { listener.or(request) };
        stream.cloned()
    }
}
