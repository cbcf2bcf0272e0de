//! Notifications in both directions, and the clients that they concern.

use std::sync::Arc;

use bytes::Bytes;

use super::ids;
use super::incoming::SUBSCRIPTION_ID;
use super::json::Span;
use super::link::{Client, Link, State};
use super::message::Message;
use super::outbox::Outbox;
use super::sessions::SessionId;

/// A notification for one client, with edits that restore the client's own ids and tokens.
type Delivery = (Outbox, Vec<(Span, String)>);

impl Link {
    /// Relays a notification from the process.
    pub(super) async fn receive_notification(&self, message: &Message, method: &str) {
        let deliveries = self.state.lock().deliveries(message, method);
        // Most notifications go to several clients, which share the text.
        let unchanged = Bytes::from(message.text.clone());
        for (outbox, edits) in deliveries {
            let text = if edits.is_empty() { unchanged.clone() } else { Bytes::from(message.with(edits)) };
            outbox.message(text).await;
        }
    }

    /// Relays a notification from a client.
    pub(super) async fn notify(self: &Arc<Self>, client: &Client, message: &Message, method: &str) {
        match (method, client) {
            ("notifications/cancelled", Client::Session(session)) => self.cancel(session, message).await,
            // The process has had its handshake. In 2026-07-28, a client cancels a request by closing its response, and
            // must not cancel other clients' requests.
            ("notifications/initialized" | "notifications/cancelled", _) => {}
            _ => {
                // Fails if the process has ended. The client learns that with its next request.
                let _ = self.send(message.text.clone()).await;
            }
        }
    }

    async fn cancel(self: &Arc<Self>, session: &SessionId, message: &Message) {
        let Ok(Some(span)) = message.find(&["requestId"]) else { return };
        let raw = message.raw(span.clone());
        let cancelled = {
            let mut state = self.state.lock();
            let is_meant =
                |client: &Client, id: &str| matches!(client, Client::Session(it) if it == session) && id == raw;
            let numbers: Vec<u64> = state
                .pending
                .iter()
                .filter(|(_, request)| is_meant(&request.client, &request.id))
                .map(|(number, _)| *number)
                .collect();
            for number in &numbers {
                if let Some(request) = state.pending.remove(number) {
                    request.outbox.lose("The client cancelled the request.");
                }
            }
            numbers
        };
        for number in cancelled {
            let _ = self.send(message.with(vec![(span.clone(), number.to_string())])).await;
        }
    }
}

impl State {
    fn deliveries(&mut self, message: &Message, method: &str) -> Vec<Delivery> {
        if let Ok(Some(span)) = message.find(&["_meta", SUBSCRIPTION_ID]) {
            return self.of_subscription(message, span).into_iter().collect();
        }
        match method {
            "notifications/progress" => self.progress(message).into_iter().collect(),
            "notifications/cancelled" => self.withdrawn(message).into_iter().collect(),
            "notifications/message" => self.log(),
            "notifications/resources/updated" => {
                let uri = message.string(&["uri"]).unwrap_or_default();
                let subscribed = self.sessions.iter().filter(|(_, session)| session.is_subscribed(&uri));
                subscribed.filter_map(|(session, _)| self.delivery(session, false)).collect()
            }
            _ => self.sessions.iter().filter_map(|(id, _)| self.delivery(id, false)).collect(),
        }
    }

    /// Returns the delivery to the client that started a subscription (2026-07-28).
    fn of_subscription(&self, message: &Message, span: Span) -> Option<Delivery> {
        let request = self.pending.get(&ids::ours(message.raw(span.clone()))?)?;
        Some((request.outbox.clone(), vec![(span, request.id.to_string())]))
    }

    /// Returns the delivery of progress to the client whose request has the token.
    fn progress(&self, message: &Message) -> Option<Delivery> {
        let span = message.find(&["progressToken"]).ok()??;
        let request = self.pending.get(&ids::ours(message.raw(span.clone()))?)?;
        Some((request.outbox.clone(), vec![(span, request.token.as_ref()?.to_string())]))
    }

    /// Returns the delivery of a cancellation to the client that was to answer the process's request.
    fn withdrawn(&mut self, message: &Message) -> Option<Delivery> {
        let span = message.find(&["requestId"]).ok()??;
        let raw = message.raw(span.clone());
        let (&number, _) = self.asked.iter().find(|(_, asked)| &*asked.id == raw)?;
        let asked = self.asked.remove(&number)?;
        Some((self.stream_of(&asked.session, true)?, vec![(span, number.to_string())]))
    }

    /// Returns the deliveries of a log message: to the caller if exactly one call runs, otherwise to all clients that
    /// have set a level. If no session has set a level, the message goes to all sessions.
    fn log(&self) -> Vec<Delivery> {
        let mut running = self.pending.values().filter(|request| request.work.is_some() && request.outbox.is_open());
        if let (Some(caller), None) = (running.next(), running.next()) {
            let wants = caller.client != Client::Stateless || caller.wants_log;
            return wants.then(|| (caller.outbox.clone(), Vec::new())).into_iter().collect();
        }
        let has_level = self.sessions.iter().any(|(_, session)| session.has_level);
        let sessions = self.sessions.iter().filter(|(_, session)| session.has_level || !has_level);
        let sessions = sessions.filter_map(|(id, _)| self.delivery(id, true));
        let requests = self.pending.values().filter(|it| it.client == Client::Stateless && it.wants_log);
        sessions.chain(requests.map(|request| (request.outbox.clone(), Vec::new()))).collect()
    }

    /// Returns the delivery to a session, on one of its streams.
    fn delivery(&self, session: &SessionId, prefers_request: bool) -> Option<Delivery> {
        Some((self.stream_of(session, prefers_request)?, Vec::new()))
    }
}
