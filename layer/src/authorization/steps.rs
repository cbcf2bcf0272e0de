//! The steps of a sign-in from one state to the next.

use std::collections::{HashSet, VecDeque};

use serde_json::Value;
use url::Url;

use super::client::{Client, ClientMethod, GivenClient};
use super::error::{AuthorizationError, AuthorizationErrorCode as Code};
use super::flow::{Flow, Next, State, Step, out_of_order};
use super::grant::{Grant, Issued};
use super::metadata::{ResourceMetadata, ServerMetadata};
use super::requests::{Authorization, Claims, OFFLINE, OutgoingRequest, TokenFor, TokenRequest};
use super::secret::{Secret, without};
use super::settings::Holder;
use super::{callback, findings, locations};

/// Maximum total length in bytes of the granted and the requested scopes. Longer scopes end the sign-in with an error.
const MAX_SCOPES: usize = 4 * 1024;

/// Maximum number of authorization servers offered to the user. Additional servers are dropped.
const MAX_ISSUERS: usize = 20;

/// The lifetime of the client's signature in seconds, after which the authorization server refuses it.
const ASSERTION: u64 = 300;

impl Flow {
    pub(super) fn begin(&mut self) -> Next {
        let endpoint = &self.settings.endpoint;
        locations::parse(endpoint.as_str(), endpoint)?;
        let places = match &self.challenge.resource_metadata {
            Some(named) => vec![locations::parse(named, endpoint)?],
            None => locations::of_resource(endpoint),
        };
        self.look_for_resource(places.into())
    }

    fn look_for_resource(&mut self, places: VecDeque<Url>) -> Next {
        if let Some(place) = places.front() {
            let request = OutgoingRequest::get(place.clone());
            self.at = State::Resource(places);
            return Ok(Step::Send(request));
        }
        if self.challenge.resource_metadata.is_some() {
            return Err(no_metadata(format!("{} points to metadata that does not exist.", self.settings.endpoint)));
        }
        if self.settings.allowed_issuers.is_some() {
            let message = format!("{} has no metadata that names its authorization server.", self.settings.endpoint);
            return Err(no_metadata(message));
        }
        // In MCP 2025-03-26, which has no resource metadata, the server itself is the authorization server.
        self.is_legacy = true;
        let issuer = locations::origin(&self.settings.endpoint);
        self.look_for_server(issuer)
    }

    pub(super) fn resource_metadata(&mut self, mut places: VecDeque<Url>, status: u16, body: &[u8]) -> Next {
        check_reachable(places.front(), status)?;
        let found = ResourceMetadata::parse(body).filter(|_| status == 200);
        let Some(found) = found else {
            places.pop_front();
            return self.look_for_resource(places);
        };
        self.found(findings::of_resource(&self.challenge, &document(body)));
        found.check(&self.settings.endpoint)?;
        self.resource = found;
        self.choose_issuer()
    }

    /// Chooses the authorization server: the requested one, one that knows the client, or the only usable one. If
    /// several are usable, the user chooses.
    fn choose_issuer(&mut self) -> Next {
        let is_allowed = |issuer: &&String| self.settings.allows(issuer);
        let named: Vec<&String> = self.resource.authorization_servers.iter().filter(is_allowed).collect();
        let is_wanted = |issuer: &&String| {
            let wanted = self.settings.issuer.as_ref();
            wanted.is_some_and(|wanted| locations::is_same_issuer(issuer, wanted))
        };
        let is_known = |issuer: &&String| self.settings.known_clients.iter().any(|client| client.issuer == **issuer);
        let first = *named.first().ok_or_else(|| self.settings.none_allowed(&self.resource.authorization_servers))?;
        let chosen = named.iter().copied().find(is_wanted).or_else(|| named.iter().copied().find(is_known));
        let is_open = chosen.is_none() && self.settings.issuer.is_none();
        if is_open && self.settings.holder != Holder::Client {
            let mut seen = HashSet::new();
            let is_new = |issuer: &&String| {
                locations::parse(issuer, &self.settings.endpoint).is_ok_and(|url| seen.insert(String::from(url)))
            };
            let offered: Vec<String> = named.iter().copied().filter(is_new).take(MAX_ISSUERS).cloned().collect();
            if let [only] = &offered[..] {
                return self.look_for_server(only.clone());
            }
            if !offered.is_empty() {
                self.at = State::Issuer(offered.clone());
                return Ok(Step::Choose(offered));
            }
        }
        let issuer = chosen.unwrap_or(first).clone();
        self.look_for_server(issuer)
    }

