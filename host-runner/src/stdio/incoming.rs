//! Responses and requests of the process, on their way to the client that they are for.

use std::sync::Arc;

use bytes::Bytes;

use super::console::ConsoleLevel;
use super::errors;
use super::framing::clipped;
use super::ids;
use super::json;
use super::link::{Asked, Client, Effect, Link, MAX_REQUESTS, State};
use super::message::{Kind, Message};
use super::outbox::Outbox;
use super::sessions::{Role, SessionId};

/// The member of `_meta` that marks a request of the process that belongs to no call of its receiver.
const UNATTRIBUTED: &str = "mcp-ui/unattributed";

/// The member of `_meta` in messages about a subscription: the id of the request that began it (2026-07-28).
pub(super) const SUBSCRIPTION_ID: &str = "io.modelcontextprotocol/subscriptionId";

impl Link {
    /// Passes on a message of the process.
    pub(super) async fn receive(self: &Arc<Self>, message: Message) {
        match &message.kind {
            Kind::Response { id: Some(id), code } => {
                let (id, code) = (id.clone(), *code);
                self.receive_response(&message, id, code).await;
            }
            Kind::Response { id: None, .. } => self
                .note(&format!("The server reports an error without the id of a request: {}", clipped(&message.text))),
            Kind::Request { id, method } => {
                let id = message.raw(id.clone()).to_owned();
                let method = method.clone();
                self.receive_request(&message, &id, &method).await;
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
            let mut state = self.state();
            let answered = number.and_then(|number| state.pending.remove(&number));
            // The response to a request that has been cancelled may cross with the cancellation.
            let is_late = number.is_some_and(|number| state.is_used(number));
            if answered.is_none() && !is_late {
                drop(state);
                self.note(&format!("The server answers a request that it never got: id {}", clipped(raw)));
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

    async fn receive_request(self: &Arc<Self>, message: &Message, id: &str, method: &str) {
        if method == "ping" {
            self.send_at_once(format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{}}}}"#));
            return;
        }
        let asked = self.state().ask(id, method);
        let (number, Route { outbox, is_attributed, .. }) = match asked {
            Ok(asked) => asked,
            // Many servers ask for roots at their start, and report the error of a client without them as their own.
            Err((errors::METHOD_NOT_FOUND, _)) if method == "roots/list" => {
                return self.send_at_once(format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"roots":[]}}}}"#));
            }
            Err((code, text)) => return self.send_at_once(errors::response(id, code, text, None)),
        };
        let Kind::Request { id: span, .. } = &message.kind else { return };
        let mut edits = vec![(span.clone(), number.to_string())];
        if !is_attributed {
            edits.extend(mark(message));
        }
        outbox.message(Bytes::from(message.with(edits))).await;
    }

    /// Passes on a client's answer to a request of the process. Returns whether there is such a request.
    pub(super) async fn answer(&self, session: &str, message: &Message) -> bool {
        let Kind::Response { id: Some(id), .. } = &message.kind else { return false };
        let Some(number) = ids::ours(message.raw(id.clone())) else { return false };
        let asked = {
            let mut state = self.state();
            if state.asked.get(&number).is_none_or(|asked| &*asked.session != session) {
                return false;
            }
            state.asked.remove(&number)
        };
        let Some(asked) = asked else { return false };
        self.send(message.with(vec![(id.clone(), asked.id.into())])).await.is_ok()
    }
}

/// The client to which a request of the process goes.
struct Route {
    outbox: Outbox,
    session: SessionId,
    /// Set if the request comes from the only call that is running.
    is_attributed: bool,
}

impl State {
    /// Finds the client for a request of the process, and keeps the request until that client answers it or leaves. Returns
    /// the id that the client is to see. The error has a code and a message.
    fn ask(&mut self, id: &str, method: &str) -> Result<(u64, Route), (i64, String)> {
        let route = self.route(method).ok_or_else(|| {
            let text = format!("No client is connected that answers {method}.");
            (errors::METHOD_NOT_FOUND, text)
        })?;
        if self.asked.len() >= MAX_REQUESTS {
            return Err((errors::INTERNAL_ERROR, "1,000 requests of the server are unanswered.".to_owned()));
        }
        let number = self.new_id();
        self.asked.insert(number, Asked { id: id.into(), session: Arc::clone(&route.session) });
        Ok((number, route))
    }

    /// Finds the client for a request: the one whose call is running, if that is exactly one and it has the capability,
    /// else the explorer's page.
    fn route(&self, method: &str) -> Option<Route> {
        let capability = capability(method);
        let running = self.pending.values().rev().filter_map(|request| match &request.client {
            Client::Session(session) if request.outbox.is_open() => Some((session, &request.outbox)),
            _ => None,
        });
        let mut running = running.peekable();
        if let Some((session, outbox)) = running.peek().copied()
            && running.all(|(other, _)| other == session)
            && self.sessions.get(session).is_some_and(|it| capability.is_none_or(|name| it.can(name)))
        {
            return Some(Route { outbox: outbox.clone(), session: Arc::clone(session), is_attributed: true });
        }
        let explorers = self.sessions.iter().filter(|(_, session)| session.role == Role::Explorer);
        explorers.into_iter().find_map(|(session, _)| {
            let outbox = self.stream_of(session, true)?;
            Some(Route { outbox, session: Arc::clone(session), is_attributed: false })
        })
    }

    /// Returns a stream of a session: that of a running request, or the one that its client has opened by GET.
    pub(super) fn stream_of(&self, session: &SessionId, prefers_request: bool) -> Option<Outbox> {
        let is_of_session = |client: &Client| matches!(client, Client::Session(id) if id == session);
        let mut requests = self.pending.values().rev().filter(|request| is_of_session(&request.client));
        let request = requests.find(|request| request.outbox.is_open()).map(|request| &request.outbox);
        let listener = self.sessions.get(session).and_then(|session| session.listener());
        let stream = if prefers_request { request.or(listener) } else { listener.or(request) };
        stream.cloned()
    }
}

/// The client capability that a request needs.
fn capability(method: &str) -> Option<&'static str> {
    match method.split('/').next()? {
        "sampling" => Some("sampling"),
        "elicitation" => Some("elicitation"),
        "roots" => Some("roots"),
        "tasks" => Some("tasks"),
        _ => None,
    }
}

/// Returns the edit that marks a request as one that belongs to no call of its receiver.
fn mark(message: &Message) -> Option<(json::Span, String)> {
    let marked = format!(r#"{{"{UNATTRIBUTED}":true}}"#);
    match (message.params(), message.find(&["_meta"]).ok()?) {
        (_, Some(meta)) => json::added(&message.text, meta, UNATTRIBUTED, "true"),
        (Some(params), None) => json::added(&message.text, params, "_meta", &marked),
        (None, None) => {
            let begin = message.text.find('{')?;
            json::added(&message.text, begin..message.text.len(), "params", &format!(r#"{{"_meta":{marked}}}"#))
        }
    }
}
