//! The explorer's endpoints, and the guards in front of them. They depend on no framework: each turns a request's parts
//! and body into a response.
//!
//! [`Explorer::respond`] is the entry point. A request passes through these steps, and the first step that refuses it
//! determines the response:
//!
//! - `guard`: malformed authority (421, 400), disabled execution (403), foreign host (421), frame (403), foreign site
//!   (403).
//! - the endpoint table: unknown path (404), wrong method (405), malformed name (400).
//! - `authorize`: the auth hook (401, 504).
//! - the endpoint: `page`, `tools`, `call`, `live`, `answer`, `validate`, `findings`, `resources`, `server`, `access`,
//!   `sandbox`, `sign_in`, `uis` and `traffic`, each in its own file or folder.
//! - `backend_request` and `read_body` limit backend requests and request bodies.
//! - `unread` lets the client read a response that comes before its request is complete.
//!
//! `response` defines the form of all responses, and `conditional` adds `ETag`s. Except for the event streams in `live`
//! and `traffic`, every explorer response has its whole body in memory.
//!
//! | status | reasons |
//! |---|---|
//! | 200, 304 | the endpoint has answered; the client already has the representation |
//! | 400 | several `Host` headers; a malformed name, query or body; an incomplete body; non-object arguments |
//! | 401 | the auth hook, the handler or the MCP server refuses the caller |
//! | 403 | disabled execution, a frame, a foreign site, an app that is not allowed, or the MCP server |
//! | 404, 405 | an unknown path, tool or resource; a known path with another method |
//! | 409, 410 | an answer to a question already answered, or asked too long ago; a story whose name is taken |
//! | 408, 413 | a request body that is late or too large |
//! | 421 | a foreign or malformed host |
//! | 429 | the MCP server limits the caller; too many event streams are open, or too many sign-ins are in progress |
//! | 500 | a tool that reports an error; a wrong configuration; a panic in the explorer |
//! | 501 | validation in a build without it |
//! | 502, 504 | the backend fails or is late, or the auth hook is late |
//! | 503 | all requests together buffer too much |

mod access;
mod answer;
mod app_hash;
mod authorize;
mod backend_request;
mod call;
mod conditional;
mod findings;
mod guard;
mod live;
mod page;
mod read_body;
mod resources;
mod response;
mod sandbox;
mod server;
#[cfg_attr(not(feature = "authorization"), path = "no_sign_in.rs")]
mod sign_in;
mod tools;
#[cfg(feature = "traffic")]
mod traffic;
#[cfg(feature = "uis")]
mod uis;
mod unread;
#[cfg_attr(not(feature = "validate"), path = "no_validate.rs")]
mod validate;

use std::pin::pin;
use std::sync::Arc;

use http::request::Parts;
use http::{HeaderMap, Method, Request, StatusCode, Uri};
use http_body::Body;

use self::conditional::Conditional;
#[cfg(feature = "embedding")]
pub(crate) use self::page::servers;
use self::response::EndpointResult;
pub(crate) use self::response::ExplorerResponse;
#[cfg(feature = "embedding")]
pub(crate) use self::response::error as error_response;
use self::unread::{Framing, Plain, Watched};
use crate::auth::Identity;
use crate::backend::{Backend, CLIENT_OPTIONS, ClientOptions, Listing};
use crate::budget::Budget;
use crate::catch_panic::{Panicked, catch_panic};
use crate::config::McpUiConfig;
use crate::constants;
use crate::endpoint::{Endpoint, Matched, Mismatch, Permission};
use crate::sealer::Sealer;
use crate::validate::Validators;

/// Maximum number of open event streams for all callers together. Additional requests get 429.
const EVENT_STREAMS: usize = 64;

/// Maximum number of open traffic streams for all callers together. Additional requests get 429.
const TRAFFIC_STREAMS: usize = 16;

/// The explorer's state, created once with the layer.
///
/// Except for stream counts, nothing in the state belongs to a caller: the page depends only on the configuration, and
/// the validators only on schemas.
#[derive(Debug)]
pub(crate) struct Explorer {
    pub(crate) config: McpUiConfig,
    budget: Budget,
    page: page::Page,
    validators: Arc<Validators>,
    /// Opens the page's credentials. `None` without a key.
    access: Option<Sealer>,
    /// `None` if no sign-in is offered.
    sign_in: Option<sign_in::Desk>,
    streams: live::Streams,
    traffic_streams: live::Streams,
}

