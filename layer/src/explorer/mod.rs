//! The explorer's endpoints, and the guards in front of them. They depend on no framework: each turns a request's parts
//! and body into a response.

mod app_hash;
mod call;
mod conditional;
mod guard;
mod page;
mod read_body;
mod resources;
mod response;
mod sandbox;
mod tools;
mod unread;
#[cfg_attr(not(feature = "validate"), path = "validate/absent.rs")]
mod validate;

use std::any::Any;
use std::fmt;
use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::pin::pin;
use std::sync::Arc;

use futures_util::future::FutureExt as _;
use http::request::Parts;
use http::{HeaderMap, Method, Request, StatusCode, Uri};
use http_body::Body;

pub(crate) use self::conditional::Conditional;
use self::response::EndpointResult;
pub(crate) use self::response::ExplorerResponse;
pub(crate) use self::response::error as error_response;
use crate::auth::Identity;
use crate::backend::{Backend, Listing, RequestParts, ToolsError};
use crate::budget::Budget;
use crate::config::{McpUiConfig, Setting, constants};
use crate::route::{Action, Route, decode_name};

/// The state of the explorer, created once with the layer.
#[derive(Debug)]
pub(crate) struct Explorer {
    pub(crate) config: McpUiConfig,
    budget: Budget,
    page: page::Page,
    validators: validate::Validators,
}

impl Explorer {
    pub(crate) fn new(config: McpUiConfig, budget: Budget) -> Self {
        let page = page::Page::new(&config);
        let validators = validate::Validators::new(constants::CACHED_BYTES);
        Self { config, budget, page, validators }
    }

    /// Returns whether a request belongs to the explorer: all paths under the prefix, and every path on the sandbox
    /// origin, so that apps cannot reach the inner service from their own origin.
    #[inline]
    pub(crate) fn owns(&self, uri: &Uri, headers: &HeaderMap) -> bool {
        self.config.prefix.route(uri.path()).is_some() || guard::is_for_sandbox(&self.config, uri, headers)
    }

    /// Responds to a request that belongs to the explorer.
    pub(crate) async fn respond<B: Body>(&self, request: Request<B>, backend: &dyn Backend) -> ExplorerResponse {
        let framing = unread::Framing::of(&request);
        let (mut request, body) = request.into_parts();
        let body = pin!(body);
        let mut body = unread::Watched::new(body);
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
        framing.settle(body, &self.config.background, &mut response).await;
        response::for_method(&method, response)
    }

    async fn dispatch<B: Body>(&self, request: Parts, body: B, backend: &dyn Backend) -> EndpointResult {
        // Large futures are boxed, so that they do not enlarge the future of every request.
        match self.endpoint(&request)? {
            Endpoint::Page => Ok(self.page.respond(&request.headers)),
            Endpoint::List => self.list(request, backend).await,
            Endpoint::Server => self.server(request, backend).await,
            Endpoint::Detail(name) => self.detail(request, &name, backend).await,
            Endpoint::Resources(listing) => self.resources(request, listing, backend).await,
            Endpoint::Resource => self.read_resource(request, backend).await,
            Endpoint::Sandbox => self.sandbox(&request),
            Endpoint::SandboxPolicy => Box::pin(self.sandbox_policy(&request, body)).await,
            Endpoint::Call(name) => Box::pin(self.call(request, body, &name, backend)).await,
            Endpoint::Validate(name) => Box::pin(self.validate(request, body, &name, backend)).await,
        }
    }

    /// Applies the guards and returns the endpoint of a request.
    fn endpoint(&self, request: &Parts) -> Result<Endpoint, ExplorerResponse> {
        if let Some(error) = &self.config.error {
            return Err(response::error(StatusCode::INTERNAL_SERVER_ERROR, &error.to_string()));
        }
        let route = self.config.prefix.route(request.uri.path()).unwrap_or(Route::Unknown);
        if guard::is_for_sandbox(&self.config, &request.uri, &request.headers) {
            return guard::check_sandbox(request, route).map(|()| Endpoint::Sandbox);
        }
        guard::check_authority(request)?;
        let posted = match route {
            Route::Tool(rest) => Action::of(rest),
            _ => None,
        };
        let calls = request.method == Method::POST && matches!(posted, Some(Action::Call(_)));
        if calls && !self.config.execution.is_enabled() {
            return Err(response::execution_disabled());
        }
        self.guard(request, route)?;
        match (request.method.as_str(), route, posted) {
            (_, Route::Unknown, _) => Err(response::not_found()),
            ("GET" | "HEAD", Route::Page, _) => Ok(Endpoint::Page),
            ("GET" | "HEAD", Route::List, _) => Ok(Endpoint::List),
            ("GET" | "HEAD", Route::Server, _) => Ok(Endpoint::Server),
            ("GET" | "HEAD", Route::Tool(name), _) => decoded(name).map(Endpoint::Detail),
            ("GET" | "HEAD", Route::Resources, _) => Ok(Endpoint::Resources(Listing::Resources)),
            ("GET" | "HEAD", Route::ResourceTemplates, _) => Ok(Endpoint::Resources(Listing::Templates)),
            ("GET" | "HEAD", Route::Resource, _) => Ok(Endpoint::Resource),
            ("GET" | "HEAD", Route::Sandbox, _) => Ok(Endpoint::Sandbox),
            ("POST", Route::SandboxPolicy, _) => Ok(Endpoint::SandboxPolicy),
            (_, Route::SandboxPolicy, _) => Err(response::method_not_allowed("POST")),
            ("POST", _, Some(Action::Call(name))) => decoded(name).map(Endpoint::Call),
            ("POST", _, Some(Action::Validate(name))) => decoded(name).map(Endpoint::Validate),
            (_, _, Some(_)) => Err(response::method_not_allowed("GET, HEAD, POST")),
            _ => Err(response::method_not_allowed("GET, HEAD")),
        }
    }

