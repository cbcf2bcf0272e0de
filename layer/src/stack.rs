//! The services between a layer and the inner service: one records the traffic, and one adds UIs to the tools.
//!
//! ```text
//! McpUi ──▶ TrafficService ──▶ AugmentService ──▶ Innermost ──▶ inner service
//! ```
//!
//! They are always there, so that the types of a service do not depend on its settings. A service that is not used costs
//! one comparison for each request.

use std::task::{Context, Poll};

use bytes::Bytes;
use http::Request;
use http_body::Body;
use tower_layer::Layer as _;
use tower_service::Service;

use crate::augment::{AugmentBody, AugmentFuture, AugmentLayer, AugmentService};
use crate::body::{PassedOrExplorer, RequestBody};
use crate::catalog::UiCatalog;
use crate::config::McpUiConfig;
use crate::endpoint::without_slash;
use crate::traffic::{Traffic, TrafficBody, TrafficFuture, TrafficLayer, TrafficService};

pub(crate) type Stack<S> = TrafficService<AugmentService<Innermost<S>>>;
pub(crate) type StackFuture<F> = TrafficFuture<AugmentFuture<F>>;
/// The body of a request, from the client or from the explorer, as the inner service gets it.
pub(crate) type StackRequestBody<B> = AugmentBody<TrafficBody<PassedOrExplorer<B>>>;
/// The body of a response of the inner service, as the client gets it.
pub(crate) type StackResponseBody<B> = TrafficBody<AugmentBody<B>>;

/// The layers of the stack.
#[derive(Clone, Debug)]
pub(crate) struct Layers {
    traffic: TrafficLayer,
    pub(crate) uis: Option<AugmentLayer>,
}

impl Layers {
    /// Creates layers that only pass requests on.
    pub(crate) fn none() -> Self {
        Self { traffic: Traffic::off().layer(), uis: None }
    }

    /// Records the traffic at the configured endpoint.
    pub(crate) fn record(&mut self, traffic: &Traffic, config: &McpUiConfig) {
        self.traffic = traffic.layer().at(endpoint(config));
    }

    /// Adds UIs to the tools at the configured endpoint.
    pub(crate) fn add_uis(&mut self, catalog: &UiCatalog, config: &McpUiConfig) {
        let layer = AugmentLayer::new(catalog).endpoints([endpoint(config)]);
        self.uis = Some(layer.background(config.background.clone()));
    }

    pub(crate) fn around<S>(&self, inner: S) -> Stack<S> {
        let none = || AugmentLayer::new(&UiCatalog::new()).endpoints::<String>([]);
        self.traffic.layer(self.uis.clone().unwrap_or_else(none).layer(Innermost(inner)))
    }
}

/// The inner service, which gets bodies of an opaque type.
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

    fn call(&mut self, request: Request<StackRequestBody<B>>) -> S::Future {
        self.0.call(request.map(RequestBody::new))
    }
}

/// The path of the MCP endpoint.
pub(crate) fn endpoint(config: &McpUiConfig) -> &str {
    without_slash(config.mcp_endpoint.split('?').next().unwrap_or_default())
}