    pub(super) fn look_for_server(&mut self, issuer: String) -> Next {
        if let Some(wanted) = self.settings.issuer.as_ref().filter(|wanted| !locations::is_same_issuer(&issuer, wanted))
        {
            let message = format!("{} does not name the authorization server {wanted}.", self.settings.endpoint);
            return Err(AuthorizationError::new(Code::IssuerMismatch, message));
        }
        let url = locations::parse(&issuer, &self.settings.endpoint)?;
        let places = locations::of_issuer(&url).into();
        self.look_for_server_at(issuer, places)
    }

    fn look_for_server_at(&mut self, issuer: String, places: VecDeque<Url>) -> Next {
        let place = places.front().cloned();
        let place = place.ok_or_else(|| no_metadata(format!("The authorization server {issuer} has no metadata.")))?;
        self.at = State::Server(issuer, places);
        Ok(Step::Send(OutgoingRequest::get(place)))
    }

    pub(super) fn server_metadata(
        &mut self,
        issuer: String,
        mut places: VecDeque<Url>,
        status: u16,
        body: &[u8],
        now: u64,
    ) -> Next {
        check_reachable(places.front(), status)?;
        let found = ServerMetadata::parse(body).filter(|_| status == 200);
        let server = if let Some(found) = found {
            let scopes = self.resource.scopes_supported.as_deref().unwrap_or_default();
            self.found(findings::of_server(&document(body), scopes));
            found.check(&issuer)?;
            found
        } else {
            places.pop_front();
            if !places.is_empty() || !self.is_legacy {
                return self.look_for_server_at(issuer, places);
            }
            ServerMetadata::at_origin(&self.settings.endpoint)
        };
        self.scope = self.wanted_scope(&server)?;
        self.server = Some(server);
        self.find_client(now)
    }

    /// Returns the scopes to request: the chosen scopes, those that the server has asked for, or those that it
    /// supports. Scopes from an earlier grant are added.
    fn wanted_scope(&self, server: &ServerMetadata) -> Result<Option<String>, AuthorizationError> {
        let supported = || self.resource.scopes_supported.as_ref().map(|scopes| scopes.join(" "));
        let asked = self.settings.scope.clone().or_else(|| self.challenge.scope.clone()).or_else(supported);
        let (granted, asked) = (self.settings.granted_scope.as_deref().unwrap_or_default(), asked.unwrap_or_default());
        if granted.len() + asked.len() > MAX_SCOPES {
            let message = format!("{} asks for more than {MAX_SCOPES} bytes of scopes.", self.settings.endpoint);
            return Err(AuthorizationError::new(Code::TooLarge, message));
        }
        let mut seen = HashSet::new();
        let held = granted.split_whitespace().filter(|scope| seen.insert(*scope)).count();
        seen.clear();
        let all = granted.split_whitespace().chain(asked.split_whitespace());
        let mut scopes: Vec<&str> = all.filter(|scope| seen.insert(*scope)).collect();
        if self.challenge.is_insufficient_scope() && scopes.len() == held {
            let message = format!("{} refuses the scopes {granted:?}, and names no others.", self.settings.endpoint);
            return Err(AuthorizationError::new(Code::ScopeUnreachable, message));
        }
        // The scope `offline_access` requests a refresh token.
        let offers_refresh =
            server.scopes_supported.as_ref().is_some_and(|scopes| scopes.iter().any(|it| it == OFFLINE));
        if offers_refresh && !scopes.contains(&OFFLINE) {
            scopes.push(OFFLINE);
        }
        Ok(Some(scopes.join(" ")).filter(|scopes| !scopes.is_empty()))
    }

