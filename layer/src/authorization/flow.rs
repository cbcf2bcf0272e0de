use std::collections::VecDeque;

use serde::{Deserialize, Serialize};
use url::Url;

use super::challenge::Challenge;
use super::client::Client;
use super::error::{AuthorizationError, AuthorizationErrorCode as Code};
use super::event::{Event, Phase};
use super::findings::Finding;
use super::grant::Grant;
use super::metadata::{ResourceMetadata, ServerMetadata};
use super::requests::{Claims, OutgoingRequest, TokenFor, encoded};
use super::secret::{Secret, without};
use super::settings::Settings;

/// Maximum length in characters of the message in a finding. Longer messages are cut off.
const MAX_FINDING: usize = 300;

/// Maximum number of events that a flow keeps. The oldest are dropped first.
const MAX_EVENTS: usize = 50;

/// A sign-in in progress.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Flow {
    pub(super) settings: Settings,
    pub(super) challenge: Challenge,
    pub(super) state: Secret,
    pub(super) verifier: Secret,
    pub(super) at: State,
    pub(super) resource: ResourceMetadata,
    pub(super) server: Option<ServerMetadata>,
    pub(super) client: Option<Client>,
    pub(super) scope: Option<String>,
    /// True if the authorization server is the MCP server itself, as in MCP 2025-03-26.
    pub(super) is_legacy: bool,
    /// The code or refresh token that was sent to request a token.
    pub(super) sent: Option<Secret>,
    events: VecDeque<Event>,
}

/// The input that a flow is waiting for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum State {
    Start,
    /// The resource metadata. The first of these URLs is requested next.
    Resource(VecDeque<Url>),
    /// The user's choice between these authorization servers.
    Issuer(Vec<String>),
    /// This authorization server's metadata. The first of these URLs is requested next.
    Server(String, VecDeque<Url>),
    Registration,
    /// The user's return from a visit that started at this time.
    Visit(u64),
    /// The client's signature.
    Signature(TokenFor),
    Token(TokenFor),
    Ended,
}

/// The next action that a program takes for a flow.
#[derive(Debug)]
pub enum Step {
    /// Send a request, and call [`Flow::respond`].
    Send(OutgoingRequest),
    /// Let the user choose between these authorization servers, and call [`Flow::choose`].
    Choose(Vec<String>),
    /// Let the user visit the URL, and call [`Flow::call_back`].
    Visit(Url),
    /// Sign the claims with the client's key, and call [`Flow::signed`].
    Sign(Claims),
    /// Use the grant.
    Granted(Box<Grant>),
    /// Give up.
    Failed(AuthorizationError),
}

pub(super) type Next = Result<Step, AuthorizationError>;

impl Flow {
    /// The number of random bytes that a flow needs.
    pub const RANDOM: usize = 64;

    /// Creates a sign-in for a server's challenge. The random bytes must come from a secure source.
    pub fn new(settings: Settings, challenge: Challenge, random: [u8; Self::RANDOM]) -> Self {
        let (state, verifier) = random.split_at(Self::RANDOM / 2);
        Self {
            settings,
            challenge,
            state: Secret::new(encoded(state)),
            verifier: Secret::new(encoded(verifier)),
            at: State::Start,
            resource: ResourceMetadata::default(),
            server: None,
            client: None,
            scope: None,
            is_legacy: false,
            sent: None,
            events: VecDeque::new(),
        }
    }

    /// The events so far, oldest first.
    pub fn events(&self) -> impl Iterator<Item = &Event> {
        self.events.iter()
    }

    /// The registered or chosen client, to be kept for the next sign-in at the same authorization server.
    pub fn client(&self) -> Option<&Client> {
        self.client.as_ref()
    }

    /// Starts the sign-in. Here and elsewhere, `now` is in seconds since 1970.
    pub fn start(&mut self, now: u64) -> Step {
        let next = self.begin();
        self.step(next, now)
    }

    /// Starts by refreshing an earlier grant.
    pub fn refresh(&mut self, grant: &Grant, now: u64) -> Step {
        let next = self.begin_refresh(grant, now);
        self.step(next, now)
    }

