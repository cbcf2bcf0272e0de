//! What the explorer answers, and the guards in front of it. Framework-neutral: a request's parts and body go in, an
//! answer comes out.

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
pub use self::response::error as error_answer;
use crate::auth::Identity;
use crate::backend::{Backend, Listing, RequestParts, ToolsError};
use crate::budget::Budget;
use crate::config::McpUiConfig;
use crate::route::{Action, Route, decode_name};

/// Everything that is made once, when the layer is built.
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
        let validators = validate::Validators::new(config.limits.cached_bytes);
        Self { config, budget, page, validators }
    }

    /// Returns whether the explorer answers: its own paths, and every path on the host that is set aside for apps, where
    /// nothing of the service may be reached by them as their own origin.
    #[inline]
    pub(crate) fn owns(&self, uri: &Uri, headers: &HeaderMap) -> bool {
        self.config.prefix.route(uri.path()).is_some() || guard::is_for_sandbox(&self.config, uri, headers)
    }

    /// Answers a request for one of our paths.
    pub(crate) async fn answer<B: Body>(&self, request: Request<B>, backend: &dyn Backend) -> ExplorerResponse {
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
        let mut answer = match unwinding("the explorer", self.dispatch(request, &mut body, backend)).await {
            Ok(Ok(answer) | Err(answer)) => answer,
            Err(Panicked) => response::error(StatusCode::INTERNAL_SERVER_ERROR, "Internal error; the log says more."),
        };
        framing.settle(body, &self.config.background, &mut answer).await;
        response::for_method(&method, answer)
    }

    async fn dispatch<B: Body>(&self, request: Parts, body: B, backend: &dyn Backend) -> EndpointResult {
        // What is long is boxed: else every request would carry the room that the longest of them needs.
        match self.asked(&request)? {
            Asked::Page => Ok(self.page.answer(&request.headers)),
            Asked::List => self.list(request, backend).await,
            Asked::Server => self.server(request, backend).await,
            Asked::Detail(name) => self.detail(request, &name, backend).await,
            Asked::Resources(listing) => self.resources(request, listing, backend).await,
            Asked::Resource => self.read_resource(request, backend).await,
            Asked::Sandbox => self.sandbox(&request),
            Asked::SandboxPolicy => Box::pin(self.sandbox_policy(&request, body)).await,
            Asked::Call(name) => Box::pin(self.call(request, body, &name, backend)).await,
            Asked::Validate(name) => Box::pin(self.validate(request, body, &name, backend)).await,
        }
    }

    /// What a request asks for, once the guards have let it pass.
    fn asked(&self, request: &Parts) -> Result<Asked, ExplorerResponse> {
        if let Some(error) = &self.config.error {
            return Err(response::error(StatusCode::INTERNAL_SERVER_ERROR, &error.to_string()));
        }
        let route = self.config.prefix.route(request.uri.path()).unwrap_or(Route::Unknown);
        if guard::is_for_sandbox(&self.config, &request.uri, &request.headers) {
            return guard::check_sandbox(request, route).map(|()| Asked::Sandbox);
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
            ("GET" | "HEAD", Route::Page, _) => Ok(Asked::Page),
            ("GET" | "HEAD", Route::List, _) => Ok(Asked::List),
            ("GET" | "HEAD", Route::Server, _) => Ok(Asked::Server),
            ("GET" | "HEAD", Route::Tool(name), _) => decoded(name).map(Asked::Detail),
            ("GET" | "HEAD", Route::Resources, _) => Ok(Asked::Resources(Listing::Resources)),
            ("GET" | "HEAD", Route::ResourceTemplates, _) => Ok(Asked::Resources(Listing::Templates)),
            ("GET" | "HEAD", Route::Resource, _) => Ok(Asked::Resource),
            ("GET" | "HEAD", Route::Sandbox, _) => Ok(Asked::Sandbox),
            ("POST", Route::SandboxPolicy, _) => Ok(Asked::SandboxPolicy),
            (_, Route::SandboxPolicy, _) => Err(response::method_not_allowed("POST")),
            ("POST", _, Some(Action::Call(name))) => decoded(name).map(Asked::Call),
            ("POST", _, Some(Action::Validate(name))) => decoded(name).map(Asked::Validate),
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

    /// Asks the source of the tools for something, within the configured time.
    async fn asked_of_source<T>(
        &self,
        what: &str,
        asked: impl Future<Output = Result<T, ToolsError>>,
    ) -> Result<T, ExplorerResponse> {
        let limit = self.config.timeouts.list;
        match self.config.background.timeout(limit, unwinding("the source of the tools", asked)).await {
            Ok(Ok(Ok(answer))) => Ok(answer),
            Ok(Ok(Err(failure))) => {
                if failure.is_refusal() {
                    tracing::debug!(error = %failure, "the source of the tools does not {what} for this caller");
                } else {
                    tracing::warn!(error = %failure, "the source of the tools cannot {what}");
                }
                Err(response::tools_error(failure))
            }
            Ok(Err(Panicked)) => Err(response::error(
                StatusCode::BAD_GATEWAY,
                &format!("The source of the tools panicked when asked to {what}."),
            )),
            Err(_) => {
                let message = format!("The source of the tools did not {what} within {limit:?}.");
                Err(response::error(StatusCode::GATEWAY_TIMEOUT, &message))
            }
        }
    }

    /// Asks the auth hook, if there is one.
    async fn authorize(&self, request: RequestParts) -> Result<RequestParts, ExplorerResponse> {
        let Some(hook) = &self.config.auth else { return Ok(request) };
        let asked = unwinding("the auth hook", async move { hook.authorize(Arc::unwrap_or_clone(request)).await });
        let limit = self.config.timeouts.list;
        match self.config.background.timeout(limit, asked).await {
            Ok(Ok(Ok(request))) => Ok(Arc::new(request)),
            Ok(Ok(Err(reason))) => {
                tracing::warn!(%reason, "the auth hook refuses the request");
                Err(response::unauthorized())
            }
            Ok(Err(Panicked)) => Err(response::unauthorized()),
            Err(_) => {
                tracing::warn!(?limit, "the auth hook took too long");
                Err(response::error(StatusCode::GATEWAY_TIMEOUT, "The caller could not be authorized in time."))
            }
        }
    }

    /// Asks the auth hook where it guards discovery, too.
    async fn authorize_discovery(&self, request: Parts) -> Result<RequestParts, ExplorerResponse> {
        let request = Arc::new(request);
        if self.config.auth_for_discovery { self.authorize(request).await } else { Ok(request) }
    }
}

fn decoded(name: &str) -> Result<String, ExplorerResponse> {
    let undecodable = "The tool's name in the path is not percent-encoded UTF-8.";
    let name = decode_name(name).ok_or_else(|| response::error(StatusCode::BAD_REQUEST, undecodable))?;
    Ok(name.into_owned())
}

/// What a request asks for, with the tool's name decoded.
enum Asked {
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

/// A task that was not ours has panicked; the log has the message.
#[derive(Debug)]
struct Panicked;

impl fmt::Display for Panicked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("panicked")
    }
}

/// Runs a task whose panic must cost no more than this request.
async fn unwinding<F: Future>(what: &'static str, task: F) -> Result<F::Output, Panicked> {
    AssertUnwindSafe(task).catch_unwind().await.map_err(|payload| {
        tracing::error!(panic = panic_message(&*payload), "{what} panicked");
        Panicked
    })
}

fn panic_message(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message")
}