impl Explorer {
    /// Creates the explorer, and fills in the page. Cannot fail, because a configuration is always valid.
    pub(crate) fn new(config: McpUiConfig, budget: Budget) -> Self {
        let page = page::Page::new(&config);
        let validators = Arc::new(Validators::new(constants::CACHED_BYTES));
        let (streams, traffic_streams) = (live::Streams::new(EVENT_STREAMS), live::Streams::new(TRAFFIC_STREAMS));
        let (access, sign_in) = (access::sealer(&config), sign_in::Desk::new(&config));
        Self { config, budget, page, validators, access, sign_in, streams, traffic_streams }
    }

    /// Creates an explorer with changed settings.
    #[cfg(any(feature = "traffic", feature = "uis"))]
    pub(crate) fn with(&self, change: impl FnOnce(&mut McpUiConfig)) -> Self {
        let mut config = self.config.clone();
        change(&mut config);
        Self::new(config, self.budget.clone())
    }

    /// Returns whether a request belongs to the explorer: all paths under the prefix, and every path on the sandbox
    /// origin, so that apps cannot reach the inner service from their own origin.
    ///
    /// On the sandbox origin, every request except one for the sandbox document gets 404.
    #[inline]
    pub(crate) fn owns(&self, uri: &Uri, headers: &HeaderMap) -> bool {
        self.config.prefix.strip(uri.path()).is_some() || guard::is_for_sandbox(&self.config, uri, headers)
    }

    /// Responds to a request that belongs to the explorer.
    ///
    /// Never fails: a client, backend or explorer error, panics included, becomes a response. Dropping the future
    /// cancels everything that the request has started.
    pub(crate) async fn respond<B>(&self, request: Request<B>, backend: &Arc<dyn Backend>) -> ExplorerResponse
    where
        B: Body + Send,
    {
        let framing = Framing::of(&request);
        let (request, body) = request.into_parts();
        let body = pin!(Plain { body });
        self.respond_to(request, Watched::new(body), framing, backend).await
    }

    async fn respond_to(
        &self,
        mut request: Parts,
        mut body: Watched<'_>,
        framing: Framing,
        backend: &Arc<dyn Backend>,
    ) -> ExplorerResponse {
        let method = request.method.clone();
        if let Some(name) = &self.config.identity_header
            && let Some(identity) = Identity::in_header(&request.headers, name)
        {
            request.extensions.insert(identity);
        }
        let mut response = match catch_panic("the explorer", self.dispatch(request, &mut body, backend)).await {
            Ok(Ok(response) | Err(response)) => response,
            Err(Panicked) => {
                response::error(StatusCode::INTERNAL_SERVER_ERROR, "Internal error. See the server's log for details.")
            }
        };
        // A runtime without timers can panic in `settle`. The response is already complete, and is sent nevertheless.
        let settled = framing.settle(body, &self.config.background, &mut response);
        let _ = catch_panic("the runtime", settled).await;
        response::for_method(&method, response)
    }