    fn find_client(&mut self, now: u64) -> Next {
        let server = self.server()?.clone();
        let known = self.settings.known_clients.iter().find(|client| client.issuer == server.issuer).cloned();
        let found =
            Client::given(&self.settings, &server)?.or(known).or_else(|| Client::by_metadata(&self.settings, &server));
        if let Some(client) = found {
            self.client = Some(client);
            return self.authorize(now);
        }
        // Check the endpoint first, so as not to register at a server where nobody could sign in.
        self.visited_endpoint()?;
        let Some(url) = server.registration_endpoint(&self.settings.endpoint)? else {
            let message = format!(
                "The authorization server {} does not know this client, and does not register new ones. Register a \
                 client there, and give its id.",
                server.issuer
            );
            return Err(AuthorizationError::new(Code::NoClient, message));
        };
        let body = Client::registration(&self.settings, &server);
        self.at = State::Registration;
        Ok(Step::Send(OutgoingRequest::post_json(url, body)))
    }

    pub(super) fn registered(&mut self, status: u16, body: &[u8], now: u64) -> Next {
        self.client = Some(Client::registered(self.server()?, status, body)?);
        self.authorize(now)
    }

    /// Sends the user to the authorization server, or requests a token for the client itself.
    fn authorize(&mut self, now: u64) -> Next {
        let server = self.server()?;
        let has_credentials = self.settings.client.as_ref().is_some_and(GivenClient::has_credentials);
        let may_be_alone = has_credentials && server.grants("client_credentials");
        let holder = self.settings.holder;
        let is_alone = match holder {
            Holder::Client => may_be_alone,
            Holder::Either => may_be_alone && !server.grants("authorization_code"),
            Holder::Person => false,
        };
        if is_alone {
            return self.token(TokenFor::Client, now);
        }
        if holder == Holder::Client {
            let message = format!("{} requires a person to sign in.", self.settings.endpoint);
            return Err(AuthorizationError::new(Code::NoClient, message));
        }
        let endpoint = self.visited_endpoint()?;
        let authorization = Authorization {
            client: self.client.as_ref().ok_or_else(out_of_order)?,
            redirect_uri: &self.settings.redirect_uri,
            resource: self.resource_parameter(),
            scope: self.scope.as_deref(),
            state: &self.state,
            verifier: &self.verifier,
        };
        Ok(Step::Visit(authorization.url(&endpoint)?))
    }

    /// Returns the endpoint that the user visits, after checking that the steps after the visit are possible.
    fn visited_endpoint(&self) -> Result<Url, AuthorizationError> {
        let server = self.server()?;
        if !self.is_legacy {
            server.check_pkce()?;
        }
        server.token_endpoint(&self.settings.endpoint)?;
        server.authorization_endpoint(&self.settings.endpoint)
    }

    /// Returns the value of `resource` exactly as in the metadata, or `None` in MCP 2025-03-26, which has no such
    /// parameter.
    fn resource_parameter(&self) -> Option<&str> {
        self.resource.resource.as_deref()
    }

    pub(super) fn called_back(&mut self, query: &str, now: u64) -> Next {
        let State::Visit(since) = self.at else { return Err(out_of_order()) };
        let code = callback::code(query, &self.state, self.server()?, now.saturating_sub(since))?;
        let by =
            TokenFor::Code { code, verifier: self.verifier.clone(), redirect_uri: self.settings.redirect_uri.clone() };
        self.token(by, now)
    }

    pub(super) fn begin_refresh(&mut self, grant: &Grant, now: u64) -> Next {
        let Some(token) = grant.refresh_token.clone() else {
            let message = format!("There is no refresh token for {}. Sign in again.", grant.client.issuer);
            return Err(AuthorizationError::new(Code::RefreshFailed, message));
        };
        self.resource.resource.clone_from(&grant.resource);
        self.scope.clone_from(&grant.scope);
        self.client = Some(grant.client.clone());
        self.server = Some(ServerMetadata::known(
            &grant.client.issuer,
            &grant.token_endpoint,
            grant.revocation_endpoint.as_ref(),
        ));
        self.token(TokenFor::Refresh(token), now)
    }

