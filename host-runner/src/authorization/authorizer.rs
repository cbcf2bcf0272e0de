use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use http::HeaderValue;
use parking_lot::Mutex;
use tokio::sync::watch;
use tower_mcp_ui::Traffic;
use tower_mcp_ui::authorization::{
    AuthorizationError, AuthorizationErrorCode as Code, Challenge, Client, Event, Flow, GivenClient, Grant, Holder,
    Secret, Settings,
};

use super::changing::Changing;
use super::pause::Pause;
use super::person::Person;
use super::sequence::Sequence;
use super::store::{Kept, Store};
use super::visit::Callback;
use super::visitor::{Visitor, nobody};

/// Maximum number of visits per program run, not counting those started at the page. Later sign-ins that need a visit
/// fail.
const MAX_VISITS: usize = 4;

/// The trust in the grant's token, based on its origin and its use so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Trust {
    /// The server has accepted the token, or has not seen it yet.
    #[default]
    Accepted,
    /// The token comes from a refresh. If the server refuses it, the user has to sign in.
    Refreshed,
    /// The token comes from a sign-in. If the server refuses it, another sign-in would not help.
    SignedIn,
}

/// The sign-in for one MCP server, at its authorization server.
pub struct Authorizer {
    pub(super) settings: Settings,
    pub(super) key: Option<Secret>,
    visitor: Visitor,
    store: Option<Store>,
    /// True if the grant is kept in the file.
    keeps: AtomicBool,
    pub(super) kept: Mutex<Option<Kept>>,
    /// Lock order: `kept` comes first.
    pub(super) trust: Mutex<Trust>,
    /// Clients whose sign-in failed: their authorization servers may have forgotten them.
    distrusted: Mutex<Vec<Client>>,
    /// The number of visits so far.
    visits: AtomicUsize,
    /// The error from a failed sign-in. Later requests fail with the same error, so that the user is not asked each
    /// time.
    pub(super) failure: Mutex<Option<AuthorizationError>>,
    /// The server's last demand for a sign-in, until it is met.
    pub(super) demand: Mutex<Option<Challenge>>,
    /// The current pause, if the sign-in waits for the user at the page.
    pub(super) pause: watch::Sender<Option<Pause>>,
    /// True if the sign-in waits before each request.
    pub(super) is_stepwise: AtomicBool,
    /// Tells the running sign-in to end.
    pub(super) ended: watch::Sender<()>,
    /// True while a cancelled sign-in is still ending.
    pub(super) is_ending: AtomicBool,
    /// The last sign-in.
    pub(super) sequence: Sequence,
    /// Held by the task that changes the grant.
    pub(super) changing: tokio::sync::Mutex<Changing>,
    /// Held during a sign-in, which may take minutes, so that requests refused meanwhile share its result.
    pub(super) signing_in: Arc<tokio::sync::Mutex<()>>,
}

impl Authorizer {
    /// Creates a sign-in that keeps its grant in memory. The settings' redirect URI is not used.
    pub fn new(settings: Settings, visitor: Visitor) -> Self {
        Self {
            settings,
            key: None,
            visitor,
            store: None,
            keeps: AtomicBool::new(false),
            kept: Mutex::default(),
            trust: Mutex::default(),
            distrusted: Mutex::default(),
            visits: AtomicUsize::new(0),
            failure: Mutex::default(),
            demand: Mutex::default(),
            pause: watch::Sender::new(None),
            is_stepwise: AtomicBool::new(false),
            ended: watch::Sender::new(()),
            is_ending: AtomicBool::new(false),
            sequence: Sequence::default(),
            changing: tokio::sync::Mutex::default(),
            signing_in: Arc::default(),
        }
    }

    /// Sets the client's key, in PEM.
    #[must_use]
    pub fn key(self, key: Option<Secret>) -> Self {
        Self { key, ..self }
    }

    /// Uses the grant stored in a file. New grants are stored there if one was found, or if `keeps` is true.
    ///
    /// # Errors
    ///
    /// If the file cannot be read.
    pub fn store(self, store: Store, keeps: bool) -> std::io::Result<Self> {
        let kept = store.find(&self.settings.endpoint)?;
        self.keeps.store(keeps || kept.is_some(), Ordering::Relaxed);
        *self.kept.lock() = kept;
        Ok(Self { store: Some(store), ..self })
    }