    fn guard(&self, request: &Parts, route: Route<'_>) -> Result<(), ExplorerResponse> {
        guard::check_host(&self.config, request, route)?;
        guard::check_destination(&self.config, request, route)?;
        if request.method == Method::POST {
            guard::check_site(&self.config, request)?;
        }
        Ok(())
    }

    /// Runs a request to the backend, within the configured timeout. `what` names it in messages.
    async fn call_backend<T>(
        &self,
        what: &str,
        call: impl Future<Output = Result<T, ToolsError>>,
    ) -> Result<T, ExplorerResponse> {
        let limit = self.config.timeouts.list;
        match self.config.background.timeout(limit, catch_panic("the source of the tools", call)).await {
            Ok(Ok(Ok(result))) => Ok(result),
            Ok(Ok(Err(failure))) => {
                if failure.is_refusal() {
                    tracing::debug!(error = %failure, "the source of the tools refused to {what} for this caller");
                } else {
                    tracing::warn!(error = %failure, "the source of the tools failed to {what}");
                }
                Err(response::tools_error(failure))
            }
            Ok(Err(Panicked)) => Err(response::error(
                StatusCode::BAD_GATEWAY,
                &format!("The source of the tools panicked on the request to {what}."),
            )),
            Err(_) => {
                let message = format!(
                    "The source of the tools did not {what} within {limit:?}. Raise {} if it needs longer.",
                    Setting::LIST_TIMEOUT
                );
                Err(response::error(StatusCode::GATEWAY_TIMEOUT, &message))
            }
        }
    }

    /// Runs the auth hook, if there is one.
    async fn authorize(&self, request: RequestParts) -> Result<RequestParts, ExplorerResponse> {
        let Some(hook) = &self.config.auth else { return Ok(request) };
        let authorized =
            catch_panic("the auth hook", async move { hook.authorize(Arc::unwrap_or_clone(request)).await });
        let limit = self.config.timeouts.list;
        match self.config.background.timeout(limit, authorized).await {
            Ok(Ok(Ok(request))) => Ok(Arc::new(request)),
            Ok(Ok(Err(reason))) => {
                tracing::warn!(%reason, "the auth hook rejected the request");
                Err(response::unauthorized())
            }
            Ok(Err(Panicked)) => Err(response::unauthorized()),
            Err(_) => {
                tracing::warn!(?limit, "the auth hook timed out");
                let message = format!(
                    "The request was not authorized within {limit:?}. Raise {} if that needs longer.",
                    Setting::LIST_TIMEOUT
                );
                Err(response::error(StatusCode::GATEWAY_TIMEOUT, &message))
            }
        }
    }

    /// Runs the auth hook for discovery, if it is configured for that.
    async fn authorize_discovery(&self, request: Parts) -> Result<RequestParts, ExplorerResponse> {
        let request = Arc::new(request);
        if self.config.auth_for_discovery { self.authorize(request).await } else { Ok(request) }
    }
}

fn decoded(name: &str) -> Result<String, ExplorerResponse> {
    let message = "The tool's name in the path is not percent-encoded UTF-8.";
    let name = decode_name(name).ok_or_else(|| response::error(StatusCode::BAD_REQUEST, message))?;
    Ok(name.into_owned())
}

/// The endpoint of a request, with the tool's name decoded.
enum Endpoint {
    Page,
    List,
    Server,
    Detail(String),
    Resources(Listing),
    Resource,
    Sandbox,
    SandboxPolicy,
    Call(String),
    Validate(String),
}

/// The error of a task that panicked. The panic's message is in the log.
#[derive(Debug)]
struct Panicked;

impl fmt::Display for Panicked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("panicked")
    }
}

/// Runs a task and catches its panic, so that a panic affects only this request.
async fn catch_panic<F: Future>(what: &'static str, task: F) -> Result<F::Output, Panicked> {
    AssertUnwindSafe(task).catch_unwind().await.map_err(|payload| {
        tracing::error!(panic = panic_message(&*payload), "{what} panicked");
        Panicked
    })
}

fn panic_message(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message")
}
