//! The service that adds UIs to the tools of an MCP service, and the equivalent for tools in code.

use std::sync::Arc;

use tower_layer::Layer as _;

use crate::augment::WithUis;
pub(crate) use crate::augment::{
    AugmentBody as Body, AugmentFuture as Future, AugmentLayer as Layer, AugmentService as Service,
};
use crate::backend::{Backend, ResourcesProvider, ToolHandler, ToolsInCode, ToolsProvider, WithResources};

pub(super) fn around<S>(layer: Option<&Layer>, inner: S) -> Service<S> {
    match layer {
        Some(layer) => layer.layer(inner),
        None => Service::passing(inner),
    }
}

pub(super) fn tools_in_code(
    layer: Option<&Layer>,
    provider: impl ToolsProvider,
    handler: impl ToolHandler,
) -> Arc<dyn Backend> {
    let Some(uis) = layer else { return Arc::new(ToolsInCode::new(provider, handler)) };
    let tools = ToolsInCode::new(WithUis::new(provider, uis), WithUis::new(handler, uis));
    Arc::new(WithResources::new(Arc::new(tools), WithUis::new(Vec::new(), uis)))
}

pub(super) fn resources(
    layer: Option<&Layer>,
    tools: Arc<dyn Backend>,
    provider: impl ResourcesProvider,
) -> Arc<dyn Backend> {
    match layer {
        Some(uis) => Arc::new(WithResources::new(tools, WithUis::new(provider, uis))),
        None => Arc::new(WithResources::new(tools, provider)),
    }
}