    /// The file, if the grant is kept there.
    pub(super) fn store_that_keeps(&self) -> Option<&Store> {
        self.store.as_ref().filter(|_| self.keeps.load(Ordering::Relaxed))
    }

    /// Adopts a grant that another program has stored since this program started. Returns true if it found one.
    pub(super) async fn adopt(&self) -> bool {
        let Some(store) = &self.store else { return false };
        let _changing = self.changing.lock().await;
        let Ok(Some(kept)) = store.find(&self.settings.endpoint) else { return false };
        self.keeps.store(true, Ordering::Relaxed);
        self.set(Some(kept), Trust::Accepted);
        true
    }

    /// Records all sign-in requests from now on, without secrets.
    pub fn record(&self, traffic: Traffic) {
        self.sequence.record(traffic);
    }

    /// The last sign-in's events, the oldest first. They contain no secrets.
    pub fn events(&self) -> Vec<Event> {
        self.sequence.events()
    }

    pub(super) fn visitor(&self) -> Visitor {
        self.visitor
    }

    /// Returns the `Authorization` header value, if there is a grant.
    pub(crate) async fn header(self: &Arc<Self>) -> Option<HeaderValue> {
        let grant = self.grant()?;
        if grant.is_stale(now()) && grant.refresh_token.is_some() {
            // If the refresh fails, the server decides about the stale token. Boxed, because this future is large and
            // rarely needed.
            let _ = Box::pin(self.refresh(&grant.access_token)).await;
        }
        self.header_now()
    }

    pub(super) fn header_now(&self) -> Option<HeaderValue> {
        let grant = self.grant()?;
        let mut value = HeaderValue::from_str(&format!("Bearer {}", grant.access_token.reveal())).ok()?;
        value.set_sensitive(true);
        Some(value)
    }

    /// Signs in after a server refused a request. `refused` is that request's `Authorization` value, if any.
    ///
    /// # Errors
    ///
    /// If the sign-in fails, or nobody can sign in.
    pub async fn sign_in(
        self: &Arc<Self>,
        challenge: Challenge,
        refused: Option<&HeaderValue>,
    ) -> Result<(), AuthorizationError> {
        if self.visitor == Visitor::Page {
            return self.demand_sign_in(challenge, refused).await;
        }
        let ended = self.ended.subscribe();
        let _turn = self.signing_in.lock().await;
        if let Some(failure) = &*self.failure.lock() {
            return Err(failure.clone());
        }
        self.sign_in_now(challenge, refused, ended).await
    }

    /// Signs in, unless the user cancels. The caller makes sure that no other sign-in runs.
    pub(super) async fn sign_in_now(
        self: &Arc<Self>,
        challenge: Challenge,
        refused: Option<&HeaderValue>,
        ended: watch::Receiver<()>,
    ) -> Result<(), AuthorizationError> {
        let kept = self.kept.lock().clone();
        if kept.as_ref().is_some_and(|kept| !has_token(kept, refused)) {
            // Another request has signed in meanwhile.
            return Ok(());
        }
        if let Some(kept) = kept.clone().filter(|_| !challenge.is_insufficient_scope())
            && self.renew(kept).await?
        {
            return Ok(());
        }
        let is_alone = self.settings.client.as_ref().is_some_and(GivenClient::has_credentials);
        if self.visitor == Visitor::Nobody && !is_alone {
            return Err(nobody());
        }
        let mut settings = self.settings.clone();
        settings.holder = if self.visitor == Visitor::Nobody { Holder::Client } else { Holder::Either };
        if challenge.is_insufficient_scope() {
            settings.granted_scope = kept.as_ref().and_then(|kept| kept.grant.scope.clone());
        }
        settings.held = kept.iter().flat_map(|kept| held(&kept.grant)).cloned().collect();
        let callback = self.listen(&mut settings, kept.as_ref()).await?;
        let person = Person { callback, ended };
        let known_clients = settings.known_clients.clone();
        let mut flow = Flow::new(settings, challenge, random());
        let step = flow.start(now());
        self.sequence.begin();
        match self.drive(&mut flow, step, Some(&person)).await {
            Ok(grant) => self.keep(grant, &person).await,
            Err(error) => {
                if let Some(client) = flow.client().filter(|client| known_clients.contains(client)) {
                    self.distrust(client, &error);
                }
                Err(if person.has_ended() { error } else { self.give_up(error) })
            }
        }
    }

