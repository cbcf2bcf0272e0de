use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use http::HeaderValue;
use tokio::sync::watch;
use tokio::task::AbortHandle;
use tower_mcp_ui::Traffic;
use tower_mcp_ui::authorization::{
    AuthorizationError, AuthorizationErrorCode as Code, Challenge, Claims, Event, Flow, GivenClient, Grant, Secret,
    Settings, Step,
};
use url::Url;

use super::network::Policy;
use super::page::Pause;
use super::requests::Requests;
use super::sequence::Sequence;
use super::signature;
use super::store::{Kept, Store};
use super::visit::Callback;

/// The maximum number of visits for one program, besides those that a person begins at the page.
const MAX_VISITS: usize = 4;

/// The visitor of the authorization server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visitor {
    /// A person with a browser on this machine.
    Browser,
    /// A person with a browser elsewhere, who pastes the address at which it ends.
    Paste,
    /// A person at the page of `mcp-ui open`, who begins the sign-in there ([`Authorizer::go_on`]).
    Page,
    /// Nobody: only a client with credentials of its own, and the refresh of a grant are possible.
    Nobody,
}

/// The sign-in at the authorization server of one MCP server.
pub struct Authorizer {
    pub(super) settings: Settings,
    key: Option<Secret>,
    visitor: Visitor,
    pub(super) store: Option<Store>,
    kept: Mutex<Option<Kept>>,
    /// True once the server has accepted the token. One that it refuses at first is not worth another sign-in.
    accepted: AtomicBool,
    /// The number of visits.
    visits: AtomicUsize,
    /// The reason of a failure. Nobody is asked again for every request.
    failure: Mutex<Option<AuthorizationError>>,
    /// The last demand of the server that nobody has met.
    pub(super) demand: Mutex<Option<Challenge>>,
    /// The person at the page for whom the sign-in waits.
    pub(super) pause: watch::Sender<Option<Pause>>,
    /// True if the sign-in waits before each request.
    pub(super) is_stepwise: AtomicBool,
    /// Ends the sign-in of the person at the page.
    pub(super) under_way: Mutex<Option<AbortHandle>>,
    /// The last sign-in.
    pub(super) sequence: Sequence,
    /// Held during a refresh. It is not the turn, which a person may hold for minutes.
    pub(super) refreshing: tokio::sync::Mutex<()>,
    /// The number of times that the person has signed out.
    signed_out: AtomicUsize,
    /// Held during a sign-in, so that requests that are refused meanwhile share it.
    pub(super) turn: tokio::sync::Mutex<()>,
}

impl Authorizer {
    /// Creates a sign-in that keeps its grant in memory. The redirect URI of the settings is not used.
    pub fn new(settings: Settings, visitor: Visitor) -> Self {
        Self {
            settings,
            key: None,
            visitor,
            store: None,
            kept: Mutex::default(),
            accepted: AtomicBool::new(true),
            visits: AtomicUsize::new(0),
            failure: Mutex::default(),
            demand: Mutex::default(),
            pause: watch::Sender::new(None),
            is_stepwise: AtomicBool::new(false),
            under_way: Mutex::default(),
            sequence: Sequence::default(),
            refreshing: tokio::sync::Mutex::default(),
            signed_out: AtomicUsize::new(0),
            turn: tokio::sync::Mutex::default(),
        }
    }

    /// Sets the key of the client, in PEM.
    #[must_use]
    pub fn key(self, key: Option<Secret>) -> Self {
        Self { key, ..self }
    }

    /// Uses the grant that was kept in a file, and keeps what comes of it there if there was one, or if `keeps` is set.
    ///
    /// # Errors
    ///
    /// If the file cannot be read.
    pub fn store(self, store: Store, keeps: bool) -> std::io::Result<Self> {
        let kept = store.find(&self.settings.endpoint)?;
        let is_kept = keeps || kept.is_some();
        *self.kept() = kept;
        Ok(Self { store: Some(store).filter(|_| is_kept), ..self })
    }

    /// Records the requests of sign-ins from now on, without secrets.
    pub fn record(&self, traffic: Traffic) {
        self.sequence.record(traffic);
    }

    /// The events of the last sign-in, the oldest first. They have no secrets.
    pub fn events(&self) -> Vec<Event> {
        self.sequence.events()
    }

    pub(super) fn visitor(&self) -> Visitor {
        self.visitor
    }