    /// Continues with the response to a request.
    pub fn respond(&mut self, status: u16, body: &[u8], now: u64) -> Step {
        self.amend(|event, secrets| event.respond(status, body, secrets));
        let next = match std::mem::replace(&mut self.at, State::Ended) {
            State::Resource(places) => self.resource_metadata(places, status, body),
            State::Server(issuer, places) => self.server_metadata(issuer, places, status, body, now),
            State::Registration => self.registered(status, body, now),
            State::Token(by) => self.issued(&by, status, body, now),
            State::Start | State::Issuer(_) | State::Visit(_) | State::Signature(_) | State::Ended => {
                Err(out_of_order())
            }
        };
        self.step(next, now)
    }

    /// Continues with the authorization server that the user has chosen from those offered.
    pub fn choose(&mut self, issuer: &str, now: u64) -> Step {
        let next = match std::mem::replace(&mut self.at, State::Ended) {
            State::Issuer(offered) if offered.iter().any(|one| one == issuer) => {
                self.look_for_server(issuer.to_owned())
            }
            _ => Err(out_of_order()),
        };
        self.step(next, now)
    }

    /// Continues with the query that the browser brought to the redirect URI.
    pub fn call_back(&mut self, query: &str, now: u64) -> Step {
        self.amend(|event, secrets| event.call_back(query, secrets));
        let next = self.called_back(query, now);
        self.step(next, now)
    }

    /// Continues with the client's signature, a JSON Web Token.
    pub fn signed(&mut self, assertion: &str, now: u64) -> Step {
        let next = match std::mem::replace(&mut self.at, State::Ended) {
            State::Signature(by) => self.request_token(by, Some(assertion)),
            _ => Err(out_of_order()),
        };
        self.step(next, now)
    }

    /// Ends the flow for a reason that only the program knows: a timeout, a blocked URL, or a response that is too
    /// large.
    pub fn fail(&mut self, error: AuthorizationError) -> Step {
        let now = self.events.back().map_or(0, |event| event.at);
        self.step(Err(error), now)
    }

    fn step(&mut self, next: Next, now: u64) -> Step {
        let phase = self.phase();
        let (event, step) = match next {
            Ok(Step::Send(request)) => {
                (Some(Event::request(phase, now, &request, &self.secrets())), Step::Send(request))
            }
            Ok(Step::Visit(url)) => {
                self.at = State::Visit(now);
                (Some(Event::visit(Phase::Authorization, now, &url, &self.secrets())), Step::Visit(url))
            }
            Ok(step) => (None, step),
            Err(error) => {
                let error = error.without(&self.secrets());
                self.at = State::Ended;
                (Some(Event::failure(phase, now, error.clone())), Step::Failed(error))
            }
        };
        if self.events.len() >= MAX_EVENTS {
            self.events.pop_front();
        }
        self.events.extend(event);
        step
    }

    /// Adds the response to the last event.
    fn amend(&mut self, change: impl FnOnce(&mut Event, &[&Secret])) {
        if let Some(mut event) = self.events.pop_back() {
            change(&mut event, &self.secrets());
            self.events.push_back(event);
        }
    }

    /// Adds findings to the last event.
    pub(super) fn found(&mut self, mut findings: Vec<Finding>) {
        let secrets = self.secrets();
        for finding in &mut findings {
            // Secrets that the server echoes are removed first, since the cut could leave a part of one.
            finding.message = without(&secrets, &finding.message).chars().take(MAX_FINDING).collect();
        }
        if let Some(event) = self.events.back_mut() {
            event.findings = findings;
        }
    }

    /// The secrets that a server knows, and could repeat in its messages.
    fn secrets(&self) -> Vec<&Secret> {
        let clients = self.client.iter().chain(&self.settings.known_clients);
        let of_clients = clients.filter_map(|client| client.secret.as_ref());
        let given = self.settings.client.as_ref().and_then(|client| client.secret.as_ref());
        let fixed = [&self.state, &self.verifier].into_iter().chain(self.sent.as_ref());
        fixed.chain(of_clients).chain(given).chain(&self.settings.held).collect()
    }

    fn phase(&self) -> Phase {
        match &self.at {
            State::Start | State::Resource(_) => Phase::ResourceMetadata,
            State::Issuer(_) | State::Server(..) => Phase::ServerMetadata,
            State::Registration => Phase::Registration,
            State::Visit(_) => Phase::Authorization,
            State::Signature(_) | State::Token(_) => Phase::Token,
            State::Ended => self.events.back().map_or(Phase::ResourceMetadata, |event| event.phase),
        }
    }
}

/// The error for a program that resumes a flow with input that the flow is not waiting for.
pub(super) fn out_of_order() -> AuthorizationError {
    AuthorizationError::new(Code::StateUnknown, "The sign-in is at another step. Start again.")
}
