//! Client sessions at a process that speaks an older revision. The process itself has one session, which all clients
//! share.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::outbox::Outbox;
use crate::random;

/// The time without a request or an open stream after which a process ends.
pub(super) const IDLE: Duration = Duration::from_mins(10);

/// Maximum number of sessions. A new session replaces the least recently used one, if possible one without an open
/// stream.
const MAX_SESSIONS: usize = 256;

/// Maximum number of streams that a session may have open by GET. A new stream replaces the oldest.
const MAX_LISTENERS: usize = 4;

/// Maximum number of resources that a session may subscribe to. The session misses updates to additional resources, and
/// the console says so.
const MAX_SUBSCRIPTIONS: usize = 1_000;

/// Maximum total size in bytes of the URIs that a session is subscribed to. The client misses updates to additional
/// resources. When a session ends, all its URIs are unsubscribed at once, so the requests for that must fit in the
/// writer's room for messages that cannot wait.
const SUBSCRIBED_BYTES: usize = 64 * 1024;

/// A session id, as its client sends it.
pub(super) type SessionId = Arc<str>;

/// The client that a request comes from: the explorer's page, or any other client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Explorer,
    Agent,
}

/// A client's session.
#[derive(Debug)]
pub(super) struct Session {
    pub(super) role: Role,
    /// The client's name, as announced by the client.
    pub(super) client: String,
    /// True once the client has set a log level.
    pub(super) has_level: bool,
    /// The capability names that the client has announced.
    capabilities: HashSet<String>,
    /// The streams that the client has opened by GET, the oldest first.
    listeners: Vec<Outbox>,
    /// The URIs that the client has subscribed to.
    subscriptions: HashSet<String>,
    used: Instant,
}

impl Session {
    pub(super) fn new(role: Role, client: String, capabilities: HashSet<String>) -> Self {
        Self {
            role,
            client,
            has_level: false,
            capabilities,
            listeners: Vec::new(),
            subscriptions: HashSet::new(),
            used: Instant::now(),
        }
    }

    pub(super) fn can(&self, capability: &str) -> bool {
        self.capabilities.contains(capability)
    }

    /// Returns the oldest stream that the client has opened by GET and not closed. A message goes to one stream only,
    /// and clients that listen for such messages do so on their oldest stream.
    pub(super) fn listener(&self) -> Option<&Outbox> {
        self.listeners.iter().find(|listener| listener.is_open())
    }

    /// Adds a stream that the client has opened by GET.
    pub(super) fn listen(&mut self, listener: Outbox) {
        self.listeners.retain(Outbox::is_open);
        if self.listeners.len() >= MAX_LISTENERS {
            self.listeners.remove(0).lose("The client has opened more streams than are allowed.");
        }
        self.listeners.push(listener);
    }

    /// Ends the streams that the client has opened by GET.
    pub(super) fn end_listening(&self, reason: &str) {
        for listener in &self.listeners {
            listener.lose(reason);
        }
    }

    /// Adds a subscription. Returns false if the session has too many.
    pub(super) fn subscribe(&mut self, uri: String) -> bool {
        let bytes: usize = self.subscriptions.iter().map(String::len).sum();
        let is_short = self.subscriptions.len() < MAX_SUBSCRIPTIONS && bytes + uri.len() <= SUBSCRIBED_BYTES;
        let has_room = is_short || self.subscriptions.contains(&uri);
        if has_room {
            self.subscriptions.insert(uri);
        }
        has_room
    }

    /// Returns true if a resource update concerns the client. The resource may be part of a subscribed one.
    pub(super) fn is_subscribed(&self, uri: &str) -> bool {
        self.subscriptions.contains(uri)
            || self.subscriptions.iter().any(|subscribed| {
                uri.strip_prefix(subscribed.as_str())
                    .is_some_and(|rest| subscribed.ends_with('/') || rest.starts_with(['/', '#', '?']))
            })
    }
}

#[derive(Debug, Default)]
pub(super) struct Sessions(HashMap<SessionId, Session>);

impl Sessions {
    /// Adds a session. Returns its id, and the session that it replaced.
    pub(super) fn add(&mut self, session: Session) -> (SessionId, Option<(SessionId, Session)>) {
        let id: SessionId = random::token().into();
        let oldest = (self.0.len() >= MAX_SESSIONS).then(|| {
            let sessions = self.0.iter().min_by_key(|(_, session)| (session.listener().is_some(), session.used));
            sessions.map(|(id, _)| Arc::clone(id))
        });
        let ended = oldest.flatten().and_then(|id| self.0.remove_entry(&id));
        self.0.insert(Arc::clone(&id), session);
        (id, ended)
    }