    /// Forgets the grant, and has it revoked where that is possible. Returns whether there was one.
    ///
    /// # Errors
    ///
    /// If the file cannot be written, or the authorization server cannot be reached. The grant is forgotten nevertheless.
    pub async fn sign_out(&self) -> Result<bool, AuthorizationError> {
        // A sign-in under way is not kept.
        self.signed_out.fetch_add(1, Ordering::Relaxed);
        let Some(kept) = self.kept().take() else { return Ok(false) };
        if let Some(store) = &self.store {
            store.forget(&kept.grant.endpoint).map_err(|error| unwritable(&error))?;
        }
        if let Some(request) = kept.grant.revocation() {
            let (status, _) = self.requests().await?.send(&request).await?;
            if status >= 400 {
                let message = format!("The grant is forgotten, but not revoked: its server answers {status}.");
                return Err(AuthorizationError::new(Code::NoMetadata, message));
            }
        }
        Ok(true)
    }

    /// Returns the value of the header `Authorization`, if there is a grant.
    pub(crate) async fn header(&self) -> Option<HeaderValue> {
        let grant = self.grant()?;
        if grant.is_stale(now()) && grant.refresh_token.is_some() {
            // Fails if it cannot be refreshed. The server decides then. Boxed, because it is large and rare.
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

    /// Signs in after a server has refused a request, with this value of the header `Authorization` if it had one.
    ///
    /// # Errors
    ///
    /// If the sign-in fails, or nobody can sign in.
    pub async fn sign_in(&self, challenge: Challenge, refused: Option<&HeaderValue>) -> Result<(), AuthorizationError> {
        if self.visitor == Visitor::Page {
            return self.demand_sign_in(challenge, refused).await;
        }
        let _turn = self.turn.lock().await;
        if let Some(failure) = &*self.failure() {
            return Err(failure.clone());
        }
        self.sign_in_now(challenge, refused).await
    }

    /// Signs in, while no other sign-in runs.
    pub(super) async fn sign_in_now(
        &self,
        challenge: Challenge,
        refused: Option<&HeaderValue>,
    ) -> Result<(), AuthorizationError> {
        let kept = self.kept().clone();
        if kept.as_ref().is_some_and(|kept| !is_refused(kept, refused)) {
            // Another request has signed in meanwhile.
            return Ok(());
        }
        if kept.is_some() && !challenge.is_insufficient_scope() && !self.accepted.load(Ordering::Relaxed) {
            let message = "The server refuses the token that was just issued for it.";
            return Err(self.give_up(AuthorizationError::new(Code::Loop, message)));
        }
        if let Some(kept) = kept.as_ref().filter(|_| !challenge.is_insufficient_scope())
            && self.run_refresh(kept).await.is_ok()
        {
            return Ok(());
        }
        let is_alone = self.settings.client.as_ref().is_some_and(GivenClient::has_credentials);
        if self.visitor == Visitor::Nobody && !is_alone {
            return Err(AuthorizationError::new(Code::NoClient, "Nobody can sign in here."));
        }
        let mut settings = self.settings.clone();
        settings.is_interactive = self.visitor != Visitor::Nobody;
        if challenge.is_insufficient_scope() {
            settings.granted_scope = kept.as_ref().and_then(|kept| kept.grant.scope.clone());
        }
        settings.held = kept.iter().flat_map(|kept| held(&kept.grant)).cloned().collect();
        let signed_out = self.signed_out.load(Ordering::Relaxed);
        let callback = self.listen(&mut settings, kept.as_ref()).await?;
        let mut flow = Flow::new(settings, challenge, random());
        let step = flow.start(now());
        self.sequence.begin();
        let grant = self.drive(&mut flow, step, Some(&callback)).await.map_err(|error| self.give_up(error))?;
        if self.signed_out.load(Ordering::Relaxed) != signed_out {
            return Err(AuthorizationError::new(Code::Denied, "You have signed out meanwhile."));
        }
        self.accepted.store(false, Ordering::Relaxed);
        self.keep(Kept { grant, redirect_uri: callback.redirect_uri });
        Ok(())
    }

    /// Notes that the server has accepted the token.
    pub(crate) fn accept(&self) {
        self.accepted.store(true, Ordering::Relaxed);
    }

    /// Fails every further sign-in for this reason.
    fn give_up(&self, error: AuthorizationError) -> AuthorizationError {
        *self.failure() = Some(error.clone());
        error
    }

    pub(super) fn demand(&self) -> MutexGuard<'_, Option<Challenge>> {
        self.demand.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn failure(&self) -> MutexGuard<'_, Option<AuthorizationError>> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Listens for the answer, at the port of the earlier grant if it is free. Clients that were registered with another
    /// redirect URI are not used: some servers compare the port, too, in spite of RFC 8252, section 7.3.
    async fn listen(&self, settings: &mut Settings, kept: Option<&Kept>) -> Result<Callback, AuthorizationError> {
        let mut known = self.store.as_ref().map(Store::clients).transpose().unwrap_or_default().unwrap_or_default();
        known.splice(0..0, kept.map(|kept| (kept.grant.client.clone(), kept.redirect_uri.clone())));
        let earlier = known.iter().map(|(_, uri)| uri).next();
        let callback = Callback::listen(earlier).await.map_err(|error| {
            AuthorizationError::new(Code::NoClient, format!("The answer of the browser cannot be received: {error}."))
        })?;
        settings.redirect_uri = callback.redirect_uri.clone();
        let usable = known.into_iter().filter(|(_, uri)| *uri == settings.redirect_uri).map(|(client, _)| client);
        settings.known_clients = usable.collect();
        Ok(callback)
    }

    /// Drives a flow to its end.
    pub(super) async fn drive(
        &self,
        flow: &mut Flow,
        first: Step,
        callback: Option<&Callback>,
    ) -> Result<Grant, AuthorizationError> {
        let requests = self.requests().await?;
        let mut step = first;
        loop {
            if callback.is_some() {
                self.sequence.show(flow);
            }
            step = match step {
                Step::Send(request) => {
                    let sent = async {
                        if callback.is_some() {
                            self.wait_before_request().await?;
                        }
                        requests.send(&request).await
                    };
                    match sent.await {
                        Ok((status, body)) => flow.respond(status, &body, now()),
                        Err(error) => flow.fail(error),
                    }
                }
                Step::Choose(offered) => match self.choose(offered).await {
                    Ok(issuer) => flow.choose(&issuer, now()),
                    Err(error) => flow.fail(error),
                },
                Step::Visit(url) => match self.visit(callback, url).await {
                    Ok(query) => flow.call_back(&query, now()),
                    Err(error) => flow.fail(error),
                },
                Step::Sign(claims) => match self.sign(&claims) {
                    Ok(assertion) => flow.signed(&assertion, now()),
                    Err(error) => flow.fail(error),
                },
                Step::Granted(grant) => return Ok(*grant),
                Step::Failed(error) => return Err(error),
            };
        }
    }

    /// Lets the person at the page choose an authorization server. At a terminal, `--issuer` does.
    async fn choose(&self, offered: Vec<String>) -> Result<String, AuthorizationError> {
        if self.visitor == Visitor::Page {
            return self.wait_for_choice(offered).await;
        }
        // An address has no control characters once it is parsed.
        let names: Vec<String> = offered.iter().filter_map(|one| Url::parse(one).ok()).map(String::from).collect();
        eprintln!("The server names {}. This is the first; name another with --issuer.", names.join(", "));
        Ok(offered[0].clone())
    }

    /// Lets the person visit an address, and returns the query of the answer.
    async fn visit(&self, callback: Option<&Callback>, url: Url) -> Result<String, AuthorizationError> {
        let Some(callback) = callback else {
            return Err(AuthorizationError::new(Code::RefreshFailed, "A refresh needs no visit."));
        };
        if self.visitor == Visitor::Page {
            self.pause.send_replace(Some(Pause::Visit(url.clone())));
        } else if self.visits.fetch_add(1, Ordering::Relaxed) >= MAX_VISITS {
            return Err(AuthorizationError::new(Code::Loop, "The server asks for a sign-in again and again."));
        }
        callback.visit(&url, self.visitor).await
    }

    fn sign(&self, claims: &Claims) -> Result<String, AuthorizationError> {
        let missing = || AuthorizationError::new(Code::NoClient, "The client has no key.");
        signature::sign(claims, self.key.as_ref().ok_or_else(missing)?)
    }

    pub(super) async fn requests(&self) -> Result<Requests, AuthorizationError> {
        let requests = Requests::new(Policy::of(&self.settings.endpoint).await);
        requests.map_err(|error| AuthorizationError::new(Code::NoMetadata, error.to_string()))
    }

    fn keep(&self, kept: Kept) {
        if let Some(store) = &self.store
            && let Err(error) = store.keep(kept.clone())
        {
            tracing::warn!(%error, "the grant cannot be kept");
        }
        *self.kept() = Some(kept);
    }

    pub(super) fn grant(&self) -> Option<Grant> {
        self.kept().as_ref().map(|kept| kept.grant.clone())
    }

    pub(super) fn kept(&self) -> MutexGuard<'_, Option<Kept>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns whether a request was refused with the token of this grant.
pub(super) fn is_refused(kept: &Kept, refused: Option<&HeaderValue>) -> bool {
    let token = refused.and_then(|refused| refused.as_bytes().strip_prefix(b"Bearer "));
    token == Some(kept.grant.access_token.reveal().as_bytes())
}

/// The tokens of a grant.
pub(super) fn held(grant: &Grant) -> impl Iterator<Item = &Secret> {
    [&grant.access_token].into_iter().chain(&grant.refresh_token)
}

pub(super) fn unwritable(error: &std::io::Error) -> AuthorizationError {
    AuthorizationError::new(Code::RefreshFailed, format!("The file with the grants cannot be used: {error}"))
}

/// The time, in seconds since 1970.
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
