//! `{prefix}/authorization`: the sign-in at the MCP server's authorization server, from the page.
//!
//! The explorer keeps nothing between two requests, so any instance with the same key can serve any request. The page
//! keeps the sign-in and, in the end, the grant, as strings that only the explorer can open.
//!
//! - `POST authorization` starts a sign-in, and `POST authorization/next` continues it: both proceed until the user has
//!   to act.
//! - `GET authorization/callback` is the redirect URI. Its document passes the answer to the page, which continues with
//!   it. So the answer is used only in the browser that started the sign-in, and no cookie is needed.
//! - `POST authorization/refresh` and `POST authorization/sign-out` renew and revoke a grant.
//! - `GET authorization/client.json` is the client's metadata document, if there is a public URL.
//!
//! The page sends the token as sealed credentials, like those entered under "Access" (see `access`).
//!
//! `address` is the page's URL, `drive` sends the requests, and `sealed` holds the strings that the page keeps.

mod address;
mod callback;
mod drive;
mod sealed;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use bytes::Bytes;
use futures_util::future::join_all;
use http::header::{HeaderMap, HeaderValue, WWW_AUTHENTICATE};
use http::{Response, StatusCode};
use http_body::Body;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use self::address::Address;
use self::drive::{Driver, Pause, now};
use self::sealed::{Granted, Seals, Waiting};
use super::access::sealed_token;
use super::response::{self, EndpointResult, ExplorerResponse};
use super::{Explorer, guard};
use crate::authorization::{AuthorizationError, AuthorizationErrorCode as Code, Challenge, Flow, Settings, SignIn};
use crate::backend::{Backend, RequestParts};
use crate::config::McpUiConfig;
use crate::endpoint::SignInAction;
use crate::headers::{self, JSON};
use crate::sealer::random_bytes;
use crate::setting::Setting;

/// Maximum number of concurrent requests for sign-ins, because each sends requests of its own. Additional requests get
/// 429.
const AT_ONCE: usize = 16;

/// Maximum time in seconds for the user to make a choice, complete a visit, or release a request, after which the
/// sign-in must be restarted.
const PATIENCE: u64 = 600;

/// Maximum number of grants that one request revokes. Additional grants are not revoked.
const MAX_GRANTS: usize = 10;

/// The state that all sign-in requests share.
#[derive(Debug)]
pub(super) struct Desk {
    settings: SignIn,
    seals: Seals,
    /// Counts the running requests: each holds a clone.
    requests: Arc<()>,
}

/// The request that starts a sign-in.
#[derive(Deserialize)]
struct Begin {
    /// The page's URL.
    page: String,
    /// The `WWW-Authenticate` header with which the MCP server asked for a token.
    challenge: Option<String>,
    /// The current grant, whose scopes are kept if the server asks for more.
    grant: Option<String>,
    #[serde(default)]
    stepwise: bool,
}

/// The request that continues a sign-in.
#[derive(Deserialize)]
struct Next {
    flow: String,
    /// The chosen authorization server.
    issuer: Option<String>,
    /// The query of the redirect URI.
    query: Option<String>,
    #[serde(default)]
    stepwise: bool,
}

#[derive(Deserialize)]
struct Refresh {
    grant: String,
}

#[derive(Deserialize)]
struct SignOut {
    grants: Vec<String>,
}

impl Desk {
    pub(super) fn new(config: &McpUiConfig) -> Option<Self> {
        let (settings, key) = config.sign_in.clone().zip(config.answer_key)?;
        let seals = Seals::new(&key, settings.issuers());
        Some(Self { settings, seals, requests: Arc::default() })
    }
}

/// Responds to a request below `{prefix}/authorization`. A failed sign-in has status 200 and the state `failed`.
///
/// 400 for a malformed body or a page at another URL, 404 if no sign-in is offered, and 429 for too many concurrent
/// requests.
pub(super) async fn respond<B: Body>(
    explorer: &Explorer,
    action: SignInAction,
    request: RequestParts,
    body: B,
    backend: &dyn Backend,
) -> EndpointResult {
    let desk = explorer.sign_in.as_ref().ok_or_else(response::no_sign_in)?;
    match action {
        SignInAction::Callback => return Ok(callback::document()),
        SignInAction::Client => {
            let metadata = desk.settings.client_metadata().ok_or_else(response::not_found)?;
            return Ok(response::json(StatusCode::OK, metadata));
        }
        SignInAction::Begin | SignInAction::Next | SignInAction::Refresh | SignInAction::SignOut => {}
    }
    let body = explorer.read(body).await?;
    let place = Arc::clone(&desk.requests);
    if Arc::strong_count(&place) > AT_ONCE + 1 {
        let message = "Too many people are signing in at the moment. Try again shortly.";
        return Err(response::error(StatusCode::TOO_MANY_REQUESTS, message));
    }
    let background = &explorer.config.background;
    let driver = Driver { sign_in: &desk.settings, background, backend, request };
    let session = Session { explorer, desk, driver };
    let state = match action {
        SignInAction::Begin => session.begin(parsed(&body)?).await?,
        SignInAction::Next => session.next(parsed(&body)?).await,
        SignInAction::Refresh => session.refresh(&parsed(&body)?).await,
        SignInAction::SignOut => session.sign_out(parsed(&body)?).await,
        SignInAction::Callback | SignInAction::Client => unreachable!("answered above"),
    };
    drop(place);
    Ok(private(&state))
}