    /// Runs the guards, then the endpoint. `Err` is also a response, so that `?` ends the request.
    async fn dispatch<B: Body>(&self, mut request: Parts, body: B, shared: &Arc<dyn Backend>) -> EndpointResult {
        let backend = &**shared;
        let path = self.config.prefix.strip(request.uri.path());
        let matched = path.map_or(Matched::UNKNOWN, |path| Matched::of(&request.method, path));
        let endpoint = self.admit(&request, matched)?;
        let name = matched.name().ok_or_else(response::malformed_name)?.into_owned();
        access::open(self, &mut request.headers, &mut request.extensions)?;
        if let Some(value) = request.headers.get(CLIENT_OPTIONS) {
            let options = ClientOptions::in_header(value);
            let options = options.map_err(|why| response::error(StatusCode::BAD_REQUEST, &why))?;
            request.extensions.insert(options);
        }
        let request = self.authorize_for(matched.permission, request).await?;
        // Large futures are boxed, so that they do not enlarge every request's future.
        match endpoint {
            Endpoint::Page => Ok(self.page.respond(&request.headers)),
            Endpoint::Script(part) => self.page.respond_script(part, &request.headers),
            Endpoint::Tools => tools::list(self, &request, backend).await,
            Endpoint::Tool => tools::detail(self, &request, &name, backend).await,
            Endpoint::Call => Box::pin(call::respond(self, request, body, &name, backend)).await,
            Endpoint::Validate => Box::pin(validate::respond(self, request, body, &name, backend)).await,
            Endpoint::Findings => Box::pin(findings::respond(self, body)).await,
            Endpoint::Server => server::respond(self, &request, backend).await,
            Endpoint::Resources => resources::list(self, &request, Listing::Resources, backend).await,
            Endpoint::ResourceTemplates => resources::list(self, &request, Listing::Templates, backend).await,
            Endpoint::ReadResource => resources::read(self, &request, backend).await,
            Endpoint::Live(method) => Box::pin(live::respond(self, request, body, method, Arc::clone(shared))).await,
            Endpoint::Events => Box::pin(live::changes::respond(self, request, Arc::clone(shared))).await,
            #[cfg(feature = "traffic")]
            Endpoint::Traffic => traffic::respond(self, &request),
            #[cfg(feature = "traffic")]
            Endpoint::RedactTraffic => Box::pin(traffic::redact(self, &request, body)).await,
            #[cfg(not(feature = "traffic"))]
            Endpoint::Traffic | Endpoint::RedactTraffic => Err(response::not_found()),
            Endpoint::Access => Box::pin(access::seal(self, body)).await,
            Endpoint::Answer => Box::pin(answer::respond(self, request, body, backend)).await,
            Endpoint::SignIn(action) => Box::pin(sign_in::respond(self, action, request, body, backend)).await,
            Endpoint::Sandbox => sandbox::respond(self, &request),
            Endpoint::SandboxPolicy => Box::pin(sandbox::policy(self, &request, body)).await,
            #[cfg(feature = "uis")]
            Endpoint::Uis => uis::list(self, &request),
            #[cfg(feature = "uis")]
            Endpoint::CheckUi => Box::pin(uis::check(self, body, &name)).await,
            #[cfg(feature = "uis")]
            Endpoint::SaveStory => Box::pin(uis::save_story(self, request, body, &name)).await,
            #[cfg(feature = "uis")]
            Endpoint::UiRuntime => uis::runtime(self, &request),
            #[cfg(feature = "uis")]
            Endpoint::HostedUi => uis::document(self, &request, &name),
            #[cfg(not(feature = "uis"))]
            Endpoint::Uis | Endpoint::CheckUi | Endpoint::SaveStory | Endpoint::UiRuntime | Endpoint::HostedUi => {
                Err(response::not_found())
            }
        }
    }

    /// Applies the guards and returns a request's endpoint.
    ///
    /// The order is part of the protocol: a call gets 403 for disabled execution before the host is checked, and an
    /// unknown path gets 404 only after all guards.
    fn admit(&self, request: &Parts, matched: Matched<'_>) -> Result<Endpoint, ExplorerResponse> {
        if let Some(error) = &self.config.error {
            return Err(response::error(StatusCode::INTERNAL_SERVER_ERROR, &error.to_string()));
        }
        if guard::is_for_sandbox(&self.config, &request.uri, &request.headers) {
            guard::check_sandbox(matched)?;
        } else {
            guard::check_authority(request)?;
            if matched.permission == Permission::Execution
                && matched.endpoint.is_ok()
                && !self.config.execution.is_enabled()
            {
                return Err(response::execution_disabled());
            }
            guard::check_host(&self.config, request, matched.permission)?;
            guard::check_destination(&self.config, request, matched.permission)?;
            // Without this check, a web page could use up all event streams that the explorer allows.
            if request.method == Method::POST || matches!(matched.endpoint, Ok(Endpoint::Events | Endpoint::Traffic)) {
                guard::check_site(&self.config, request)?;
            }
        }
        matched.endpoint.map_err(|mismatch| match mismatch {
            Mismatch::UnknownPath => response::not_found(),
            Mismatch::MethodNotAllowed(allow) => response::method_not_allowed(allow),
        })
    }
}