    /// Finds a session, and marks it as used.
    pub(super) fn touch(&mut self, id: &str) -> Option<(SessionId, &mut Session)> {
        let id = self.0.get_key_value(id).map(|(id, _)| Arc::clone(id))?;
        let session = self.0.get_mut(&id)?;
        session.used = Instant::now();
        Some((id, session))
    }

    pub(super) fn get(&self, id: &str) -> Option<&Session> {
        self.0.get(id)
    }

    pub(super) fn get_mut(&mut self, id: &str) -> Option<&mut Session> {
        self.0.get_mut(id)
    }

    pub(super) fn remove(&mut self, id: &str) -> Option<Session> {
        self.0.remove(id)
    }

    /// Returns the number of agent sessions in use.
    pub(super) fn agents(&self) -> usize {
        let is_used = |session: &&Session| session.listener().is_some() || session.used.elapsed() < IDLE;
        self.0.values().filter(|session| session.role == Role::Agent).filter(is_used).count()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&SessionId, &Session)> {
        self.0.iter()
    }

    /// Removes a session's subscription. Returns true if another session still needs it.
    pub(super) fn unsubscribe(&mut self, id: &str, uri: &str) -> bool {
        if let Some(session) = self.0.get_mut(id) {
            session.subscriptions.remove(uri);
        }
        self.0.values().any(|session| session.subscriptions.contains(uri))
    }

    /// Returns a removed session's subscriptions that no other session needs.
    pub(super) fn unneeded(&self, ended: Session) -> Vec<String> {
        let is_needed = |uri: &String| self.0.values().any(|session| session.subscriptions.contains(uri));
        ended.subscriptions.into_iter().filter(|uri| !is_needed(uri)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stdio::outbox::{Event, Inbox, Loss, TotalRoom};

    fn session() -> Session {
        Session::new(Role::Agent, String::new(), HashSet::new())
    }

    #[test]
    fn the_session_that_was_unused_for_longest_gives_way() {
        let mut sessions = Sessions::default();
        let (first, _) = sessions.add(session());
        let (second, _) = sessions.add(session());
        for _ in 2..MAX_SESSIONS {
            assert!(sessions.add(session()).1.is_none());
        }
        sessions.touch(&first);
        let (_, ended) = sessions.add(session());
        assert_eq!(ended.unwrap().0, second);
        assert!(sessions.get(&first).is_some() && sessions.get(&second).is_none());
    }

    #[test]
    fn subscriptions_are_limited_in_number_and_size() {
        let mut many = session();
        assert!((0..MAX_SUBSCRIPTIONS).all(|at| many.subscribe(format!("a:{at}"))));
        assert!(!many.subscribe("a:more".to_owned()) && many.subscribe("a:0".to_owned()));
        let mut long = session();
        assert!(long.subscribe("a".repeat(SUBSCRIBED_BYTES)) && !long.subscribe("b".to_owned()));
    }

    #[test]
    fn subscriptions_are_counted() {
        let mut sessions = Sessions::default();
        let (first, _) = sessions.add(session());
        let (second, _) = sessions.add(session());
        for id in [&first, &second] {
            assert!(sessions.get_mut(id).unwrap().subscribe("file:///a".to_owned()));
        }
        assert!(sessions.get(&first).unwrap().is_subscribed("file:///a/b"));
        assert!(!sessions.get(&first).unwrap().is_subscribed("file:///ab"));
        assert!(sessions.unsubscribe(&first, "file:///a"));
        let ended = sessions.remove(&second).unwrap();
        assert_eq!(sessions.unneeded(ended), ["file:///a"]);
    }

    #[test]
    fn a_further_stream_replaces_the_oldest() {
        let (total, mut session) = (TotalRoom::new(), session());
        let mut streams = [(); 5].map(|()| Outbox::new(&total));
        let open = |streams: &[(Outbox, Inbox)]| streams.iter().filter(|(outbox, _)| outbox.is_open()).count();
        for (outbox, _) in &streams[..4] {
            session.listen(outbox.clone());
        }
        assert_eq!(open(&streams[..4]), 4);
        session.listen(streams[4].0.clone());
        assert_eq!(open(&streams[1..]), 4);
        let Ok(Event::Lost(Loss { reason, .. })) = streams[0].1.try_recv() else { panic!("the oldest goes on") };
        assert!(reason.contains("more streams than are allowed"), "{reason}");
    }
}