fn parsed<T: DeserializeOwned>(body: &Bytes) -> Result<T, ExplorerResponse> {
    serde_json::from_slice(body)
        .map_err(|error| response::error(StatusCode::BAD_REQUEST, &format!("The body is malformed: {error}")))
}

/// Creates a JSON response that no cache stores.
fn private(state: &Value) -> ExplorerResponse {
    let mut response = Response::new(Bytes::from(state.to_string()).into());
    *response.headers_mut() = headers::of_stream(JSON);
    response
}

/// A request in a sign-in.
struct Session<'e> {
    explorer: &'e Explorer,
    desk: &'e Desk,
    driver: Driver<'e>,
}

impl Session<'_> {
    async fn begin(&self, begin: Begin) -> Result<Value, ExplorerResponse> {
        let bad_request = |why: String| response::error(StatusCode::BAD_REQUEST, &why);
        let sign_in = &self.desk.settings;
        let authority = guard::authority_of(&self.driver.request);
        let config = &self.explorer.config;
        let address = Address::check(&begin.page, sign_in.page(), authority.as_ref(), config).map_err(bad_request)?;
        let mut settings = sign_in.settings(address.endpoint.clone(), &address.page);
        let challenge = begin.challenge.and_then(|text| HeaderValue::try_from(text).ok());
        let challenge = Challenge::of(&HeaderMap::from_iter(challenge.map(|value| (WWW_AUTHENTICATE, value))));
        if let Some(grant) = begin.grant.filter(|_| challenge.is_insufficient_scope()) {
            let Some(Granted { grant, .. }) = self.desk.seals.open_grant(&grant) else {
                return Ok(failed(&self.foreign()));
            };
            settings.granted_scope = grant.scope;
            settings.held = grant.refresh_token.into_iter().chain([grant.access_token]).collect();
            settings.known_clients = vec![grant.client];
        }
        let random = random_bytes().ok_or_else(|| {
            response::error(StatusCode::INTERNAL_SERVER_ERROR, "The system provided no random numbers for the sign-in.")
        })?;
        let mut flow = Flow::new(settings, challenge, random);
        let first = flow.start(now());
        let pause = self.driver.drive(&mut flow, first, Some(&address), begin.stepwise).await;
        Ok(self.state(Waiting { flow, pending: None, page: address.page, since: now() }, pause))
    }

    async fn next(&self, next: Next) -> Value {
        let Some(mut waiting) = self.desk.seals.open(&next.flow) else { return failed(&self.foreign()) };
        let Some(address) = Address::of(waiting.page.as_str(), &self.explorer.config) else {
            return failed(&self.foreign());
        };
        if now().saturating_sub(waiting.since) > PATIENCE {
            let minutes = PATIENCE / 60;
            let message = format!("The sign-in has waited for more than {minutes} minutes. Start again.");
            return failed(&AuthorizationError::new(Code::FlowExpired, message));
        }
        let pause = match (waiting.pending.take(), next.issuer, next.query) {
            (Some(request), None, None) => self.driver.release(&mut waiting, request, &address, next.stepwise).await,
            (None, issuer, query) => {
                let flow = &mut waiting.flow;
                let step = match (issuer, query) {
                    (Some(issuer), _) => flow.choose(&issuer, now()),
                    (None, query) => flow.call_back(&query.unwrap_or_default(), now()),
                };
                self.driver.drive(flow, step, Some(&address), next.stepwise).await
            }
            (Some(_), _, _) => Pause::Failed(out_of_order()),
        };
        self.state(Waiting { since: now(), ..waiting }, pause)
    }

    async fn refresh(&self, refresh: &Refresh) -> Value {
        let Some(Granted { grant, sign_in }) = self.desk.seals.open_grant(&refresh.grant) else {
            return failed(&self.foreign());
        };
        let settings = Settings::new(grant.endpoint.clone(), grant.endpoint.clone());
        let mut flow = Flow::new(settings, Challenge::default(), [0; Flow::RANDOM]);
        let first = flow.refresh(&grant, now());
        match self.driver.drive(&mut flow, first, None, false).await {
            Pause::Granted(grant) => self.granted(&Granted { grant: *grant, sign_in }),
            Pause::Failed(error) => failed(&error),
            Pause::Request(_) | Pause::Choice(_) | Pause::Visit(_) => failed(&out_of_order()),
        }
    }

    /// Revokes the grants. Reports a failure only for the first grant: all others were replaced, and may have expired.
    async fn sign_out(&self, SignOut { grants }: SignOut) -> Value {
        let revoked = join_all(grants.iter().take(MAX_GRANTS).map(|text| self.revoke(text))).await;
        match revoked.into_iter().next() {
            Some(Err(error)) => failed(&error),
            _ => json!({ "state": "required", "events": [] }),
        }
    }

    async fn revoke(&self, text: &str) -> Result<(), AuthorizationError> {
        let Granted { grant, .. } = self.desk.seals.open_grant(text).ok_or_else(|| self.foreign())?;
        let Some(request) = grant.revocation() else { return Ok(()) };
        let (status, _) = self.driver.send_out(request).await?;
        if status < 400 {
            return Ok(());
        }
        let message =
            format!("You are signed out, but the authorization server refused to revoke the token ({status}).");
        Err(AuthorizationError::new(Code::NoMetadata, message))
    }

    /// Returns a sign-in's state, with its requests so far.
    fn state(&self, waiting: Waiting, pause: Pause) -> Value {
        let events = serde_json::to_value(waiting.flow.events().collect::<Vec<_>>()).unwrap_or_default();
        let issuer = waiting.flow.client().map(|client| client.issuer.clone());
        // The inner option is the request that the user has to release, if any.
        let (mut state, wait) = match pause {
            Pause::Request(request) => (json!({ "state": "waiting" }), Some(Some(request))),
            Pause::Choice(issuers) => (json!({ "state": "choosing", "issuers": issuers }), Some(None)),
            Pause::Visit(url) => (json!({ "state": "visiting", "url": url, "issuer": issuer }), Some(None)),
            Pause::Granted(grant) => {
                let sign_in = URL_SAFE_NO_PAD.encode(random_bytes::<16>().unwrap_or_default());
                (self.granted(&Granted { grant: *grant, sign_in }), None)
            }
            Pause::Failed(error) => (failed(&error), None),
        };
        state["events"] = events;
        if let Some(pending) = wait {
            state["flow"] = self.desk.seals.seal(&Waiting { pending, ..waiting }).into();
        }
        state
    }

    /// Returns the state after a sign-in: the sealed token for the header `Mcp-Ui-Access`, and the sealed grant.
    fn granted(&self, granted: &Granted) -> Value {
        let Granted { grant, sign_in } = granted;
        let sealer = self.explorer.access.as_ref();
        let Some(access) = sealer.and_then(|sealer| sealed_token(sealer, &grant.access_token, sign_in)) else {
            let message = "The authorization server issued a token that is too long to be sent with each request.";
            return failed(&AuthorizationError::new(Code::TooLarge, message));
        };
        json!({
            "state": "granted",
            "issuer": grant.client.issuer,
            "scope": grant.scope,
            "access": access,
            "mark": mark(grant.access_token.reveal()),
            "grant": self.desk.seals.seal_grant(granted),
            "isRefreshable": grant.refresh_token.is_some(),
            "freshSeconds": grant.stale_at().map(|at| at.saturating_sub(now())),
            "expiresSeconds": grant.expires_at.map(|at| at.saturating_sub(now())),
            "events": [],
        })
    }

    /// The error for a string that cannot be opened.
    fn foreign(&self) -> AuthorizationError {
        let names = self.explorer.config.setting_names;
        let set = |name| format!(" Instances that serve the same page must share a key: set {name} in all of them.");
        let set = names.hint(Setting::ANSWER_KEY, set);
        let message = format!(
            "The sign-in was started with another key: by another instance, or before a restart. Start again.{set}"
        );
        AuthorizationError::new(Code::StateUnknown, message)
    }
}

/// Returns a token's fingerprint, which the page uses to recognize and hide the token in the server's strings
/// (`ui/src/text/fingerprint.ts`).
fn mark(token: &str) -> Value {
    let hashes = [67_108_859_u64, 67_108_837]
        .map(|modulus| token.bytes().fold(0, |hash, byte| (hash * 65_599 + u64::from(byte)) % modulus));
    json!({ "length": token.len(), "hashes": hashes })
}

fn failed(error: &AuthorizationError) -> Value {
    json!({ "state": "failed", "code": error.code(), "message": error.to_string(), "events": [] })
}

fn out_of_order() -> AuthorizationError {
    AuthorizationError::new(Code::StateUnknown, "The sign-in is at another step. Start again.")
}
