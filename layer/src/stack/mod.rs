//! The services between a layer and the inner service: one records the traffic, and one adds UIs to the tools.
//!
//! ```text
//! McpUi ──▶ traffic ──▶ uis ──▶ Innermost ──▶ inner service
//! ```
//!
//! Both services are always present, so that types do not depend on settings. An unused service costs one comparison
//! per request. In a build without its feature, a stand-in takes its place.

#[cfg(not(all(feature = "traffic", feature = "uis")))]
mod absent;
mod body;
#[cfg(feature = "traffic")]
mod traffic;
#[cfg_attr(not(feature = "uis"), path = "no_uis.rs")]
mod uis;

use std::sync::Arc;
use std::task::{Context, Poll};

use bytes::Bytes;
use http::Request;
use http_body::Body;
use tower_service::Service;

#[cfg(not(feature = "traffic"))]
use self::absent as traffic;
pub(crate) use self::body::StackRequestBody;
pub use self::body::{NoBody, RequestBody, ResponseBody};
use crate::backend::{Backend, ResourcesProvider, ToolHandler, ToolsProvider};
#[cfg(any(feature = "traffic", feature = "uis"))]
use crate::config::McpUiConfig;
#[cfg(any(feature = "traffic", feature = "uis"))]
use crate::endpoint::without_slash;

pub(crate) type Stack<S> = traffic::Service<uis::Service<Innermost<S>>>;
pub(crate) type StackFuture<F> = traffic::Future<uis::Future<F>>;

/// The stack's layers in use.
#[derive(Clone, Debug, Default)]
pub(crate) struct Layers {
    pub(crate) traffic: Option<traffic::Layer>,
    pub(crate) uis: Option<uis::Layer>,
}

impl Layers {
    pub(crate) fn around<S>(&self, inner: S) -> Stack<S> {
        traffic::around(self.traffic.as_ref(), uis::around(self.uis.as_ref(), Innermost(inner)))
    }

    /// Creates the backend for tools in code, which get their UIs without messages.
    pub(crate) fn tools_in_code(&self, provider: impl ToolsProvider, handler: impl ToolHandler) -> Arc<dyn Backend> {
        uis::tools_in_code(self.uis.as_ref(), provider, handler)
    }

    /// Adds resources to a backend, besides the UIs' documents.
    pub(crate) fn resources(&self, tools: Arc<dyn Backend>, provider: impl ResourcesProvider) -> Arc<dyn Backend> {
        uis::resources(self.uis.as_ref(), tools, provider)
    }
}

/// The inner service, which gets opaque bodies.
#[derive(Clone, Debug)]
pub(crate) struct Innermost<S>(pub(crate) S);

impl<S, B> Service<Request<StackRequestBody<B>>> for Innermost<S>
where
    S: Service<Request<RequestBody<B>>>,
    B: Body<Data = Bytes>,
{
    type Response = S::Response;
    type Error = S::Error;
    type Future = S::Future;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.0.poll_ready(cx)
    }

    #[inline]
    fn call(&mut self, request: Request<StackRequestBody<B>>) -> S::Future {
        self.0.call(request.map(RequestBody::new))
    }
}

/// The path to the MCP endpoint.
#[cfg(any(feature = "traffic", feature = "uis"))]
pub(crate) fn endpoint(config: &McpUiConfig) -> &str {
    without_slash(config.mcp_endpoint.split('?').next().unwrap_or_default())
}
