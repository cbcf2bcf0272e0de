//! The service that adds UIs to the tools.

use std::sync::Arc;

use http_body::Body as HttpBody;
use tower_layer::Layer;

use crate::augment::{AugmentBody, AugmentFuture, AugmentLayer, AugmentService, WithUis};
use crate::backend::{Backend, ResourcesProvider, ToolHandler, ToolsInCode, ToolsProvider, WithResources};
use crate::catalog::UiCatalog;

pub(crate) type Service<S> = AugmentService<S>;
pub(crate) type Future<F> = AugmentFuture<F>;
pub(crate) type Body<B> = AugmentBody<B>;

pub(super) fn around<S>(layer: Option<&AugmentLayer>, inner: S) -> Service<S> {
    match layer {
        Some(layer) => layer.layer(inner),
        None => AugmentLayer::new(&UiCatalog::new()).endpoints::<String>([]).layer(inner),
    }
}

pub(super) fn tools_in_code(
    layer: Option<&AugmentLayer>,
    provider: impl ToolsProvider,
    handler: impl ToolHandler,
) -> Arc<dyn Backend> {
    let Some(uis) = layer else { return Arc::new(ToolsInCode::new(provider, handler)) };
    let tools = ToolsInCode::new(WithUis::new(provider, uis), WithUis::new(handler, uis));
    Arc::new(WithResources::new(Arc::new(tools), WithUis::new(Vec::new(), uis)))
}

pub(super) fn resources(
    layer: Option<&AugmentLayer>,
    tools: Arc<dyn Backend>,
    provider: impl ResourcesProvider,
) -> Arc<dyn Backend> {
    match layer {
        Some(uis) => Arc::new(WithResources::new(tools, WithUis::new(provider, uis))),
        None => Arc::new(WithResources::new(tools, provider)),
    }
}

pub(super) fn passed<B: HttpBody>(body: B) -> Body<B> {
    AugmentBody::passed(body)
}

pub(super) fn inner<S>(service: &Service<S>) -> &S {
    &service.inner
}

pub(super) fn inner_mut<S>(service: &mut Service<S>) -> &mut S {
    &mut service.inner
}

pub(super) fn into_inner<S>(service: Service<S>) -> S {
    service.inner
}
