//! The explorer's endpoints, and the guards in front of them. They depend on no framework: each turns a request's parts
//! and body into a response.

mod app_hash;
mod authorize;
mod backend_request;
mod call;
mod catch_panic;
mod conditional;
mod guard;
mod live;
mod page;
mod read_body;
mod resources;
mod response;
mod sandbox;
mod tools;
mod unread;
#[cfg_attr(not(feature = "validate"), path = "validate/absent.rs")]
mod validate;

use std::pin::pin;
use std::sync::Arc;

use http::request::Parts;
use http::{HeaderMap, Method, Request, StatusCode, Uri};
use http_body::Body;

use self::catch_panic::{Panicked, catch_panic};
use self::conditional::Conditional;
use self::response::EndpointResult;
pub(crate) use self::response::ExplorerResponse;
pub use self::response::error_answer;
use crate::auth::Identity;
use crate::backend::{Backend, Listing};
use crate::budget::Budget;
use crate::config::McpUiConfig;
use crate::endpoint::{Endpoint, Matched, Mismatch, Permission};

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
        let validators = validate::Validators::new(config.limits.cached_bytes);
        Self { config, budget, page, validators }
    }

    /// Returns whether a request belongs to the explorer: all paths under the prefix, and every path on the sandbox
    /// origin, so that apps cannot reach the inner service from their own origin.
    #[inline]
    pub(crate) fn owns(&self, uri: &Uri, headers: &HeaderMap) -> bool {
        self.config.prefix.strip(uri.path()).is_some() || guard::is_for_sandbox(&self.config, uri, headers)
    }

    /// Responds to a request that belongs to the explorer.
    pub(crate) async fn respond<B: Body>(&self, request: Request<B>, backend: &Arc<dyn Backend>) -> ExplorerResponse {
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

    async fn dispatch<B: Body>(&self, request: Parts, body: B, shared: &Arc<dyn Backend>) -> EndpointResult {
        let backend = &**shared;
        let path = self.config.prefix.strip(request.uri.path());
        let matched = path.map_or(Matched::UNKNOWN, |path| Matched::of(&request.method, path));
        let endpoint = self.admit(&request, matched)?;
        let name = matched.name().ok_or_else(response::malformed_name)?.into_owned();
        let request = self.authorize_for(matched.permission, request).await?;
        // Large futures are boxed, so that they do not enlarge the future of every request.
        match endpoint {
            Endpoint::Page => Ok(self.page.respond(&request.headers)),
            Endpoint::Tools => self.tools(&request, backend).await,
            Endpoint::Tool => self.tool(&request, &name, backend).await,
            Endpoint::Call => Box::pin(self.call(request, body, &name, backend)).await,
            Endpoint::Validate => Box::pin(self.validate(request, body, &name, backend)).await,
            Endpoint::Server => self.server(&request, backend).await,
            Endpoint::Resources => self.resources(&request, Listing::Resources, backend).await,
            Endpoint::ResourceTemplates => self.resources(&request, Listing::Templates, backend).await,
            Endpoint::ReadResource => self.read_resource(&request, backend).await,
            Endpoint::Live(method) => Box::pin(self.live(request, body, method, Arc::clone(shared))).await,
            Endpoint::Sandbox => self.sandbox(&request),
            Endpoint::SandboxPolicy => Box::pin(self.sandbox_policy(&request, body)).await,
        }
    }

    /// Applies the guards and returns the endpoint of a request.
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
            if request.method == Method::POST {
                guard::check_site(&self.config, request)?;
            }
        }
        matched.endpoint.map_err(|mismatch| match mismatch {
            Mismatch::UnknownPath => response::not_found(),
            Mismatch::MethodNotAllowed(allow) => response::method_not_allowed(allow),
        })
    }
}