    /// Refreshes a grant whose token the server refused, unless the token is new. Returns true if the grant was
    /// refreshed.
    pub(super) async fn renew(self: &Arc<Self>, kept: Kept) -> Result<bool, AuthorizationError> {
        let trust = {
            let current = self.kept.lock();
            if current.as_ref().is_some_and(|now| now.grant != kept.grant) {
                // Another request has refreshed the grant.
                return Ok(true);
            }
            *self.trust.lock()
        };
        match trust {
            Trust::Accepted => Ok(self.run_refresh(kept).await.is_ok()),
            Trust::Refreshed => Ok(false),
            Trust::SignedIn => {
                let message = "The server refuses the token that was just issued for it.";
                Err(self.give_up(AuthorizationError::new(Code::Loop, message)))
            }
        }
    }

    /// Marks a client as distrusted after a sign-in failed with its earlier registration. The next sign-in registers a
    /// new client.
    fn distrust(&self, client: &Client, error: &AuthorizationError) {
        self.distrusted.lock().push(client.clone());
        if error.code() == Code::UnknownClient {
            self.forget_client(client);
        }
    }

    /// Records that the server accepted a request with this `Authorization` value.
    pub(crate) fn accept(&self, used: &HeaderValue) {
        let kept = self.kept.lock();
        let mut trust = self.trust.lock();
        if *trust != Trust::Accepted && kept.as_ref().is_some_and(|kept| has_token(kept, Some(used))) {
            *trust = Trust::Accepted;
        }
    }

    /// Records the error, so that every later sign-in fails with it.
    fn give_up(&self, error: AuthorizationError) -> AuthorizationError {
        *self.failure.lock() = Some(error.clone());
        error
    }

    /// Listens for the browser's answer, on the earlier grant's port if it is free. That grant's client is reused only
    /// with the same redirect URI: some servers compare the port, too, despite RFC 8252, section 7.3.
    async fn listen(&self, settings: &mut Settings, kept: Option<&Kept>) -> Result<Callback, AuthorizationError> {
        let known = kept.filter(|kept| !self.distrusted.lock().contains(&kept.grant.client));
        let callback = Callback::listen(known.map(|kept| &kept.redirect_uri)).await.map_err(|error| {
            AuthorizationError::new(Code::NoClient, format!("The browser's response cannot be received: {error}."))
        })?;
        settings.redirect_uri = callback.redirect_uri.clone();
        let usable = known.filter(|kept| kept.redirect_uri == settings.redirect_uri);
        settings.known_clients = usable.map(|kept| kept.grant.client.clone()).into_iter().collect();
        Ok(callback)
    }

    /// Counts a visit that was not started at the page.
    pub(super) fn count_visit(&self) -> Result<(), AuthorizationError> {
        if self.visits.fetch_add(1, Ordering::Relaxed) < MAX_VISITS {
            return Ok(());
        }
        Err(AuthorizationError::new(Code::Loop, "The server keeps asking for a sign-in."))
    }

    pub(super) fn grant(&self) -> Option<Grant> {
        self.kept.lock().as_ref().map(|kept| kept.grant.clone())
    }
}

/// Returns true if an `Authorization` value carries this grant's token.
pub(super) fn has_token(kept: &Kept, header: Option<&HeaderValue>) -> bool {
    let token = header.and_then(|header| header.as_bytes().strip_prefix(b"Bearer "));
    token == Some(kept.grant.access_token.reveal().as_bytes())
}

/// The grant's tokens.
pub(super) fn held(grant: &Grant) -> impl Iterator<Item = &Secret> {
    [&grant.access_token].into_iter().chain(&grant.refresh_token)
}

/// The current time, in seconds since 1970.
pub(super) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()
}

pub(super) fn random() -> [u8; Flow::RANDOM] {
    crate::random::random()
}

impl fmt::Debug for Authorizer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Authorizer").field("endpoint", &self.settings.endpoint).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use url::Url;

    use super::*;

    #[test]
    fn a_fifth_visit_is_refused() {
        let url = Url::parse("https://server.example/mcp").unwrap();
        let authorizer = Authorizer::new(Settings::new(url.clone(), url), Visitor::Browser);
        assert!((0..4).all(|_| authorizer.count_visit().is_ok()));
        assert_eq!(authorizer.count_visit().unwrap_err().code(), Code::Loop);
    }
}