    /// Requests a token, after a signature if the client has a key.
    fn token(&mut self, by: TokenFor, now: u64) -> Next {
        let client = self.client.as_ref().ok_or_else(out_of_order)?;
        if client.method != ClientMethod::PrivateKeyJwt {
            return self.request_token(by, None);
        }
        let claims = Claims {
            iss: client.id.clone(),
            sub: client.id.clone(),
            aud: client.issuer.clone(),
            jti: self.state.reveal().to_owned(),
            iat: now,
            exp: now + ASSERTION,
        };
        self.at = State::Signature(by);
        Ok(Step::Sign(claims))
    }

    pub(super) fn request_token(&mut self, by: TokenFor, assertion: Option<&str>) -> Next {
        let endpoint = self.server()?.token_endpoint(&self.settings.endpoint)?;
        let request = TokenRequest {
            client: self.client.as_ref().ok_or_else(out_of_order)?,
            resource: self.resource_parameter(),
            scope: self.scope.as_deref(),
            by: &by,
            assertion,
        };
        let request = request.to(endpoint);
        self.sent = match &by {
            TokenFor::Code { code: secret, .. } | TokenFor::Refresh(secret) => Some(secret.clone()),
            TokenFor::Client => None,
        };
        self.at = State::Token(by);
        Ok(Step::Send(request))
    }

    pub(super) fn issued(&mut self, by: &TokenFor, status: u16, body: &[u8], now: u64) -> Next {
        // A server that is busy or broken now may still renew the grant later.
        let is_temporary = status == 429 || status >= 500;
        let is_final = matches!(by, TokenFor::Refresh(_)) && !is_temporary;
        let refusal = if is_final { Code::RefreshFailed } else { Code::TokenRefused };
        let server = self.server()?;
        let issued = Issued::parse(&server.issuer, status, body, refusal)?;
        // The refresh token is kept unless the response has a new one.
        let kept = if let TokenFor::Refresh(token) = by { Some(token.clone()) } else { None };
        let tokens: Vec<&Secret> = [&issued.access_token].into_iter().chain(&issued.refresh_token).collect();
        // If the response has no scope, the requested scope was granted (RFC 6749, section 5.1).
        let scope = issued.scope.as_deref().map(|scope| without(&tokens, scope)).or_else(|| self.scope.clone());
        let grant = Box::new(Grant {
            endpoint: self.settings.endpoint.clone(),
            resource: self.resource.resource.clone(),
            client: self.client.clone().ok_or_else(out_of_order)?,
            token_endpoint: server.token_endpoint(&self.settings.endpoint)?,
            revocation_endpoint: server.revocation_endpoint(&self.settings.endpoint),
            access_token: issued.access_token,
            refresh_token: issued.refresh_token.or(kept),
            scope,
            issued_at: now,
            expires_at: issued.expires_in.map(|seconds| now.saturating_add(seconds)),
        });
        self.found(findings::of_grant(&grant, self.scope.as_deref()));
        Ok(Step::Granted(grant))
    }

    fn server(&self) -> Result<&ServerMetadata, AuthorizationError> {
        self.server.as_ref().ok_or_else(out_of_order)
    }
}

fn document(body: &[u8]) -> Value {
    serde_json::from_slice(body).unwrap_or_default()
}

fn no_metadata(message: String) -> AuthorizationError {
    AuthorizationError::new(Code::NoMetadata, message)
}

/// Fails after a server error (status 500 or above), so that no other place is tried.
fn check_reachable(place: Option<&Url>, status: u16) -> Result<(), AuthorizationError> {
    if status < 500 {
        return Ok(());
    }
    let place = place.map(Url::as_str).unwrap_or_default();
    Err(no_metadata(format!("{place} responded with {status}.")))
}
